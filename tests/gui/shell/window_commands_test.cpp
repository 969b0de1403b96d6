// Palette, keys and exports of the real window: opened, filled in and ended by keys.

#include <QAction>
#include <QApplication>
#include <QFileDialog>
#include <QFileInfo>
#include <QLabel>
#include <QLineEdit>
#include <QListView>
#include <QListWidget>
#include <QMenu>
#include <QTimer>

#include "gui/shell/command_palette.h"
#include "gui/shell/key_sheet.h"
#include "gui/shell/main_window.h"
#include "gui/summary/summary_view.h"
#include "tests/gui/shell/shell_fixture.h"
#include "traces/file.h"

namespace shardscope::gui {
namespace {

/// Qt's own file dialog: keys reach it on every platform.
class WindowCommandsTest : public ShellTest {
  protected:
    void SetUp() override {
        ShellTest::SetUp();
        QApplication::setAttribute(Qt::AA_DontUseNativeDialogs);
        const QString act = QStringLiteral("same-bytes");
        window_.showPage(PageId::Compare);  // as if nothing had been kept
        window_.start({.files = {sampleFile(act, QStringLiteral("zero-1")),
                                 sampleFile(act, QStringLiteral("zero-2"))},
                       .language = Language::English});
        window_.show();
        ASSERT_TRUE(QTest::qWaitForWindowActive(&window_));
        ASSERT_TRUE(waitFor([this] { return !window_.session().isLoading(); }));
        QApplication::processEvents();
    }
    /// Does @p what with the dialog that comes up next, then closes it where it is still there.
    template <class Dialog>
    void inDialog(const std::function<void(Dialog&)>& what) {
        met_ = false;
        auto* look = new QTimer(&window_);
        QObject::connect(look, &QTimer::timeout, [this, look, what] {
            auto* modal = QApplication::activeModalWidget();
            auto* dialog = qobject_cast<Dialog*>(modal);
            if (!modal || !modal->isVisible()) return;
            look->deleteLater();
            met_ = dialog != nullptr;
            if (dialog) what(*dialog);
            modal->close();
        });
        look->start(20);
    }
    /// Types the name of a file of the folder in the file dialog that comes up next.
    QString chooseFile(const QString& name) {
        const QString to = path(name);
        inDialog<QFileDialog>([to](QFileDialog& dialog) {
            auto* field = dialog.findChild<QLineEdit*>(QStringLiteral("fileNameEdit"));
            ASSERT_NE(field, nullptr);
            dialog.setDirectory(QFileInfo(to).absolutePath());
            field->clear();
            QTest::keyClicks(field, QFileInfo(to).fileName());
            // Folders that the list selects on the way, as it reads them, would be taken instead.
            dialog.findChild<QListView*>(QStringLiteral("listView"))->selectionModel()->clear();
            static_cast<QDialog&>(dialog).accept();  // Return's button waits for the same reading
        });
        return to;
    }
    /// In the window, which has the keyboard again after a dialog.
    void press(Qt::Key key, Qt::KeyboardModifiers with = Qt::NoModifier) {
        window_.activateWindow();
        ASSERT_TRUE(QTest::qWaitForWindowActive(&window_));
        QTest::keyClick(&window_, key, with);
    }
    /// Of any menu; nullptr when there is none.
    QAction* entry(const QString& text) {
        for (QMenu* menu : window_.findChildren<QMenu*>()) {
            for (QAction* action : menu->actions()) {
                if (action->text() == text) return action;
            }
        }
        return nullptr;
    }
    static QString read(const QString& name) {
        QFile file(name);
        EXPECT_TRUE(file.open(QIODevice::ReadOnly)) << name.toStdString();
        return QString::fromUtf8(file.readAll());
    }

