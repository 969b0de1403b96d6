#include "gui/widgets/run_form_widget.h"

namespace shardscope::gui {

RunFormWidget::RunFormWidget(const QString& folder, QWidget* parent) : CommandForm(folder, parent) {
    QGridLayout* model = addGroup(tr("Workload"));
    addWorkload(*model, 0);
    addChoice(*model, 1, 0, QStringLiteral("--model"), tr("&Model"), 3);
    addField(*model, 2, 0, QStringLiteral("--layers"), tr("&Layers"));
    addField(*model, 2, 2, QStringLiteral("--hidden"), tr("&Hidden"));
    addField(*model, 3, 0, QStringLiteral("--heads"), tr("H&eads"));
    addField(*model, 3, 2, QStringLiteral("--seq"), tr("Se&quence"));
    addStrategies(tr("Strategies to compare"));
    QGridLayout* batch = addGroup(tr("Ranks, batch, buckets"));
    addField(*batch, 0, 0, QStringLiteral("--ranks"), tr("&Ranks"));
    addField(*batch, 0, 2, QStringLiteral("--micro-batch"), tr("Micro-&batch"));
    addField(*batch, 1, 0, QStringLiteral("--grad-accum"), tr("&Accumulate"));
    addChoice(*batch, 1, 2, QStringLiteral("--dtype"), tr("&Type"));
    addField(*batch, 2, 0, QStringLiteral("--bucket"), tr("B&ucket"));
    addField(*batch, 2, 2, QStringLiteral("--in-flight"), tr("&In flight"));
    QGridLayout* training = addGroup(tr("Training"));
    addField(*training, 0, 0, QStringLiteral("--steps"), tr("Ste&ps"));
    addField(*training, 0, 2, QStringLiteral("--memory-limit"), tr("Memory limi&t"));
    addPath(*training, 1, QStringLiteral("--data"), tr("&Data"), false);
    QGridLayout* output = addGroup(tr("Output"));
    addPath(*output, 0, QStringLiteral("--out"), tr("F&older"), true);
    addMore(*output, 1);
    endGroups();
}

}  // namespace shardscope::gui
