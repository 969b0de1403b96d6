// The plan page in each of its states, in both languages and themes, in a window of 1280 by 800: nothing is
// cut, everything has a name, and SHARDSCOPE_PICTURES has a picture of each.

#include <QCheckBox>
#include <QPlainTextEdit>
#include <QTabWidget>
#include <QTest>

#include "gui/shell/appearance.h"
#include "gui/shell/language.h"
#include "gui/shell/main_window.h"
#include "gui/widgets/command_form.h"
#include "gui/widgets/plan_view.h"
#include "gui/widgets/what_if_view.h"
#include "tests/gui/shell/shell_fixture.h"
#include "tests/gui/shell/what_is_seen.h"

namespace shardscope::gui {
namespace {

using Fields = std::vector<std::pair<const char*, QString>>;

class PlanPageTest : public ShellTest {
  protected:
    void TearDown() override {
        useLanguage(Language::English);
        applyTheme(ThemeChoice::Light);
    }
    void open() {
        window_.start(
            {.files = {sampleFile(QStringLiteral("same-bytes"), QStringLiteral("zero-1"))},
             .view = PageId::Plan,
             .size = QSize(1280, 800),
             .language = Language::English});
        window_.show();
        ASSERT_TRUE(QTest::qWaitForWindowActive(&window_));
        ASSERT_TRUE(waitFor([this] { return view() && view()->plan() && !view()->isRunning(); }));
    }
    /// The one that is shown: a change of language makes another.
    PlanView* view() const { return window_.findChild<PlanView*>(); }
    void ask(const Fields& fields) {
        auto* form = view()->findChild<CommandForm*>();
        for (const auto& [option, text] : fields) form->setText(option, text);
        view()->startPlan();
        ASSERT_TRUE(waitFor([this] { return !view()->isRunning(); }));
    }
    void showTab(int index) {
        for (QTabWidget* tabs : view()->findChildren<QTabWidget*>()) {
            if (tabs->count() == 3) tabs->setCurrentIndex(index);
        }
        ASSERT_TRUE(waitFor([this] { return !view()->isRunning(); }));
    }
    void lookAt(QWidget& seen, const QString& state) {
        for (QWidget* control : controlsOf(seen)) {
            EXPECT_FALSE(nameOf(control).trimmed().isEmpty()) << describe(control);
        }
        for (const Language language : {Language::English, Language::Korean}) {
            useLanguage(language);
            for (const ThemeChoice theme : {ThemeChoice::Light, ThemeChoice::Dark}) {
                applyTheme(theme);
                settle();
                const bool korean = language == Language::Korean;
                EXPECT_EQ(window_.size(), QSize(1280, 800)) << state.toStdString();
                EXPECT_EQ(cutWordsOf(seen).join('|').toStdString(), "") << state.toStdString();
                picture(seen,
                        QStringLiteral("%1_%2_%3.png")
                            .arg(state, QLatin1String(korean ? "ko" : "en"),
                                 QLatin1String(theme == ThemeChoice::Dark ? "dark" : "light")));
            }
        }
        useLanguage(Language::English);
        applyTheme(ThemeChoice::Light);
        settle();
    }
    /// A change of language makes the page anew, and lays the window out.
    void settle() const {
        EXPECT_TRUE(waitFor([this] { return view() && view()->isVisible(); }));
        for (int i = 0; i < 10; ++i) QTest::qWait(20);
    }

