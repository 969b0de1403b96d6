#pragma once
// --grad-accum and --global-batch, which must agree with micro-batch and ranks.

#include "profiler/cli/setting_reader.h"
#include "profiler/run/run_request.h"

namespace shardscope::cli {

/// Sets gradAccums and workload.gradAccum. Needs workload.microBatch and ranks. Faults: a global
/// batch that is not micro-batch x grad-accum x ranks, naming the product.
void readBatch(SettingReader& read, profiler::RunRequest& request);

}  // namespace shardscope::cli
