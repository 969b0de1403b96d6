#include "gui/shell/key_sheet.h"

#include <QDialogButtonBox>
#include <QHBoxLayout>
#include <QHeaderView>
#include <QLabel>
#include <QScrollArea>
#include <QVBoxLayout>

#include "gui/shell/command_palette.h"

namespace shardscope::gui {

namespace {

QString keysOf(const QAction& action) {
    QStringList keys;
    for (const QKeySequence& key : action.shortcuts()) {
        keys << key.toString(QKeySequence::NativeText);
    }
    return keys.join(QStringLiteral(", "));
}

QString rowsOf(const KeyGroup& group) {
    QString rows;
    for (const QAction* action : group.actions) {
        if (action->shortcuts().isEmpty()) continue;
        rows += QStringLiteral(
                    "<tr><td style='padding:2px 18px 2px 0'><b>%1</b></td>"
                    "<td style='padding:2px 0'>%2</td></tr>")
                    .arg(keysOf(*action).toHtmlEscaped(), plainText(*action).toHtmlEscaped());
    }
    return rows;
}

QLabel* sectionOf(const KeyGroup& group, QWidget* parent) {
    const QString rows = rowsOf(group);
    if (rows.isEmpty()) return nullptr;
    auto* label = new QLabel(parent);
    label->setTextFormat(Qt::RichText);
    label->setAlignment(Qt::AlignTop | Qt::AlignLeft);
    label->setText(QStringLiteral("<h3 style='margin-bottom:4px'>%1</h3><table>%2</table>")
                       .arg(group.title.toHtmlEscaped(), rows));
    label->setTextInteractionFlags(Qt::TextSelectableByMouse | Qt::TextSelectableByKeyboard);
    return label;
}

}  // namespace

KeySheet::KeySheet(const std::vector<KeyGroup>& groups, QWidget* parent) : QDialog(parent) {
    setWindowTitle(tr("Keys"));
    auto* page = new QWidget(this);
    auto* columns = new QHBoxLayout(page);
    columns->setSpacing(36);
    for (const KeyGroup& group : groups) {
        if (QLabel* section = sectionOf(group, page)) columns->addWidget(section, 0, Qt::AlignTop);
    }
    columns->addStretch();
    auto* scroll = new QScrollArea(this);
    scroll->setWidget(page);
    scroll->setWidgetResizable(true);
    scroll->setFrameShape(QFrame::NoFrame);
    auto* buttons = new QDialogButtonBox(QDialogButtonBox::Close, this);
    connect(buttons, &QDialogButtonBox::rejected, this, &QDialog::reject);
    auto* layout = new QVBoxLayout(this);
    layout->addWidget(scroll);
    layout->addWidget(buttons);
    const QSize wanted = page->sizeHint() + QSize(60, 90);
    resize(wanted.boundedTo({1100, 700}));
}

}  // namespace shardscope::gui
