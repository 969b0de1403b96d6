// The program itself, without a display.

#include <QImage>
#include <QProcess>
#include <QProcessEnvironment>
#include <QSvgRenderer>
#include <set>

#include "tests/gui/shell/shell_fixture.h"

namespace shardscope::gui {
namespace {

struct Outcome {
    int status = -1;
    QString out, err;
};

class RenderTest : public ShellTest {
  protected:
    Outcome run(const QStringList& arguments) const {
        QProcess program;
        QProcessEnvironment environment = QProcessEnvironment::systemEnvironment();
        for (const char* name :
             {"DISPLAY", "WAYLAND_DISPLAY", "QT_QPA_PLATFORM", "XDG_RUNTIME_DIR"}) {
            environment.remove(QString::fromLatin1(name));
        }
        program.setProcessEnvironment(environment);
        program.setWorkingDirectory(folder_.path());
        program.start(QStringLiteral(SHARDSCOPE_DASHBOARD), arguments);
        EXPECT_TRUE(program.waitForFinished(60'000));
        return {program.exitCode(), QString::fromUtf8(program.readAllStandardOutput()),
                QString::fromUtf8(program.readAllStandardError())};
    }
};

const QString kFile = sampleFile(QStringLiteral("same-bytes"), QStringLiteral("zero-2"));

size_t coloursOf(const QImage& image) {
    std::set<QRgb> colours;
    for (int y = 0; y < image.height(); y += 3) {
        for (int x = 0; x < image.width(); x += 3) colours.insert(image.pixel(x, y));
    }
    return colours.size();
}

TEST_F(RenderTest, APictureOfManyRecordingsIsAsHighAsTheyNeed) {
    const auto heightOf = [&](QStringList arguments) {
        const Outcome outcome =
            run(QStringList{QStringLiteral("--render"), QStringLiteral("a.png")} << arguments);
        EXPECT_EQ(outcome.status, 0) << outcome.err.toStdString();
        return QImage(path(QStringLiteral("a.png"))).height();
    };
    const QString all = QStringLiteral(SHARDSCOPE_SOURCE_DIR "/traces/samples/");
    const QStringList four{all + QStringLiteral("same-bytes"), all + QStringLiteral("price")};
    EXPECT_EQ(heightOf({kFile}), 1600);
    EXPECT_GT(heightOf(four), 2400);
    EXPECT_EQ(heightOf(four + QStringList{QStringLiteral("--size"), QStringLiteral("900x500")}),
              1000);
}

TEST_F(RenderTest, EveryViewThemeAndLanguageIsAPictureOfItsSize) {
    for (const char* view : {"compare", "map", "summary"}) {
        for (const char* theme : {"light", "dark"}) {
            for (const char* language : {"en", "ko"}) {
                const Outcome outcome =
                    run({QStringLiteral("--render"), QStringLiteral("a.png"),
                         QStringLiteral("--view"), QString::fromLatin1(view),
                         QStringLiteral("--theme"), QString::fromLatin1(theme),
                         QStringLiteral("--lang"), QString::fromLatin1(language),
                         QStringLiteral("--size"), QStringLiteral("1000x700"), kFile});
                ASSERT_EQ(outcome.status, 0) << outcome.err.toStdString();
                EXPECT_EQ(outcome.out + outcome.err, QString());
                const QImage image(path(QStringLiteral("a.png")));
                EXPECT_EQ(image.size(), QSize(2000, 1400));
                EXPECT_EQ(image.pixelColor(3, 3).lightness() < 128, theme[0] == 'd');
                EXPECT_GT(coloursOf(image), 20U) << view << theme << language;
            }
        }
    }
}

TEST_F(RenderTest, AnSvgIsStrokes) {
    const Outcome outcome = run({QStringLiteral("--render"), QStringLiteral("a.svg"),
                                 QStringLiteral("--view"), QStringLiteral("summary"), kFile});
    ASSERT_EQ(outcome.status, 0) << outcome.err.toStdString();
    const QSvgRenderer svg(path(QStringLiteral("a.svg")));
    EXPECT_TRUE(svg.isValid());
    EXPECT_EQ(svg.viewBox().width(), 1280);
    QFile file(path(QStringLiteral("a.svg")));
    ASSERT_TRUE(file.open(QIODevice::ReadOnly));
    EXPECT_TRUE(file.readAll().contains("zero-2"));
}

TEST_F(RenderTest, WrongInputIsStatus2AndNamesIt) {
    const QString notes = write(QStringLiteral("notes.json"), "notes");
    for (const QStringList& arguments :
         {QStringList{QStringLiteral("--render"), QStringLiteral("a.png"), notes},
          QStringList{QStringLiteral("--render"), QStringLiteral("a.png"),
                      QStringLiteral("missing.json")},
          QStringList{QStringLiteral("--rendr"), QStringLiteral("a.png")}}) {
        const Outcome outcome = run(arguments);
        EXPECT_EQ(outcome.status, 2) << arguments.join(QLatin1Char(' ')).toStdString();
        EXPECT_TRUE(outcome.err.contains(QStringLiteral("shardscope-gui: ")))
            << outcome.err.toStdString();
        EXPECT_FALSE(QFile::exists(path(QStringLiteral("a.png"))));
    }
}

TEST_F(RenderTest, APictureThatCannotBeWrittenIsStatus1) {
    const Outcome outcome =
        run({QStringLiteral("--render"), path(QStringLiteral("no/a.png")), kFile});
    EXPECT_EQ(outcome.status, 1);
    EXPECT_TRUE(outcome.err.contains(QStringLiteral("cannot be written")));
}

TEST_F(RenderTest, AWindowWithoutADisplaySaysWhatWorksInstead) {
    const Outcome outcome = run({kFile});
    EXPECT_EQ(outcome.status, 1);
    EXPECT_TRUE(outcome.err.contains(QStringLiteral("--render")));
}

TEST_F(RenderTest, HelpAndVersionNeedNoDisplay) {
    EXPECT_TRUE(run({QStringLiteral("--help")}).out.contains(QStringLiteral("--render")));
    EXPECT_TRUE(
        run({QStringLiteral("--version")}).out.startsWith(QStringLiteral("shardscope-gui")));
}

}  // namespace
}  // namespace shardscope::gui
