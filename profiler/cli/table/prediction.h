#pragma once
// A prediction beside its measurement: per category predicted, measured and their ratio. Pure; any
// thread.

#include <string>

#include "traces/analysis/breakdown.h"
#include "traces/analysis/report.h"

namespace shardscope::cli {

struct Compared {
    traces::RunReport report;
    traces::StepBreakdown step;
};

/// Text of at most 100 columns, ASCII. Times add up to the step; memory is equal to the byte or said
/// to differ.
std::string predictionTable(const Compared& predicted, const Compared& measured);

/// The same numbers: { "predicted": name, "measured": name, "rows": [ { "group", "name", "unit",
/// "predicted", "measured", "ratio" } ], "memoryEqual": true }. Ratio is measured / predicted, null
/// where nothing was predicted.
traces::Json predictionJson(const Compared& predicted, const Compared& measured);

}  // namespace shardscope::cli
