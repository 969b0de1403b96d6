#pragma once
// --grad-accum and --global-batch, which must agree with micro-batch and ranks.

#include "profiler/cli/options/setting_reader.h"
#include "profiler/run/run_request.h"

namespace shardscope::cli {

/// Sets gradAccums and workload.gradAccum. Needs workload.microBatch and ranks. Faults: a global
/// batch that is not micro-batch x grad-accum x ranks, naming the product. @param held false: a global
/// batch is not looked at, as `plan` gives each number of ranks its own G.
void readBatch(SettingReader& read, bool held, profiler::RunRequest& request);

}  // namespace shardscope::cli
