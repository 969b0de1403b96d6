#include "gui/widgets/what_if_view.h"

#include <QLabel>
#include <QPlainTextEdit>
#include <QPushButton>

#include "gui/model/what_if_words.h"
#include "gui/widgets/command_panel.h"
#include "gui/widgets/what_if_form.h"

namespace shardscope::gui {
namespace {

constexpr int kFormWidth = 340;
constexpr QSize kSize(1040, 560);

}  // namespace

WhatIfView::WhatIfView(const CommandPlace& place, QWidget* parent)
    : QDialog(parent), place_(place) {
    setWindowTitle(tr("What if…"));
    build();
    resize(kSize);
    asking_.start(place_.call(
        {QStringLiteral("simulate"), QStringLiteral("--help"), QStringLiteral("--json")}));
    showState();
}

void WhatIfView::build() {
    form_ = new WhatIfForm(place_.folder);
    panel_ = new CommandPanel(tr("&Predict"), tr("Replay the recorded times (Ctrl+Enter)"),
                              tr("C&lose"));
    QPlainTextEdit& answer = panel_->printed();
    answer.setFont(font());
    answer.setLineWrapMode(QPlainTextEdit::WidgetWidth);
    answer.setAccessibleName(tr("What was predicted"));
    answer.setPlaceholderText(
        tr("What the recorded run would have taken, otherwise: its operations and collectives take "
           "what they took, and the rest is worked out. The predicted recording opens beside the "
           "recorded one, and what was assumed is listed here."));
    panel_->add(&answer, 1);
    panel_->figures().hide();
    panel_->say({}, false);
    layCommandPage(*this, scrolled(form_, kFormWidth), panel_);
    connect(form_, &CommandForm::changed, this, &WhatIfView::showCommand);
    connect(panel_, &CommandPanel::started, this, &WhatIfView::start);
    connect(panel_, &CommandPanel::cancelled, this, &WhatIfView::cancel);
    connect(panel_, &CommandPanel::actionChosen, this, &QDialog::close);
    connect(&asking_, &CommandRun::ended, this, &WhatIfView::takeOptions);
    connect(&run_, &CommandRun::progressed, panel_, &CommandPanel::showProgress);
    connect(&run_, &CommandRun::ended, this, &WhatIfView::finish);
}

void WhatIfView::takeOptions(const CommandOutcome& outcome) {
    const auto options = parseOptions(outcome.output);
    if (!options) return fail(outcome, QString::fromStdString(core::toString(options.error())));
    options_ = *options;
    form_->setOptions(options_);
}

void WhatIfView::setRecordings(const std::vector<LoadedPtr>& recordings) {
    std::vector<Recorded> offered;
    for (const LoadedPtr& recording : recordings) {
        if (auto recorded = recordedOf(*recording)) offered.push_back(std::move(*recorded));
    }
    form_->setRecordings(offered);
    if (offered.empty()) {
        panel_->say(tr("No recording is open that times can be taken from."), true);
    }
    showState();
}

void WhatIfView::showCommand() {
    const Recorded* from = form_->recorded();
    if (!from || run_.isRunning()) return;
    panel_->setCommand(place_.call(whatIfArguments(*from, form_->form())));
}

void WhatIfView::start() {
    if (run_.isRunning() || !form_->recorded() || options_.options.empty()) return;
    from_ = *form_->recorded();
    panel_->say({}, false);
    panel_->printed().clear();
    panel_->showBusy();
    run_.start(place_.call(whatIfArguments(*from_, form_->form())));
    showState();
}

void WhatIfView::cancel() {
    run_.cancel();
    showState();
}

void WhatIfView::finish(const CommandOutcome& outcome) {
    showState();
    const QString end = endText(outcome);
    const auto predicted = parsePredicted(outcome.output);
    if (!predicted) {
        return fail(outcome, end.isEmpty()
                                 ? QString::fromStdString(core::toString(predicted.error()))
                                 : tr("Not predicted: %1").arg(end));
    }
    panel_->printed().setPlainText(whatIfText(*from_, *predicted));
    panel_->say(end.isEmpty() ? tr("Predicted, and opened beside the recording.")
                              : tr("Ended: %1").arg(end),
                !end.isEmpty());
    const QStringList recordings = recordingsNamed(outcome.errors, place_.folder);
    if (!recordings.isEmpty()) emit openRecordings(recordings);
}

/// In the command's own words.
void WhatIfView::fail(const CommandOutcome& outcome, const QString& title) {
    panel_->say(title, true);
    panel_->printed().setPlainText(outcome.errors.join('\n'));
}

void WhatIfView::showState() {
    const bool running = run_.isRunning();
    form_->setEnabled(!running);
    panel_->showState(running, run_.isCancelling(), !place_.program.isEmpty() && form_->recorded());
    if (!running) panel_->showNoProgress();
}

}  // namespace shardscope::gui
