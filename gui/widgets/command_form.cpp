#include "gui/widgets/command_form.h"

#include <QCheckBox>
#include <QComboBox>
#include <QDir>
#include <QEvent>
#include <QFile>
#include <QFileDialog>
#include <QGridLayout>
#include <QGroupBox>
#include <QLabel>
#include <QLineEdit>
#include <QScrollArea>
#include <QToolButton>
#include <algorithm>

#include "gui/model/option_words.h"

namespace shardscope::gui {
namespace {

constexpr int kMargin = 10;
constexpr int kFirstLabel = 78, kSecondLabel = 84;  // of a group's two columns of labels
constexpr qint64 kMostWorkloadBytes = 1 << 20;

QHBoxLayout* beside(QWidget* line, QWidget* after) {
    auto* row = new QHBoxLayout;
    row->addWidget(line, 1);
    row->addWidget(after);
    return row;
}

}  // namespace

QToolButton* formButton(const QString& text, const QString& tip) {
    auto* made = new QToolButton;
    made->setText(text);
    made->setToolTip(tip);
    made->setAccessibleName(tip);
    return made;
}

CommandForm::CommandForm(QString folder, QWidget* parent)
    : QWidget(parent), folder_(std::move(folder)), column_(new QVBoxLayout(this)) {
    column_->setContentsMargins(0, 0, 0, 0);
    column_->setSpacing(6);
}

void CommandForm::endGroups() { column_->addStretch(1); }

QGridLayout* CommandForm::addGroup(const QString& title) {
    auto* group = new QGroupBox(title);
    auto* grid = new QGridLayout(group);
    grid->setContentsMargins(kMargin, 6, kMargin, 6);
    grid->setHorizontalSpacing(8);
    grid->setVerticalSpacing(6);
    grid->setColumnMinimumWidth(0, kFirstLabel);
    grid->setColumnMinimumWidth(2, kSecondLabel);
    grid->setColumnStretch(1, 1);
    grid->setColumnStretch(3, 1);
    column_->addWidget(group);
    return grid;
}

void CommandForm::addLabelled(QGridLayout& grid, int row, int column, const QString& label,
                              Field field, const QString& option, int span) {
    auto* title = new QLabel(label);
    title->setBuddy(field.widget);
    field.widget->setAccessibleName(label);
    field.widget->setObjectName(option);
    field.widget->setMinimumWidth(56);
    grid.addWidget(title, row, column);
    grid.addWidget(field.widget, row, column + 1, 1, span);
    connect(field.line, &QLineEdit::textChanged, this, &CommandForm::changed);
    fields_[option] = field;
}

void CommandForm::addField(QGridLayout& grid, int row, int column, const QString& option,
                           const QString& label, int span) {
    auto* line = new QLineEdit;
    addLabelled(grid, row, column, label, {line, line}, option, span);
}

void CommandForm::addChoice(QGridLayout& grid, int row, int column, const QString& option,
                            const QString& label, int span) {
    auto* combo = new QComboBox;
    combo->setEditable(true);
    combo->setInsertPolicy(QComboBox::NoInsert);
    combo->setSizeAdjustPolicy(QComboBox::AdjustToMinimumContentsLengthWithIcon);
    combo->setMinimumContentsLength(6);
    addLabelled(grid, row, column, label, {combo->lineEdit(), combo}, option, span);
}

void CommandForm::addPath(QGridLayout& grid, int row, const QString& option, const QString& label,
                          bool folder) {
    auto* browse = formButton(tr("Choose…"), label);
    addField(grid, row, 0, option, label, 3);
    grid.addLayout(beside(fields_[option].line, browse), row, 1, 1, 3);
    connect(browse, &QToolButton::clicked, this, [this, option, label, folder] {
        const QString path = folder ? QFileDialog::getExistingDirectory(this, label, folder_)
                                    : QFileDialog::getOpenFileName(this, label, folder_);
        if (!path.isEmpty()) fields_[option].line->setText(relative(path));
    });
}

QBoxLayout* CommandForm::addWorkload(QGridLayout& grid, int row) {
    workload_ = new QLineEdit;
    workload_->setPlaceholderText(tr("none: the fields below"));
    workload_->setAccessibleName(tr("Workload file"));
    workload_->setObjectName(QStringLiteral("workload"));
    auto* label = new QLabel(tr("&File"));
    label->setBuddy(workload_);
    auto* open = formButton(tr("Open…"), tr("Open a WORKLOAD.json; the fields override it"));
    grid.addWidget(label, row, 0);
    QHBoxLayout* line = beside(workload_, open);
    grid.addLayout(line, row, 1, 1, 3);
    connect(open, &QToolButton::clicked, this, &CommandForm::browseWorkload);
    connect(workload_, &QLineEdit::textChanged, this, &CommandForm::readWorkload);
    return line;
}

void CommandForm::addMore(QGridLayout& grid, int row) {
    more_ = new QLineEdit;
    more_->setPlaceholderText(tr("more options, as in a terminal"));
    more_->setAccessibleName(tr("More options"));
    more_->setObjectName(QStringLiteral("more"));
    auto* label = new QLabel(tr("More"));
    label->setBuddy(more_);
    grid.addWidget(label, row, 0);
    grid.addWidget(more_, row, 1, 1, 3);
    connect(more_, &QLineEdit::textChanged, this, &CommandForm::changed);
}

void CommandForm::setText(const QString& option, const QString& text) {
    const auto field = fields_.find(option);
    if (field != fields_.end()) field->second.line->setText(text);
}

void CommandForm::setTaken(const QString& option, const QString& text) {
    const auto field = fields_.find(option);
    if (field != fields_.end()) field->second.line->setPlaceholderText(text);
}

void CommandForm::changeEvent(QEvent* event) {
    QWidget::changeEvent(event);
    if (event->type() != QEvent::EnabledChange && event->type() != QEvent::PaletteChange) return;
    // Qt draws placeholders of disabled lines darker than their text.
    for (QLineEdit* line : findChildren<QLineEdit*>()) {
        QPalette colours = palette();
        colours.setColor(QPalette::Disabled, QPalette::PlaceholderText,
                         colours.color(QPalette::Disabled, QPalette::Text));
        line->setPalette(colours);
    }
}

void CommandForm::setOptions(const CommandOptions& options) {
    options_ = options;
    for (auto& [option, field] : fields_) {
        const CommandOption* known = options.find(option);
        if (!known) continue;
        field.widget->setToolTip(QStringLiteral("<b>%1 %2</b><br>%3")
                                     .arg(option, known->valueName.toHtmlEscaped(),
                                          optionWords(known->help).toHtmlEscaped()));
        auto* combo = qobject_cast<QComboBox*>(field.widget);
        if (!combo) continue;
        const QString typed = combo->currentText();
        combo->clear();
        for (const OptionValue& value : known->values) {
            combo->addItem(value.name);
            combo->setItemData(combo->count() - 1, optionWords(value.title), Qt::ToolTipRole);
        }
        combo->setCurrentIndex(-1);
        combo->setEditText(typed);
    }
    makeBoxes();
    readWorkload();
}

void CommandForm::showDefaults() {
    for (auto& [option, field] : fields_) {
        const CommandOption* known = options_.find(option);
        if (!known) continue;
        const QString ofFile = workloadValue(workloadText_, known->key);
        field.line->setPlaceholderText(ofFile.isEmpty() ? optionWords(known->shownDefault)
                                                        : ofFile);
    }
}

void CommandForm::readWorkload() {
    workloadText_.clear();
    const QString path = workloadPath();
    QFile file(QDir(folder_).absoluteFilePath(path));
    if (!path.isEmpty() && file.open(QIODevice::ReadOnly)) {
        workloadText_ = file.read(kMostWorkloadBytes);
    }
    const QStringList ofFile = workloadStrategies(workloadText_);
    tick(ofFile.isEmpty() ? defaultStrategies(options_) : ofFile);
    showDefaults();
    emit changed();
}

QString CommandForm::workloadPath() const {
    return workload_ ? workload_->text().trimmed() : QString();
}

void CommandForm::setWorkload(const QString& path) { workload_->setText(path); }

void CommandForm::takeSaved(const QString& path, const QString& more) {
    for (auto& [option, field] : fields_) {
        const CommandOption* known = options_.find(option);
        if (known && !known->types.isEmpty()) field.line->clear();
    }
    more_->setText(more);
    const QString name = relative(path);
    if (name == workload_->text()) return readWorkload();  // the same file says something else now
    setWorkload(name);
}

void CommandForm::browseWorkload() {
    const QString path =
        QFileDialog::getOpenFileName(this, tr("Open a workload"), folder_, tr("Workload (*.json)"));
    if (!path.isEmpty()) setWorkload(relative(path));
}

QString CommandForm::relative(const QString& path) const {
    const QString short_ = QDir(folder_).relativeFilePath(path);
    return short_.startsWith(QLatin1String("..")) ? path : short_;
}

RunForm CommandForm::form() const {
    RunForm form{.workload = workloadPath(), .more = more_->text()};
    for (const auto& [option, field] : fields_) form.given[option] = field.line->text();
    for (const QCheckBox* box : boxes_) {
        if (box->isChecked()) form.strategies += box->text();
    }
    return form;
}

void CommandForm::setForm(const RunForm& form) {
    if (workload_) workload_->setText(form.workload);
    more_->setText(form.more);
    for (const auto& [option, text] : form.given) setText(option, text);
    tick(form.strategies);
}

QWidget* scrolled(CommandForm* form, int width) {
    auto* scroll = new QScrollArea;
    scroll->setWidget(form);
    scroll->setWidgetResizable(true);
    scroll->setFrameShape(QFrame::NoFrame);
    scroll->setHorizontalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
    scroll->setFixedWidth(width);
    scroll->setAccessibleName(CommandForm::tr("Settings of the command"));
    return scroll;
}

}  // namespace shardscope::gui
