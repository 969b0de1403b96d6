#include "gui/widgets/plan_form_widget.h"

namespace shardscope::gui {

PlanFormWidget::PlanFormWidget(const QString& folder, QWidget* parent)
    : CommandForm(folder, parent) {
    QGridLayout* model = addGroup(tr("Model"));
    addWorkload(*model, 0);
    addChoice(*model, 1, 0, QStringLiteral("--model"), tr("&Model"), 3);
    addField(*model, 2, 0, QStringLiteral("--seq"), tr("Se&quence"));
    addChoice(*model, 2, 2, QStringLiteral("--dtype"), tr("&Type"));
    QGridLayout* hardware = addGroup(tr("Hardware"));
    addChoice(*hardware, 0, 0, QStringLiteral("--gpu"), tr("&GPU"), 3);
    addChoice(*hardware, 1, 0, QStringLiteral("--fabric"), tr("&Fabric"), 3);
    addField(*hardware, 2, 0, QStringLiteral("--memory"), tr("Memor&y"), 3);
    QGridLayout* lists = addGroup(tr("Choices: lists, every combination is tried"));
    addField(*lists, 0, 0, QStringLiteral("--ranks"), tr("&Ranks"), 3);
    addField(*lists, 1, 0, QStringLiteral("--global-batch"), tr("G&lobal batch"));
    addField(*lists, 1, 2, QStringLiteral("--micro-batch"), tr("Micro-&batch"));
    addField(*lists, 2, 0, QStringLiteral("--grad-accum"), tr("&Accumulate"));
    addField(*lists, 2, 2, QStringLiteral("--in-flight"), tr("&In flight"));
    addField(*lists, 3, 0, QStringLiteral("--bucket"), tr("B&ucket"), 3);
    addField(*lists, 4, 0, QStringLiteral("--checkpointing"), tr("C&heckpoints"), 3);
    addStrategies(tr("Strategies"));
    QGridLayout* more = addGroup(tr("More"));
    addMore(*more, 0);
    endGroups();
    setText(QStringLiteral("--model"), QStringLiteral("llama-3.1-8b"));
    setText(QStringLiteral("--gpu"), QStringLiteral("h100-sxm"));
    setText(QStringLiteral("--ranks"), QStringLiteral("8,16,32,64"));
    setText(QStringLiteral("--global-batch"), QStringLiteral("128"));
    setText(QStringLiteral("--micro-batch"), QStringLiteral("1,2"));
}

}  // namespace shardscope::gui
