// The form's boxes: a strategy each, stages in a row and other systems' presets below.

#include <QCheckBox>
#include <QGridLayout>
#include <QLabel>

#include "gui/model/option_words.h"
#include "gui/widgets/command_form.h"

namespace shardscope::gui {
namespace {

constexpr int kPresetColumns = 3;
constexpr int kGap = 10;

bool isStage(const QString& strategy) { return strategy.startsWith(QLatin1String("zero-")); }

}  // namespace

void CommandForm::addStrategies(const QString& title) {
    QGridLayout* grid = addGroup(title);
    stageRow_ = new QGridLayout;
    presetGrid_ = new QGridLayout;
    for (QGridLayout* each : {stageRow_, presetGrid_}) {
        each->setHorizontalSpacing(kGap);
        each->setVerticalSpacing(2);
    }
    grid->addLayout(stageRow_, 0, 0, 1, 4);
    grid->addWidget(new QLabel(tr("as other systems do it:")), 1, 0, 1, 4);
    grid->addLayout(presetGrid_, 2, 0, 1, 4);
}

void CommandForm::makeBoxes() {
    for (QCheckBox* box : boxes_) delete box;
    boxes_.clear();
    int stages = 0, systems = 0;
    const CommandOption* known = options_.find(QStringLiteral("--strategy"));
    if (!known) return;
    for (const OptionValue& preset : known->values) {
        auto* box = new QCheckBox(preset.name);
        box->setToolTip(optionWords(preset.title));
        box->setObjectName(preset.name);
        box->setAccessibleDescription(optionWords(preset.title));
        connect(box, &QCheckBox::toggled, this, &CommandForm::changed);
        boxes_.push_back(box);
        if (isStage(preset.name)) {
            stageRow_->addWidget(box, 0, stages++);
        } else {
            presetGrid_->addWidget(box, systems / kPresetColumns, systems % kPresetColumns);
            ++systems;
        }
    }
}

void CommandForm::tick(const QStringList& strategies) {
    for (QCheckBox* box : boxes_) box->setChecked(strategies.contains(box->text()));
}

}  // namespace shardscope::gui
