// The real window, by events.

#include "gui/shell/main_window.h"

#include <QApplication>
#include <QCheckBox>
#include <QDropEvent>
#include <QLabel>
#include <QLineEdit>
#include <QMenuBar>
#include <QMimeData>
#include <QPushButton>
#include <QSplitter>
#include <QUrl>

#include "gui/shell/appearance.h"
#include "gui/shell/command_palette.h"
#include "gui/shell/language.h"
#include "gui/shell/message_bar.h"
#include "gui/shell/tour.h"
#include "gui/summary/summary_view.h"
#include "gui/widgets/compare_view.h"
#include "gui/widgets/plan_view.h"
#include "gui/widgets/pool_map_view.h"
#include "gui/widgets/run_view.h"
#include "tests/gui/shell/shell_fixture.h"

namespace shardscope::gui {
namespace {

class MainWindowTest : public ShellTest {
  protected:
    void TearDown() override {
        useLanguage(Language::English);
        applyTheme(ThemeChoice::Light);
    }
    void show(const QStringList& files) {
        window_.start({.files = files, .language = Language::English});
        window_.show();
        ASSERT_TRUE(QTest::qWaitForWindowActive(&window_));
        settle();
    }
    void settle() {
        ASSERT_TRUE(waitFor([this] { return !window_.session().isLoading(); }));
        QApplication::processEvents();
    }
    void drop(const QStringList& files) {
        QMimeData data;
        QList<QUrl> urls;
        for (const QString& file : files) urls << QUrl::fromLocalFile(file);
        data.setUrls(urls);
        QDragEnterEvent enter({10, 10}, Qt::CopyAction, &data, Qt::LeftButton, Qt::NoModifier);
        QApplication::sendEvent(&window_, &enter);
        EXPECT_TRUE(enter.isAccepted());
        QDropEvent dropped({10, 10}, Qt::CopyAction, &data, Qt::LeftButton, Qt::NoModifier);
        QApplication::sendEvent(&window_, &dropped);
        settle();
    }
    int rows() { return window_.summaryView().table().rowCount(); }

