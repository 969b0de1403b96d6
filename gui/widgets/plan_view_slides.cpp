// The plan view's questions: all combinations, or the chosen configuration along one setting.

#include <QLabel>
#include <QTabWidget>

#include "gui/model/plan_form.h"
#include "gui/model/plan_words.h"
#include "gui/model/slide_words.h"
#include "gui/widgets/command_panel.h"
#include "gui/widgets/plan_answer.h"
#include "gui/widgets/plan_view.h"
#include "gui/widgets/slide_view.h"

namespace shardscope::gui {

void PlanView::addSlide(SlideSetting setting, const QString& title) {
    SlideView*& view = slides_[static_cast<size_t>(setting)].view;
    view = new SlideView(setting);
    questions_->addTab(view, title);
    connect(view, &SlideView::selectedRow, this, &PlanView::showState);
    connect(view, &SlideView::activatedRow, this, &PlanView::simulateChosen);
}

PlanView::Slide* PlanView::currentSlide() {
    for (Slide& slide : slides_) {
        if (slide.view == questions_->currentWidget()) return &slide;
    }
    return nullptr;
}

/// The row that is selected in what is in front; null for none.
const PlanRow* PlanView::chosen() const {
    for (const Slide& slide : slides_) {
        if (slide.view != questions_->currentWidget()) continue;
        const auto row = slide.plan ? slide.view->selected() : std::nullopt;
        return row ? &slide.plan->rows[*row] : nullptr;
    }
    const auto row = answer_->selected();
    return plan_ && row ? &plan_->rows[*row] : nullptr;
}

/// Says what is in front, and asks for a slide that is not answered yet.
void PlanView::showQuestion() {
    Slide* slide = currentSlide();
    if (!isRunning() && plan_) {
        if (slide) {
            askSlide(*slide);
        } else {
            panel_->figures().setText(questionText(*plan_));
            say(planVerdict(), false);
        }
    }
    showCommand();
    showState();
}

void PlanView::askSlide(Slide& slide) {
    const auto from = answer_->selected();
    if (!from) return;
    const PlanRow& row = plan_->rows[*from];
    if (!row.evaluated) return say(refusalText(row), true);
    const auto setting = static_cast<SlideSetting>(&slide - slides_.data());
    const QStringList arguments = slideArguments(asked_, options_, row, setting);
    if (slide.arguments == arguments && slide.plan) return showSlide(slide, slide.plan);
    if (slide.arguments == arguments) return;  // it failed, which was said
    slide.arguments = arguments;
    slide.asked = asked_;
    slide.plan.reset();
    slide.view->clear();
    sliding_ = &slide;
    const CommandLine call = place_.call(arguments);
    panel_->setCommand(call);
    panel_->showBusy();
    say(tr("Planning"), false);
    planning_.start(call);
    emit statusChanged(tr("Planning"));
}

void PlanView::showSlide(Slide& slide, PlanPtr plan) {
    const bool other = slide.plan != plan;
    slide.plan = std::move(plan);
    const auto from = answer_->selected();
    if (other && from && slide.plan->slide) slide.view->setPlan(slide.plan, plan_->rows[*from]);
    if (&slide != currentSlide()) return;
    emit statusChanged(tr("Configurations: %1").arg(slide.plan->rows.size()));
    panel_->figures().setText(slideQuestion(*slide.plan));
    say(slideVerdict(*slide.plan), false);
}

void PlanView::takeOverSlides(const PlanView& old) {
    for (size_t i = 0; i < slides_.size(); ++i) {
        const Slide& before = old.slides_[i];
        slides_[i].asked = before.asked;
        slides_[i].arguments = before.arguments;
        if (!before.plan) continue;
        showSlide(slides_[i], before.plan);
        if (const auto row = before.view->selected()) slides_[i].view->select(*row);
    }
    questions_->setCurrentIndex(old.questions_->currentIndex());
}

}  // namespace shardscope::gui