    MainWindow window_;
    bool met_ = false;
};

TEST_F(WindowCommandsTest, TheQuestionMarkShowsAllKeys) {
    QString said;
    inDialog<KeySheet>([&](KeySheet& sheet) {
        for (const QLabel* label : sheet.findChildren<QLabel*>()) said += label->text();
        picture(sheet, QStringLiteral("keys.png"));
        QTest::keyClick(&sheet, Qt::Key_Escape);
    });
    press(Qt::Key_Question);
    EXPECT_TRUE(met_);
    for (const char* key : {"Backspace", "Ctrl+Shift+P", "Ctrl+F", "Shift+N"}) {
        EXPECT_TRUE(said.contains(QString::fromLatin1(key))) << key;
    }
}

TEST_F(WindowCommandsTest, CtrlShiftPRunsWhatIsTyped) {
    inDialog<CommandPalette>([](CommandPalette& palette) {
        picture(palette, QStringLiteral("palette.png"));
        QTest::keyClicks(&palette.field(), QStringLiteral("summ"));
        QTest::keyClick(&palette.field(), Qt::Key_Return);
    });
    press(Qt::Key_P, Qt::ControlModifier | Qt::ShiftModifier);
    EXPECT_TRUE(met_);
    EXPECT_TRUE(waitFor([this] { return window_.page() == PageId::Summary; }));
}

TEST_F(WindowCommandsTest, CtrlOOpensWhatTheDialogNamesAndRemembersIt) {
    const QString one = copySample(QStringLiteral("limit"), QStringLiteral("zero-2"),
                                   QStringLiteral("mine.trace.json.gz"));
    chooseFile(QStringLiteral("mine.trace.json.gz"));
    press(Qt::Key_O, Qt::ControlModifier);
    EXPECT_TRUE(met_);
    ASSERT_TRUE(waitFor([&] {
        const auto& files = window_.session().files();
        return files.size() == 1 && files[0].path == one && files[0].recording;
    }));
    for (QMenu* menu : window_.findChildren<QMenu*>()) emit menu->aboutToShow();
    QAction* recent = entry(one);
    ASSERT_NE(recent, nullptr);
    window_.session().close(one);
    recent->trigger();
    EXPECT_TRUE(waitFor([&] { return window_.session().recordings().size() == 1; }));
}

TEST_F(WindowCommandsTest, CtrlEWritesTheViewAsPngAndSvg) {
    const QString png = chooseFile(QStringLiteral("view.png"));
    press(Qt::Key_E, Qt::ControlModifier);
    EXPECT_TRUE(met_);
    const QImage image(png);
    EXPECT_GE(image.width(), window_.width());  // two pixels a point
    const QString svg = chooseFile(QStringLiteral("view.svg"));
    press(Qt::Key_E, Qt::ControlModifier);
    EXPECT_TRUE(read(svg).contains(QStringLiteral("<svg")));
}

TEST_F(WindowCommandsTest, TheTableIsWrittenAsTheSummarySaysIt) {
    const QString csv = chooseFile(QStringLiteral("table.csv"));
    window_.commands()[WindowCommand::ExportCsv]->trigger();
    EXPECT_EQ(read(csv), window_.summaryView().csv());
    const QString markdown = chooseFile(QStringLiteral("table.md"));
    window_.commands()[WindowCommand::ExportMarkdown]->trigger();
    EXPECT_EQ(read(markdown), window_.summaryView().markdown());
    EXPECT_TRUE(read(markdown).contains(QStringLiteral("zero-2")));
}

TEST_F(WindowCommandsTest, ARecordingIsWrittenAsAChromeTrace) {
    QAction* chrome = entry(QStringLiteral("zero-2\u2026"));
    ASSERT_NE(chrome, nullptr);
    const QString to = chooseFile(QStringLiteral("again.trace.json"));
    chrome->trigger();
    EXPECT_TRUE(met_);
    ASSERT_TRUE(waitFor([&] { return QFileInfo::exists(to); }));
    EXPECT_TRUE(traces::readTrace(to.toStdString()));
}

}  // namespace
}  // namespace shardscope::gui
