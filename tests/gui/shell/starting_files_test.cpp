#include "gui/files/starting_files.h"

#include "gui/shell/main_window.h"
#include "gui/shell/tour.h"
#include "tests/gui/shell/shell_fixture.h"

namespace shardscope::gui {
namespace {

class StartingFilesTest : public ShellTest {
  protected:
    void SetUp() override {
        before_ = QDir::currentPath();
        QDir::setCurrent(folder_.path());
    }
    void TearDown() override { QDir::setCurrent(before_); }
    QString before_;
};

TEST_F(StartingFilesTest, NamedFilesComeFirst) {
    const StartingFiles files = startingFiles({QStringLiteral("a.json")});
    EXPECT_EQ(files.from, StartingFiles::From::Named);
    EXPECT_EQ(files.names, QStringList{QStringLiteral("a.json")});
}

TEST_F(StartingFilesTest, TheLastRunIsOpenedWhereThereIsOne) {
    QDir().mkpath(QStringLiteral("shardscope-out/latest"));
    EXPECT_EQ(startingFiles({}).from, StartingFiles::From::Samples) << "an empty folder is no run";
    copySample(QStringLiteral("same-bytes"), QStringLiteral("zero-1"),
               QStringLiteral("shardscope-out/latest/zero-1.trace.json.gz"));
    EXPECT_EQ(startingFiles({}).from, StartingFiles::From::Latest);
}

TEST_F(StartingFilesTest, SamplesAreTheDemosActsInItsOrder) {
    const auto acts = sampleActs(samplesFolder());
    QStringList names;
    for (const SampleAct& act : acts) names << act.name;
    EXPECT_EQ(names, (QStringList{QStringLiteral("same-bytes"), QStringLiteral("price"),
                                  QStringLiteral("limit")}));
    EXPECT_EQ(tourSteps(acts).size(), 3U);
    EXPECT_TRUE(sampleActs(QString()).empty());
}

TEST_F(StartingFilesTest, SamplesBeginWithTheTourUnlessAPageIsAskedFor) {
    MainWindow touring;
    touring.start({.language = Language::English});
    EXPECT_TRUE(touring.tour().isUnderWay());
    MainWindow planning;
    planning.start({.view = PageId::Plan, .language = Language::English});
    EXPECT_FALSE(planning.tour().isUnderWay());
    EXPECT_EQ(planning.page(), PageId::Plan);
    EXPECT_TRUE(planning.session().isLoading());
}

}  // namespace
}  // namespace shardscope::gui