    MainWindow window_;
};

const QString kAct = QStringLiteral("same-bytes");
const QString kOne = QStringLiteral("zero-1"), kTwo = QStringLiteral("zero-2");

TEST_F(MainWindowTest, ShowsWhatTheCommandLineNames) {
    show({sampleFile(kAct, kOne), sampleFile(kAct, kTwo)});
    EXPECT_EQ(rows(), 2);
    EXPECT_TRUE(window_.lossesStatus().startsWith(QStringLiteral("recorder: ")));
    EXPECT_TRUE(window_.marksStatus().isEmpty()) << window_.marksStatus().toStdString();
}

TEST_F(MainWindowTest, KeysTurnThePages) {
    show({sampleFile(kAct, kOne)});
    for (const auto& [key, page] :
         {std::pair{Qt::Key_2, PageId::Summary}, std::pair{Qt::Key_3, PageId::Plan},
          std::pair{Qt::Key_4, PageId::Run}, std::pair{Qt::Key_1, PageId::Compare}}) {
        QTest::keyClick(&window_, key, Qt::ControlModifier);
        EXPECT_EQ(window_.page(), page);
    }
}

TEST_F(MainWindowTest, DroppedFilesJoinTheComparison) {
    show({sampleFile(kAct, kOne)});
    drop({sampleFile(kAct, kTwo)});
    EXPECT_EQ(rows(), 2);
}

TEST_F(MainWindowTest, AWrongFileIsSaidInTheWindowAndTheRestStays) {
    show({sampleFile(kAct, kOne)});
    const QString notes = write(QStringLiteral("notes.json"), "just notes");
    drop({notes});
    EXPECT_EQ(rows(), 1);
    ASSERT_EQ(window_.messages().notices().size(), 1U);
    EXPECT_EQ(window_.messages().notices()[0].path, notes);
    EXPECT_TRUE(window_.messages().isVisible());
    picture(window_, QStringLiteral("message.png"));
    EXPECT_FALSE(QApplication::activeModalWidget());
    window_.messages().forget(notes);
    EXPECT_FALSE(window_.messages().isVisible());
}

TEST_F(MainWindowTest, TheStatusLineSaysWhatMustBeKnown) {
    show({anotherPrograms(QStringLiteral("other.json")), sampleFile(kAct, kOne)});
    EXPECT_TRUE(window_.marksStatus().contains(QStringLiteral("another program's trace")))
        << window_.marksStatus().toStdString();
}

TEST_F(MainWindowTest, TheRecordersLossesAreTheReports) {
    show({sampleFile(QStringLiteral("limit"), kOne)});
    const auto& recorder = window_.session().recordings()[0]->report->recorder;
    const QString expected = QStringLiteral("recorder: %1 dropped, %2 unmatched")
                                 .arg(recorder["dropped"].get<int>())
                                 .arg(recorder["unmatched"].get<int>());
    EXPECT_TRUE(window_.lossesStatus().startsWith(expected))
        << window_.lossesStatus().toStdString();
}

TEST_F(MainWindowTest, ThemesChangeEveryColour) {
    show({sampleFile(kAct, kOne)});
    window_.commands()[WindowCommand::ThemeDark]->trigger();
    QApplication::processEvents();
    EXPECT_LT(window_.palette().color(QPalette::Window).lightness(), 128);
    EXPECT_TRUE(window_.commands()[WindowCommand::ThemeDark]->isChecked());
    window_.commands()[WindowCommand::ThemeLight]->trigger();
    QApplication::processEvents();
    EXPECT_GT(window_.palette().color(QPalette::Window).lightness(), 128);
}

TEST_F(MainWindowTest, KoreanIsSpokenWhileItRuns) {
    show({sampleFile(kAct, kOne)});
    const QString english = window_.commands()[WindowCommand::Open]->text();
    window_.commands()[WindowCommand::LanguageKorean]->trigger();
    QApplication::processEvents();
    const QString korean = window_.commands()[WindowCommand::Open]->text();
    picture(window_, QStringLiteral("window_ko.png"));
    EXPECT_NE(korean, english);
    EXPECT_TRUE(korean.contains(QStringLiteral("\uc5f4\uae30"))) << korean.toStdString();
    window_.commands()[WindowCommand::LanguageEnglish]->trigger();
    QApplication::processEvents();
    EXPECT_EQ(window_.commands()[WindowCommand::Open]->text(), english);
}

/// A form that was filled in, and a plan that is asked for while the language changes, are kept.
TEST_F(MainWindowTest, FormsAndAnswersOutliveAChangeOfLanguage) {
    show({sampleFile(kAct, kOne)});
    window_.showPage(PageId::Run);
    ASSERT_TRUE(waitFor([this] { return window_.findChild<QCheckBox*>("zero-3") != nullptr; }));
    window_.findChild<QLineEdit*>("--hidden")->setText("96");
    window_.findChild<QCheckBox*>("zero-3")->setChecked(false);
    window_.showPage(PageId::Plan);
    const auto plan = [this] { return window_.findChild<PlanView*>(); };
    ASSERT_TRUE(waitFor([&] { return plan()->isRunning(); }));
    window_.commands()[WindowCommand::LanguageKorean]->trigger();
    const PlanView* first = plan();
    ASSERT_TRUE(waitFor([&] { return plan() != first && plan()->plan() != nullptr; }));
    EXPECT_FALSE(plan()->isRunning()) << "it is not asked again";
    QStringList labels;
    for (const QLabel* label : plan()->findChildren<QLabel*>()) labels << label->text();
    EXPECT_TRUE(labels.contains(QStringLiteral("모델(&M)"))) << labels.join('|').toStdString();
    window_.showPage(PageId::Run);
    EXPECT_EQ(window_.findChild<RunView*>()->findChild<QLineEdit*>("--hidden")->text(), "96");
    QTest::qWait(300);  // were the options asked for again, they would be here now
    EXPECT_FALSE(window_.findChild<RunView*>()->findChild<QCheckBox*>("zero-3")->isChecked());
}

TEST_F(MainWindowTest, EveryCommandOfTheMenusIsInThePalette) {
    show({sampleFile(kAct, kOne)});
    const auto found = commandsOf(window_);
    for (const auto command : {WindowCommand::Open, WindowCommand::ShowSummary,
                               WindowCommand::ThemeDark, WindowCommand::Tour}) {
        EXPECT_NE(std::ranges::find(found, window_.commands()[command]), found.end());
    }
    for (const QAction* action : found) EXPECT_FALSE(plainText(*action).isEmpty());
}

TEST_F(MainWindowTest, TheTourGoesThroughTheActsAndEnds) {
    show({sampleFile(kAct, kOne)});
    QTest::keyClick(&window_, Qt::Key_F1);
    ASSERT_TRUE(window_.tour().isUnderWay());
    EXPECT_EQ(window_.page(), PageId::Compare);
    settle();
    EXPECT_EQ(rows(), 2);
    const auto buttons = window_.tour().findChildren<QPushButton*>();
    ASSERT_EQ(buttons.size(), 2);
    picture(window_, QStringLiteral("tour.png"));
    buttons[1]->click();
    settle();
    EXPECT_EQ(window_.page(), PageId::Summary);
    EXPECT_TRUE(buttons[0]->isEnabled());
    buttons[1]->click();
    settle();
    EXPECT_EQ(rows(), 2);
    buttons[1]->click();
    EXPECT_FALSE(window_.tour().isUnderWay());
    EXPECT_FALSE(window_.tour().isVisible());
}

TEST_F(MainWindowTest, ItsStateIsKept) {
    show({sampleFile(kAct, kOne)});
    window_.showPage(PageId::Summary);
    window_.resize(1000, 640);
    window_.close();
    const MainWindow again;
    EXPECT_EQ(again.page(), PageId::Summary);
    EXPECT_EQ(again.size(), QSize(1000, 640));
    EXPECT_EQ(QSettings().value(QStringLiteral("recent")).toStringList().size(), 1);
}

TEST_F(MainWindowTest, ItsMapIsKeptAsHighAsItWas) {
    show({sampleFile(kAct, kOne)});
    window_.compareView().toggleMap();
    window_.compareView().findChild<QSplitter*>()->setSizes({400, 180, 0});
    const int height = window_.compareView().map().height();
    window_.close();
    MainWindow again;
    EXPECT_TRUE(again.compareView().mapIsOpen());
    EXPECT_TRUE(again.compareView().actionList().mapAction()->isChecked());
    again.show();
    ASSERT_TRUE(QTest::qWaitForWindowActive(&again));
    EXPECT_EQ(again.compareView().map().height(), height);
    again.compareView().toggleMap();
    again.close();
    MainWindow third;
    EXPECT_FALSE(third.compareView().mapIsOpen());
    third.compareView().restoreState("no state of a window");
    EXPECT_FALSE(third.compareView().mapIsOpen());
    third.show();
    ASSERT_TRUE(QTest::qWaitForWindowActive(&third));
    third.compareView().toggleMap();
    EXPECT_EQ(third.compareView().map().height(), height) << "where the reader had left it";
}

}  // namespace
}  // namespace shardscope::gui
