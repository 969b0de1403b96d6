#pragma once
// The plan view's question as a command line, and a configuration of its answer as a simulation's.
// Pure; any thread.

#include <QStringList>

#include "gui/model/plan.h"
#include "gui/model/run_form.h"

namespace shardscope::gui {

/// Options of the plan form, in the order in which they are written.
const QStringList& planFormOptions();

/// Everything after "shardscope": "plan", the file, the options, "--json --progress json".
QStringList planArguments(const RunForm& form, const CommandOptions& options);

/// Everything after "shardscope" that asks for @p row of the plan that @p form asked for, and the form's
/// strategies, along @p setting: over the form's values of it where it lists several.
QStringList slideArguments(const RunForm& form, const CommandOptions& options, const PlanRow& row,
                           SlideSetting setting);

/// Everything after "shardscope" that simulates @p row of the plan that @p form asked for: what both
/// commands know of the form, and the row's own settings. @param simulate the options of `simulate`.
QStringList simulateArguments(const RunForm& form, const CommandOptions& simulate,
                              const PlanRow& row);
/// Where that simulation's recording goes: one folder a configuration of a model.
QString simulationFolder(const QString& model, const PlanRow& row);

}  // namespace shardscope::gui