    MainWindow window_;
};

TEST_F(PlanPageTest, AnAnswerAndWhatItAssumes) {
    open();
    lookAt(window_, QStringLiteral("plan-answer"));
    showTab(1);
    lookAt(window_, QStringLiteral("plan-slide-g"));
    showTab(2);
    lookAt(window_, QStringLiteral("plan-slide-bucket"));
}

TEST_F(PlanPageTest, TabComesToTheSlidersToo) {
    open();
    for (const int tab : {1, 2}) {
        showTab(tab);
        view()->findChild<CommandForm*>()->findChild<QLineEdit*>()->setFocus();
        for (QWidget* control : missedByTab(window_)) ADD_FAILURE() << describe(control);
    }
}

TEST_F(PlanPageTest, WhatIfHasNamesAndIsReachedByTab) {
    open();
    window_.commands()[WindowCommand::WhatIf]->trigger();
    auto* asked = window_.findChild<WhatIfView*>();
    ASSERT_NE(asked, nullptr);
    ASSERT_TRUE(QTest::qWaitForWindowActive(asked));
    ASSERT_TRUE(waitFor([&] { return asked->findChild<QCheckBox*>("zero-2") != nullptr; }));
    QTest::qWait(100);
    for (QWidget* control : controlsOf(*asked)) {
        EXPECT_FALSE(nameOf(control).trimmed().isEmpty()) << describe(control);
    }
    EXPECT_EQ(cutWordsOf(*asked).join('|').toStdString(), "");
    picture(*asked, QStringLiteral("what-if.png"));
    asked->findChild<QComboBox*>()->setFocus();
    for (QWidget* control : missedByTab(*asked)) ADD_FAILURE() << describe(control);
    // And what it predicts opens beside the recording.
    asked->findChild<QLineEdit*>("more")->setText("--out " + path("predicted"));
    asked->start();
    ASSERT_TRUE(waitFor([&] { return window_.session().recordings().size() == 2; }));
    EXPECT_EQ(window_.page(), PageId::Compare);
    EXPECT_EQ(window_.session().recordings().back()->name, "zero-2");
}

TEST_F(PlanPageTest, NothingFits) {
    open();
    ask({{"--model", "llama-3.1-70b"}, {"--ranks", "8,16"}, {"--global-batch", ""}});
    lookAt(window_, QStringLiteral("plan-nothing"));
}

TEST_F(PlanPageTest, AModelOfExperts) {
    open();
    ask({{"--model", "mixtral-8x7b-v0.1"}});
    lookAt(window_, QStringLiteral("plan-experts"));
    showTab(1);
    lookAt(window_, QStringLiteral("plan-experts-slide"));
}

TEST_F(PlanPageTest, ErrorsAndBeingAsked) {
    open();
    ask({{"--gpu", "h100"}, {"--ranks", "8,banana"}});
    lookAt(window_, QStringLiteral("plan-error"));
    EXPECT_TRUE(view()->findChild<QPlainTextEdit*>()->toPlainText().contains("banana"))
        << "a change of language keeps what went wrong";
    ask({{"--gpu", "h100-sxm"}, {"--ranks", "8,16"}});
    view()->findChild<CommandForm*>()->setText("--grad-accum", "1,2,3,4,5,6,7,8");
    view()->findChild<CommandForm*>()->setText("--global-batch", "");
    view()->findChild<CommandForm*>()->setText("--checkpointing", "none,selective,full");
    view()->findChild<CommandForm*>()->setText("--in-flight", "1,2,3,4");
    view()->startPlan();
    EXPECT_TRUE(view()->isRunning());
    QTest::qWait(200);
    EXPECT_EQ(cutWordsOf(window_).join('|').toStdString(), "");
    picture(window_, QStringLiteral("plan-running.png"));
    view()->cancel();
    ASSERT_TRUE(waitFor([this] { return !view()->isRunning(); }));
    lookAt(window_, QStringLiteral("plan-cancelled"));
}

TEST_F(PlanPageTest, LongNamesAndEverySystem) {
    open();
    const QString config = write(
        QStringLiteral("a-model-whose-name-goes-on-and-on-for-no-good-reason-instruct-v0.3.json"),
        R"({"model_type": "llama", "hidden_size": 4096, "num_hidden_layers": 32,
            "num_attention_heads": 32, "num_key_value_heads": 8, "vocab_size": 128256,
            "intermediate_size": 14336, "max_position_embeddings": 8192})");
    for (QCheckBox* box : view()->findChildren<QCheckBox*>()) box->setChecked(true);
    ask({{"--model", config}, {"--ranks", "8,1024"}, {"--global-batch", "2048"}});
    lookAt(window_, QStringLiteral("plan-long"));
    showTab(1);
    lookAt(window_, QStringLiteral("plan-long-slide"));
}

TEST_F(PlanPageTest, WithoutHardware) {
    open();
    ask({{"--gpu", ""}, {"--model", "gpt"}, {"--ranks", "1,2,4"}, {"--global-batch", "8"}});
    lookAt(window_, QStringLiteral("plan-no-gpu"));
    showTab(2);
    lookAt(window_, QStringLiteral("plan-no-gpu-slide"));
}

}  // namespace
}  // namespace shardscope::gui
