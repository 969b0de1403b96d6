#include "gui/widgets/run_form_widget.h"

#include <QBoxLayout>
#include <QDir>
#include <QFileDialog>
#include <QSaveFile>
#include <QToolButton>

#include "gui/model/command_line.h"
#include "gui/model/workload_text.h"

namespace shardscope::gui {

RunFormWidget::RunFormWidget(const QString& folder, QWidget* parent) : CommandForm(folder, parent) {
    QGridLayout* model = addGroup(tr("Workload"));
    auto* save = formButton(tr("Save…"), tr("Save the form as a WORKLOAD.json"));
    connect(save, &QToolButton::clicked, this, &RunFormWidget::chooseWhereToSave);
    addWorkload(*model, 0)->addWidget(save);
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

core::Result<QStringList> RunFormWidget::saveWorkload(const QString& path) {
    const auto saved = gui::workloadText(form(), options(), workloadText());
    if (!saved) return tl::unexpected(saved.error());
    QSaveFile file(QDir(folder()).absoluteFilePath(path));
    const bool written = file.open(QIODevice::WriteOnly) &&
                         file.write(saved->text) == saved->text.size() && file.commit();
    if (!written) {
        return core::ioError(path.toStdString(),
                             "cannot be written: " + file.errorString().toStdString());
    }
    const auto rest = gui::workloadText({.more = form().more}, options(), {});
    takeSaved(file.fileName(), rest ? joinForShell(rest->leftOut) : QString());
    return saved->leftOut;
}

void RunFormWidget::chooseWhereToSave() {
    const QString path = QFileDialog::getSaveFileName(
        this, tr("Save the form as a workload"),
        QDir(folder()).filePath(QStringLiteral("workload.json")), tr("Workload (*.json)"));
    if (path.isEmpty()) return;
    const auto leftOut = saveWorkload(path);
    if (!leftOut) return emit said(QString::fromStdString(core::toString(leftOut.error())), true);
    const QString name = QDir(folder()).relativeFilePath(path);
    emit said(leftOut->isEmpty() ? tr("Saved: %1").arg(name)
                                 : tr("Saved: %1, without %2, which is no part of a workload")
                                       .arg(name, joinForShell(*leftOut)),
              false);
}

}  // namespace shardscope::gui
