// What the plan view says of its answers and of what went wrong.

#include <QLabel>
#include <QPlainTextEdit>
#include <QPushButton>
#include <algorithm>

#include "gui/model/plan_words.h"
#include "gui/widgets/command_form.h"
#include "gui/widgets/command_panel.h"
#include "gui/widgets/plan_answer.h"
#include "gui/widgets/plan_view.h"

namespace shardscope::gui {
namespace {

constexpr int kMostErrorLines = 8;

}  // namespace

void PlanView::fail(const CommandOutcome& outcome) {
    if (!sliding_) failure_ = outcome;
    const QString end = endText(outcome);
    const auto plan = parsePlan(outcome.output);
    const bool unread = end.isEmpty() && !plan;
    const QString why =
        unread ? QString::fromStdString(core::toString(plan.error())) : tr("No plan: %1").arg(end);
    const QString before = tr(" · what is shown below answers the question before");
    showErrors(outcome, plan_ && !sliding_ ? why + before : why);
}

QString PlanView::planVerdict() const {
    QString text = verdictText(*plan_);
    const QStringList changes = changeTexts(*plan_);
    if (!changes.isEmpty()) {
        text += '\n' + (plan_->nothing->together && changes.size() == 1
                            ? tr("What would have to change, together:")
                            : tr("What would have to change, one of:"));
    }
    for (const QString& change : changes) text += QStringLiteral("\n   • ") + change;
    return text;
}

void PlanView::showPlan(PlanPtr plan) {
    plan_ = std::move(plan);
    panel_->figures().setText(questionText(*plan_));
    say(planVerdict(), false);
    form_->setTaken(QStringLiteral("--seq"),
                    plan_->sequence > 0 ? QString::number(plan_->sequence) : QString());
    answer_->setPlan(plan_);
    emit statusChanged(tr("Configurations: %1").arg(plan_->rows.size()));
}

void PlanView::showState() {
    const bool running = isRunning();
    form_->setEnabled(!running);
    panel_->showState(running, planning_.isCancelling() || simulating_.isCancelling(),
                      !place_.program.isEmpty());
    const PlanRow* row = chosen();
    panel_->action().setEnabled(!running && row && row->evaluated);
    if (!running) panel_->showNoProgress();
    panel_->figures().setVisible(plan_ != nullptr);
}

/// The command's own words, under what became of it. What was there before stays: it answers another
/// question, and says so.
void PlanView::showErrors(const CommandOutcome& outcome, const QString& title) {
    say(title, true);
    QString text = outcome.errors.join('\n');
    const QString output = QString::fromUtf8(outcome.output);
    if (!output.isEmpty() && outcome.end == CommandOutcome::End::Exited) text += '\n' + output;
    QPlainTextEdit& printed = panel_->printed();
    printed.setPlainText(text.trimmed());
    const int lines = std::min<int>(kMostErrorLines, int(text.trimmed().count('\n')) + 2);
    printed.setFixedHeight(lines * printed.fontMetrics().height() + 12);
    printed.setVisible(!text.trimmed().isEmpty());
    emit statusChanged(title);
}

void PlanView::say(const QString& text, bool warning) {
    panel_->say(text, warning);
    panel_->printed().clear();
    panel_->printed().hide();
}

}  // namespace shardscope::gui
