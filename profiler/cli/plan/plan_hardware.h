#pragma once
// The machine that a plan is for: --gpu or --hardware, and the memory there is. Faults are the reader's.

#include "profiler/cli/options/setting_reader.h"
#include "profiler/cli/plan/plan_options.h"

namespace shardscope::cli {

/// Fills in @p request's hardware and memory, and its question's budget and nodes. A GPU's pool is what
/// context, libraries and NCCL leave; a CPU's ranks are threads, and share what it has.
void readPlanHardware(SettingReader& read, PlanRequest& request);

}  // namespace shardscope::cli
