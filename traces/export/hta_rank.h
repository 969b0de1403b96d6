#pragma once
// One rank of a recording in the words of Holistic Trace Analysis (export/hta.h). One thread.

#include <string>

#include "traces/trace.h"

namespace shardscope::traces {

/// The trace of @p rank alone; @p recording is one of ours.
Trace htaTraceOf(const Trace& recording, int rank, int worldSize);

/// "ncclDevKernel_ReduceScatter_Sum_bf16_HOST": what Holistic Trace Analysis takes for communication.
/// @param collective "reduce_scatter", …; @param dtype "BFloat16", …; @param device "host", …
std::string ncclLikeName(std::string_view collective, std::string_view dtype,
                         std::string_view device);

}  // namespace shardscope::traces
