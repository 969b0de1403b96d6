// What a screen reader and a hand without a mouse find: tables with their cells, a name for every
// control of every page, and a way to each by keyboard.

#include <QAbstractButton>
#include <QAbstractItemView>
#include <QAbstractScrollArea>
#include <QAbstractSlider>
#include <QAccessible>
#include <QApplication>
#include <QCheckBox>
#include <QComboBox>
#include <QLabel>
#include <QLineEdit>
#include <QMenuBar>
#include <QTabBar>
#include <QTableView>
#include <QTest>

#include "gui/shell/language.h"
#include "gui/shell/main_window.h"
#include "gui/summary/summary_view.h"
#include "gui/summary/table_view.h"
#include "gui/widgets/compare_view.h"
#include "tests/gui/shell/shell_fixture.h"
#include "tests/gui/shell/what_is_seen.h"

namespace shardscope::gui {
namespace {

class AccessibleTest : public ShellTest {
  protected:
    void show(PageId page, Language language = Language::English) {
        const QString act = QStringLiteral("same-bytes");
        window_.start({.files = {sampleFile(act, QStringLiteral("zero-1")),
                                 sampleFile(act, QStringLiteral("zero-2"))},
                       .view = page,
                       .size = QSize(1280, 800),
                       .language = language});
        window_.show();
        ASSERT_TRUE(QTest::qWaitForWindowActive(&window_));
        ASSERT_TRUE(waitFor([this] { return !window_.session().isLoading(); }));
        QTest::qWait(50);  // a change of language comes as an event, and makes forms anew
        if (page != PageId::Plan && page != PageId::Run) return;
        // Forms ask the command for its options.
        ASSERT_TRUE(waitFor([this] { return window_.findChild<QCheckBox*>("zero-3") != nullptr; }));
        QTest::qWait(50);  // their boxes are laid out
    }
    void press(Qt::Key key) { QTest::keyClick(QApplication::focusWidget(), key); }

    MainWindow window_;
};

class EveryPage : public AccessibleTest, public testing::WithParamInterface<PageId> {};

TEST_P(EveryPage, NamesItsControls) {
    show(GetParam());
    const auto controls = controlsOf(window_);
    EXPECT_GT(controls.size(), 3U);
    for (QWidget* control : controls) {
        EXPECT_FALSE(nameOf(control).trimmed().isEmpty()) << describe(control);
    }
}

TEST_P(EveryPage, LeadsToEachOfThemByTab) {
    show(GetParam());
    ASSERT_NE(QApplication::focusWidget(), nullptr);
    for (QWidget* control : missedByTab(window_)) ADD_FAILURE() << describe(control);
}

TEST_P(EveryPage, CutsNoWordsAt1280By800InEitherLanguage) {
    for (const Language language : {Language::English, Language::Korean}) {
        show(GetParam(), language);
        EXPECT_EQ(window_.size(), QSize(1280, 800)) << "something does not fit";
        EXPECT_EQ(cutWordsOf(window_).join('|').toStdString(), "");
        picture(window_, QStringLiteral("page_%1_%2.png")
                             .arg(static_cast<int>(GetParam()))
                             .arg(static_cast<int>(language)));
    }
    useLanguage(Language::English);
}

INSTANTIATE_TEST_SUITE_P(Pages, EveryPage,
                         testing::Values(PageId::Compare, PageId::Summary, PageId::Plan,
                                         PageId::Run));

TEST_F(AccessibleTest, WhatIsInSightIsATable) {
    show(PageId::Compare);
    window_.compareView().setFocus();
    press(Qt::Key_T);
    auto* view = window_.compareView().findChild<QTableView*>();
    ASSERT_TRUE(view->isVisible());
    EXPECT_TRUE(view->hasFocus());
    QAccessibleInterface* found = interfaceOf(view);
    EXPECT_EQ(found->role(), QAccessible::Table);
    EXPECT_EQ(found->text(QAccessible::Name), QStringLiteral("What is in sight"));
    QAccessibleTableInterface* table = found->tableInterface();
    ASSERT_NE(table, nullptr);
    EXPECT_EQ(table->rowCount(), view->model()->rowCount());
    EXPECT_GT(table->rowCount(), 50);
    EXPECT_EQ(table->columnCount(), 5);
    EXPECT_EQ(table->columnDescription(2), QStringLiteral("What"));
    QSet<QString> recordings;
    for (int row = 0; row < table->rowCount(); ++row) {
        recordings << table->cellAt(row, 0)->text(QAccessible::Name);
        for (int column = 0; column < 5; ++column) {
            const QString cell = table->cellAt(row, column)->text(QAccessible::Name);
            EXPECT_FALSE(cell.isEmpty()) << row << ", " << column;
        }
    }
    EXPECT_EQ(recordings, (QSet<QString>{QStringLiteral("zero-1"), QStringLiteral("zero-2")}));
}

TEST_F(AccessibleTest, ArrowsMoveInTheTableAndTabLeavesIt) {
    show(PageId::Compare);
    window_.compareView().setFocus();
    press(Qt::Key_T);
    auto* view = window_.compareView().findChild<QTableView*>();
    press(Qt::Key_Down);
    press(Qt::Key_Down);
    EXPECT_GE(view->currentIndex().row(), 1);
    press(Qt::Key_Tab);
    EXPECT_FALSE(view->hasFocus());
}

TEST_F(AccessibleTest, TheComparisonIsATableOfTheSamples) {
    show(PageId::Summary);
    QAccessibleTableInterface* table =
        interfaceOf(&window_.summaryView().tableView())->tableInterface();
    ASSERT_NE(table, nullptr);
    EXPECT_EQ(table->rowCount(), 2);
    EXPECT_EQ(table->cellAt(0, 0)->text(QAccessible::Name), QStringLiteral("zero-1"));
    EXPECT_EQ(table->cellAt(1, 3)->text(QAccessible::Name), QStringLiteral("63.6"));
}

}  // namespace
}  // namespace shardscope::gui
