#include "gui/shell/tour.h"

#include <QCoreApplication>
#include <QEvent>
#include <QHBoxLayout>
#include <QLabel>
#include <QPushButton>
#include <QToolButton>
#include <array>

#include "gui/paint/theme.h"

namespace shardscope::gui {

namespace {

struct Words {
    const char* act;
    PageId page;
    const char* title;
    const char* text;
};

constexpr std::array<Words, 3> kSteps{{
    {"same-bytes", PageId::Compare, QT_TRANSLATE_NOOP("Tour", "The same bytes, another lifetime"),
     QT_TRANSLATE_NOOP(
         "Tour",
         "One micro-batch a step. Both stages send the same bytes. Look at the gradient rows: "
         "ZeRO-1 keeps every bucket at full size until the step, most of it dead once it is "
         "reduced; ZeRO-2 lets each bucket go as soon as its shard is reduced. That is what "
         "ZeRO-2 shards and ZeRO-1 does not.")},
    {"price", PageId::Summary, QT_TRANSLATE_NOOP("Tour", "The price"),
     QT_TRANSLATE_NOOP(
         "Tour",
         "Four micro-batches a step. ZeRO-1 reduces once, after the last. ZeRO-2 has to reduce "
         "after each, because it keeps no full gradient to add to. Look at the traffic: the bar "
         "of ZeRO-2 is longer by one reduce-scatter a micro-batch.")},
    {"limit", PageId::Summary, QT_TRANSLATE_NOOP("Tour", "The use"),
     QT_TRANSLATE_NOOP(
         "Tour",
         "The same memory limit for both. ZeRO-1 runs out while its gradients pile up in "
         "backward; ZeRO-2 trains. Both still gather the updated parameters after the step, "
         "because the next forward needs all of them on every rank.")},
}};

struct Text {
    Q_DECLARE_TR_FUNCTIONS(Tour)
};

}  // namespace

std::vector<TourStep> tourSteps(const std::vector<SampleAct>& acts) {
    std::vector<TourStep> steps;
    for (const Words& words : kSteps) {
        for (const SampleAct& act : acts) {
            if (act.name != QLatin1String(words.act)) continue;
            steps.push_back({.title = Text::tr(words.title),
                             .text = Text::tr(words.text),
                             .recordings = act.path,
                             .page = words.page});
        }
    }
    return steps;
}

Tour::Tour(QWidget* parent)
    : QFrame(parent),
      title_(new QLabel(this)),
      text_(new QLabel(this)),
      place_(new QLabel(this)),
      back_(new QPushButton(this)),
      next_(new QPushButton(this)),
      close_(new QToolButton(this)) {
    setObjectName(QStringLiteral("tour"));
    text_->setWordWrap(true);
    auto* words = new QVBoxLayout;
    words->setSpacing(2);
    words->addWidget(title_);
    words->addWidget(text_);
    auto* row = new QHBoxLayout(this);
    row->setContentsMargins(16, 10, 10, 10);
    row->setSpacing(12);
    row->addLayout(words, 1);
    row->addWidget(place_);
    row->addWidget(back_);
    row->addWidget(next_);
    row->addWidget(close_, 0, Qt::AlignTop);
    close_->setText(QStringLiteral("\u00d7"));
    close_->setAutoRaise(true);
    connect(back_, &QPushButton::clicked, this, [this] { go(at_ - 1); });
    connect(next_, &QPushButton::clicked, this, [this] {
        if (at_ + 1 < steps_.size()) return go(at_ + 1);
        end();
    });
    connect(close_, &QToolButton::clicked, this, &Tour::end);
    setVisible(false);
}

void Tour::begin(std::vector<SampleAct> acts) {
    acts_ = std::move(acts);
    steps_ = tourSteps(acts_);
    if (steps_.empty()) return;
    go(0);
    setVisible(true);
}

void Tour::end() {
    steps_.clear();
    setVisible(false);
}

void Tour::go(size_t step) {
    at_ = step;
    show();
    emit stepEntered(steps_[at_].recordings, steps_[at_].page);
}

void Tour::show() {
    const Theme theme = themeOf(palette());
    const QString style =
        QStringLiteral("QFrame#tour { background: %1; border-top: 2px solid %2; }")
            .arg(theme.background.name(), theme.accent.name());
    // A new style is a change of palette, which comes back here.
    if (style != styleSheet()) setStyleSheet(style);
    const TourStep& step = steps_[at_];
    title_->setText(QStringLiteral("<b>%1</b>").arg(step.title.toHtmlEscaped()));
    text_->setText(step.text);
    place_->setText(tr("%1 of %2").arg(at_ + 1).arg(steps_.size()));
    back_->setText(tr("Back"));
    back_->setEnabled(at_ > 0);
    next_->setText(at_ + 1 < steps_.size() ? tr("Next") : tr("Done"));
    close_->setToolTip(tr("End the tour"));
    close_->setAccessibleName(tr("End the tour"));
}

void Tour::changeEvent(QEvent* event) {
    QFrame::changeEvent(event);
    if (!isUnderWay()) return;
    if (event->type() == QEvent::LanguageChange) steps_ = tourSteps(acts_);
    if (event->type() == QEvent::LanguageChange || event->type() == QEvent::PaletteChange) show();
}

}  // namespace shardscope::gui
