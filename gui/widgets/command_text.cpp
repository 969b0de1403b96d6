#include "gui/widgets/command_text.h"

#include <QClipboard>
#include <QFontDatabase>
#include <QGuiApplication>
#include <QHBoxLayout>
#include <QLabel>
#include <QToolButton>
#include <QVBoxLayout>

#include "gui/layout/command_layout.h"
#include "gui/paint/text_font.h"

namespace shardscope::gui {

CommandText::CommandText(QWidget* parent)
    : QFrame(parent), line_(new QLabel), folder_(new QLabel), copy_(new QToolButton) {
    setFrameShape(QFrame::StyledPanel);
    setAutoFillBackground(true);
    setBackgroundRole(QPalette::Base);
    line_->setSizePolicy(QSizePolicy::Ignored, QSizePolicy::Preferred);
    line_->setTextFormat(Qt::PlainText);
    line_->setTextInteractionFlags(Qt::TextSelectableByMouse | Qt::TextSelectableByKeyboard);
    line_->setFont(QFontDatabase::systemFont(QFontDatabase::FixedFont));
    line_->setAccessibleName(tr("Command line"));
    folder_->setEnabled(false);
    folder_->setTextFormat(Qt::PlainText);
    copy_->setText(tr("Copy"));
    copy_->setToolTip(tr("Copy the command line, to paste it into a terminal"));
    connect(copy_, &QToolButton::clicked, this, &CommandText::copy);
    auto* words = new QVBoxLayout;
    words->setSpacing(2);
    words->addWidget(line_);
    words->addWidget(folder_);
    auto* row = new QHBoxLayout(this);
    row->setContentsMargins(8, 6, 6, 6);
    row->addLayout(words, 1);
    row->addWidget(copy_, 0, Qt::AlignTop);
}

void CommandText::setCommand(const CommandLine& command) {
    words_ = shownWords(command);
    wrap();
    folder_->setText(tr("in %1").arg(command.folder));
}

void CommandText::wrap() {
    const double room = line_->width() - 1;
    line_->setText(commandLines(words_, room, measureOf(line_->font())).join('\n'));
}

void CommandText::resizeEvent(QResizeEvent* event) {
    QFrame::resizeEvent(event);
    layout()->activate();  // the line has its new width
    wrap();
}

QString CommandText::text() const { return words_.join(' '); }

void CommandText::copy() { QGuiApplication::clipboard()->setText(text()); }

}  // namespace shardscope::gui
