#include "gui/widgets/command_panel.h"

#include <QEvent>
#include <QFontDatabase>
#include <QHBoxLayout>
#include <QLabel>
#include <QPlainTextEdit>
#include <QProgressBar>
#include <QPushButton>
#include <QShortcut>
#include <QVBoxLayout>

#include "gui/paint/theme.h"
#include "gui/widgets/command_text.h"

namespace shardscope::gui {

namespace {

constexpr int kBarSteps = 1000;
constexpr int kMostPrintedLines = 5'000;

QLabel* wrappingLabel(QWidget* parent) {
    auto* label = new QLabel(parent);
    label->setWordWrap(true);
    label->setTextFormat(Qt::PlainText);
    label->setTextInteractionFlags(Qt::TextSelectableByMouse | Qt::TextSelectableByKeyboard);
    return label;
}

QPlainTextEdit* printedText(QWidget* parent) {
    auto* text = new QPlainTextEdit(parent);
    text->setReadOnly(true);
    text->setMaximumBlockCount(kMostPrintedLines);
    text->setLineWrapMode(QPlainTextEdit::NoWrap);
    text->setTabChangesFocus(true);
    text->setFont(QFontDatabase::systemFont(QFontDatabase::FixedFont));
    return text;
}

}  // namespace

CommandPanel::CommandPanel(const QString& start, const QString& tip, const QString& action,
                           QWidget* parent)
    : QWidget(parent),
      command_(new CommandText(this)),
      figures_(wrappingLabel(this)),
      verdict_(wrappingLabel(this)),
      printed_(printedText(this)),
      column_(new QVBoxLayout(this)) {
    column_->setContentsMargins(0, 0, 0, 0);
    column_->addWidget(command_);
    column_->addLayout(makeActions(start, tip, action));
    column_->addWidget(figures_);
    column_->addWidget(verdict_);
    printed_->setAccessibleName(tr("What the command printed"));
    figures_->setAccessibleName(tr("Figures"));
    verdict_->setAccessibleName(tr("What became of the command"));
    connect(start_, &QPushButton::clicked, this, &CommandPanel::started);
    connect(cancel_, &QPushButton::clicked, this, &CommandPanel::cancelled);
    connect(action_, &QPushButton::clicked, this, &CommandPanel::actionChosen);
}

QBoxLayout* CommandPanel::makeActions(const QString& start, const QString& tip,
                                      const QString& action) {
    start_ = new QPushButton(start, this);
    start_->setToolTip(tip);
    start_->setDefault(true);
    cancel_ = new QPushButton(tr("&Cancel"), this);
    action_ = new QPushButton(action, this);
    bar_ = new QProgressBar(this);
    bar_->setTextVisible(false);
    bar_->setAccessibleName(tr("Progress"));
    auto* row = new QHBoxLayout;
    row->addWidget(start_);
    row->addWidget(cancel_);
    row->addWidget(bar_, 1);
    row->addWidget(action_);
    return row;
}

void CommandPanel::setCommand(const CommandLine& command) { command_->setCommand(command); }

void CommandPanel::add(QWidget* part, int stretch) { column_->addWidget(part, stretch); }

void CommandPanel::say(const QString& text, bool warning) {
    verdict_->setVisible(!text.isEmpty());
    verdict_->setText(text);
    warning_ = warning;
    colourVerdict();
}

void CommandPanel::colourVerdict() {
    QPalette colours = palette();
    if (warning_) colours.setColor(QPalette::WindowText, themeOf(palette()).warning);
    verdict_->setPalette(colours);
}

void CommandPanel::changeEvent(QEvent* event) {
    QWidget::changeEvent(event);
    if (event->type() == QEvent::PaletteChange) colourVerdict();
}

void CommandPanel::showBusy() { bar_->setRange(0, 0); }

void CommandPanel::showProgress(const ProgressLine& line) {
    bar_->setRange(0, kBarSteps);
    bar_->setValue(line.steps > 0 ? static_cast<int>(line.step * kBarSteps / line.steps) : 0);
}

void CommandPanel::showNoProgress() { showProgress({}); }

void CommandPanel::showState(bool running, bool cancelling, bool canStart) {
    start_->setEnabled(!running && canStart);
    cancel_->setEnabled(running);
    cancel_->setText(cancelling ? tr("Stop at once") : tr("&Cancel"));
}

void CommandPanel::setCancelTip(const QString& tip) { cancel_->setToolTip(tip); }

void layCommandPage(QWidget& page, QWidget* form, CommandPanel* panel) {
    auto* row = new QHBoxLayout(&page);
    row->setContentsMargins(kPageMargin, kPageMargin, kPageMargin, kPageMargin);
    row->setSpacing(kPageMargin);
    row->addWidget(form);
    row->addWidget(panel, 1);
    auto* go = new QShortcut(QKeySequence(Qt::CTRL | Qt::Key_Return), &page);
    go->setContext(Qt::WidgetWithChildrenShortcut);
    QObject::connect(go, &QShortcut::activated, panel, &CommandPanel::started);
}

}  // namespace shardscope::gui
