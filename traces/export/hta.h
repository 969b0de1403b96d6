#pragma once
// A recording as Holistic Trace Analysis wants it: one file a rank. Any thread.
//
// In each file (W2, W16, W17): distributedInfo with rank and world size; kernels on streams 7
// (compute) and 20 (communication) of a device process, collectives under NCCL-like names
// (ncclDevKernel_ReduceScatter_Sum_bf16_HOST), lanes that say where they ran; a host process with
// ProfilerStep#N and the phases as user_annotation, and for each kernel a cudaLaunchKernel with its
// correlation id. Our recordings have no launch times: a launch is placed in the microsecond before
// its kernel, so queue lengths and launch delays in Holistic Trace Analysis mean nothing here.
// It rounds times inward to microseconds unless HTA_DISABLE_NS_ROUNDING=1 and drops the last step.

#include <string>
#include <vector>

#include "core/base/result.h"
#include "traces/trace.h"

namespace shardscope::traces {

/// Writes rank-0.json.gz, rank-1.json.gz, …, one a recorded rank, into @p folder, which is made
/// when it is not there.
/// @return their paths. Errors: InvalidInput when @p trace is no recording of ours, or when the
/// folder has traces of others (they would be analysed along); Io.
core::Result<std::vector<std::string>> exportHta(const Trace& trace, const std::string& folder);

}  // namespace shardscope::traces
