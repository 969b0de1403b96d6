#pragma once
// The run form as WORKLOAD.json. Pure; any thread.

#include <QByteArray>
#include <QStringList>

#include "core/base/result.h"
#include "gui/model/run_form.h"

namespace shardscope::gui {

struct WorkloadText {
    QByteArray text;
    QStringList leftOut;  ///< words of the form that are no part of a workload: "--out", "runs/a"
};

/// What `shardscope run FILE` needs to run what @p form says. @p base is the text of form.workload,
/// whose keys stay unless the form says otherwise; empty for none.
/// Errors: InvalidInput when @p base is no JSON object, or a word of form.more is no option.
core::Result<WorkloadText> workloadText(const RunForm& form, const CommandOptions& options,
                                        const QByteArray& base);

}  // namespace shardscope::gui
