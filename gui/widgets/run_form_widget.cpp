#include "gui/widgets/run_form_widget.h"

#include <QCheckBox>
#include <QComboBox>
#include <QDir>
#include <QFile>
#include <QFileDialog>
#include <QGridLayout>
#include <QGroupBox>
#include <QLabel>
#include <QLineEdit>
#include <QToolButton>
#include <algorithm>

namespace shardscope::gui {
namespace {

constexpr int kPresetColumns = 3;
constexpr int kMargin = 10;
constexpr int kFirstLabel = 78, kSecondLabel = 84;  // of a group's two columns of labels
constexpr qint64 kMostWorkloadBytes = 1 << 20;

bool isStage(const QString& strategy) { return strategy.startsWith(QLatin1String("zero-")); }

QToolButton* button(const QString& text, const QString& tip) {
    auto* made = new QToolButton;
    made->setText(text);
    made->setToolTip(tip);
    return made;
}

QHBoxLayout* beside(QWidget* line, QWidget* after) {
    auto* row = new QHBoxLayout;
    row->addWidget(line, 1);
    row->addWidget(after);
    return row;
}

}  // namespace

RunFormWidget::RunFormWidget(QString folder, QWidget* parent)
    : QWidget(parent), folder_(std::move(folder)) {
    auto* column = new QVBoxLayout(this);
    column->setContentsMargins(0, 0, 0, 0);
    column->setSpacing(kMargin);
    addModel(*column);
    addStrategies(*column);
    addBatch(*column);
    addTraining(*column);
    addOutput(*column);
    column->addStretch(1);
}

QGridLayout* RunFormWidget::addGroup(QVBoxLayout& column, const QString& title) {
    auto* group = new QGroupBox(title);
    auto* grid = new QGridLayout(group);
    grid->setContentsMargins(kMargin, 6, kMargin, kMargin);
    grid->setHorizontalSpacing(8);
    grid->setVerticalSpacing(6);
    grid->setColumnMinimumWidth(0, kFirstLabel);
    grid->setColumnMinimumWidth(2, kSecondLabel);
    grid->setColumnStretch(1, 1);
    grid->setColumnStretch(3, 1);
    column.addWidget(group);
    return grid;
}

void RunFormWidget::addLabelled(QGridLayout& grid, int row, int column, const QString& label,
                                Field field, const QString& option, int span) {
    auto* title = new QLabel(label);
    title->setBuddy(field.widget);
    field.widget->setAccessibleName(label);
    field.widget->setObjectName(option);
    field.widget->setMinimumWidth(56);
    grid.addWidget(title, row, column);
    grid.addWidget(field.widget, row, column + 1, 1, span);
    connect(field.line, &QLineEdit::textChanged, this, &RunFormWidget::changed);
    fields_[option] = field;
}

void RunFormWidget::addField(QGridLayout& grid, int row, int column, const QString& option,
                             const QString& label, int span) {
    auto* line = new QLineEdit;
    addLabelled(grid, row, column, label, {line, line}, option, span);
}

void RunFormWidget::addChoice(QGridLayout& grid, int row, int column, const QString& option,
                              const QString& label) {
    auto* combo = new QComboBox;
    combo->setEditable(true);
    combo->setInsertPolicy(QComboBox::NoInsert);
    combo->setSizeAdjustPolicy(QComboBox::AdjustToMinimumContentsLengthWithIcon);
    combo->setMinimumContentsLength(6);
    const int span = column == 0 && option == QLatin1String("--model") ? 3 : 1;
    addLabelled(grid, row, column, label, {combo->lineEdit(), combo}, option, span);
}

void RunFormWidget::addPath(QGridLayout& grid, int row, const QString& option, const QString& label,
                            bool folder) {
    auto* browse = button(tr("Choose…"), label);
    addField(grid, row, 0, option, label, 3);
    grid.addLayout(beside(fields_[option].line, browse), row, 1, 1, 3);
    connect(browse, &QToolButton::clicked, this, [this, option, label, folder] {
        const QString path = folder ? QFileDialog::getExistingDirectory(this, label, folder_)
                                    : QFileDialog::getOpenFileName(this, label, folder_);
        if (!path.isEmpty()) fields_[option].line->setText(relative(path));
    });
}

void RunFormWidget::addModel(QVBoxLayout& column) {
    QGridLayout* grid = addGroup(column, tr("Workload"));
    workload_ = new QLineEdit;
    workload_->setPlaceholderText(tr("none: the fields below"));
    workload_->setAccessibleName(tr("Workload file"));
    workload_->setObjectName(QStringLiteral("workload"));
    auto* label = new QLabel(tr("&File"));
    label->setBuddy(workload_);
    auto* open = button(tr("Open…"), tr("Open a WORKLOAD.json; the fields override it"));
    grid->addWidget(label, 0, 0);
    grid->addLayout(beside(workload_, open), 0, 1, 1, 3);
    connect(open, &QToolButton::clicked, this, &RunFormWidget::browseWorkload);
    connect(workload_, &QLineEdit::textChanged, this, &RunFormWidget::readWorkload);
    addChoice(*grid, 1, 0, QStringLiteral("--model"), tr("&Model"));
    addField(*grid, 2, 0, QStringLiteral("--layers"), tr("&Layers"));
    addField(*grid, 2, 2, QStringLiteral("--hidden"), tr("&Hidden"));
    addField(*grid, 3, 0, QStringLiteral("--heads"), tr("H&eads"));
    addField(*grid, 3, 2, QStringLiteral("--seq"), tr("Se&quence"));
}

void RunFormWidget::addBatch(QVBoxLayout& column) {
    QGridLayout* grid = addGroup(column, tr("Ranks, batch, buckets"));
    addField(*grid, 0, 0, QStringLiteral("--ranks"), tr("&Ranks"));
    addField(*grid, 0, 2, QStringLiteral("--micro-batch"), tr("Micro-&batch"));
    addField(*grid, 1, 0, QStringLiteral("--grad-accum"), tr("&Accumulate"));
    addChoice(*grid, 1, 2, QStringLiteral("--dtype"), tr("&Type"));
    addField(*grid, 2, 0, QStringLiteral("--bucket"), tr("B&ucket"));
    addField(*grid, 2, 2, QStringLiteral("--in-flight"), tr("&In flight"));
}

void RunFormWidget::addStrategies(QVBoxLayout& column) {
    QGridLayout* grid = addGroup(column, tr("Strategies to compare"));
    stageRow_ = new QGridLayout;
    presetGrid_ = new QGridLayout;
    for (QGridLayout* each : {stageRow_, presetGrid_}) {
        each->setHorizontalSpacing(kMargin);
        each->setVerticalSpacing(2);
    }
    auto* systems = new QLabel(tr("as other systems do it:"));
    grid->addLayout(stageRow_, 0, 0, 1, 4);
    grid->addWidget(systems, 1, 0, 1, 4);
    grid->addLayout(presetGrid_, 2, 0, 1, 4);
}

void RunFormWidget::addTraining(QVBoxLayout& column) {
    QGridLayout* grid = addGroup(column, tr("Training"));
    addField(*grid, 0, 0, QStringLiteral("--steps"), tr("Ste&ps"));
    addField(*grid, 0, 2, QStringLiteral("--memory-limit"), tr("Memory limi&t"));
    addPath(*grid, 1, QStringLiteral("--data"), tr("&Data"), false);
}

void RunFormWidget::addOutput(QVBoxLayout& column) {
    QGridLayout* grid = addGroup(column, tr("Output"));
    addPath(*grid, 0, QStringLiteral("--out"), tr("F&older"), true);
    more_ = new QLineEdit;
    more_->setPlaceholderText(tr("more options, as in a terminal"));
    more_->setAccessibleName(tr("More options"));
    more_->setObjectName(QStringLiteral("more"));
    auto* label = new QLabel(tr("More"));
    label->setBuddy(more_);
    grid->addWidget(label, 1, 0);
    grid->addWidget(more_, 1, 1, 1, 3);
    connect(more_, &QLineEdit::textChanged, this, &RunFormWidget::changed);
}

void RunFormWidget::setOptions(const CommandOptions& options) {
    options_ = options;
    for (auto& [option, field] : fields_) {
        const CommandOption* known = options.find(option);
        if (!known) continue;
        field.widget->setToolTip(QStringLiteral("<b>%1 %2</b><br>%3")
                                     .arg(option, known->valueName.toHtmlEscaped(),
                                          known->help.toHtmlEscaped().replace('\n', ' ')));
        auto* combo = qobject_cast<QComboBox*>(field.widget);
        if (!combo) continue;
        const QString typed = combo->currentText();
        combo->clear();
        combo->addItems(options.valuesOf(option));
        combo->setCurrentIndex(-1);
        combo->setEditText(typed);
    }
    makeBoxes();
    readWorkload();
}

void RunFormWidget::makeBoxes() {
    for (QCheckBox* box : boxes_) delete box;
    boxes_.clear();
    int stages = 0, systems = 0;
    const CommandOption* known = options_.find(QStringLiteral("--strategy"));
    if (!known) return;
    for (const OptionValue& preset : known->values) {
        auto* box = new QCheckBox(preset.name);
        box->setToolTip(preset.title);
        box->setObjectName(preset.name);
        box->setAccessibleDescription(preset.title);
        connect(box, &QCheckBox::toggled, this, &RunFormWidget::changed);
        boxes_.push_back(box);
        if (isStage(preset.name)) {
            stageRow_->addWidget(box, 0, stages++);
        } else {
            presetGrid_->addWidget(box, systems / kPresetColumns, systems % kPresetColumns);
            ++systems;
        }
    }
}

void RunFormWidget::tick(const QStringList& strategies) {
    for (QCheckBox* box : boxes_) box->setChecked(strategies.contains(box->text()));
}

void RunFormWidget::showDefaults() {
    for (auto& [option, field] : fields_) {
        const CommandOption* known = options_.find(option);
        if (!known) continue;
        const QString ofFile = workloadValue(workloadText_, known->key);
        field.line->setPlaceholderText(ofFile.isEmpty() ? known->shownDefault : ofFile);
    }
}

void RunFormWidget::readWorkload() {
    workloadText_.clear();
    const QString path = workload_->text().trimmed();
    QFile file(QDir(folder_).absoluteFilePath(path));
    if (!path.isEmpty() && file.open(QIODevice::ReadOnly)) {
        workloadText_ = file.read(kMostWorkloadBytes);
    }
    const QStringList ofFile = workloadStrategies(workloadText_);
    tick(ofFile.isEmpty() ? defaultStrategies(options_) : ofFile);
    showDefaults();
    emit changed();
}

void RunFormWidget::setWorkload(const QString& path) { workload_->setText(path); }

void RunFormWidget::browseWorkload() {
    const QString path =
        QFileDialog::getOpenFileName(this, tr("Open a workload"), folder_, tr("Workload (*.json)"));
    if (!path.isEmpty()) setWorkload(relative(path));
}

QString RunFormWidget::relative(const QString& path) const {
    const QString short_ = QDir(folder_).relativeFilePath(path);
    return short_.startsWith(QLatin1String("..")) ? path : short_;
}

RunForm RunFormWidget::form() const {
    RunForm form{.workload = workload_->text().trimmed(), .more = more_->text()};
    for (const auto& [option, field] : fields_) form.given[option] = field.line->text();
    for (const QCheckBox* box : boxes_) {
        if (box->isChecked()) form.strategies += box->text();
    }
    return form;
}

}  // namespace shardscope::gui
