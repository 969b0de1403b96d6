#pragma once
// Elements a rank sends a step, in units of the parameter count: what each system's stage moves.
// Sources: ZeRO, arXiv 1910.02054 section 7 (all-reduce counts twice); DeepSpeed's and llm.c's code
// for the volumes of their own. Pure functions; any thread.

#include <cstdint>
#include <string_view>

namespace shardscope::core {

enum class VolumeRule : uint8_t {
    Zero0,       ///< gradients all-reduced once: 2
    Zero1,       ///< reduce-scatter once, weights all-gathered: 2
    Zero2,       ///< reduce-scatter every micro-batch: G + 1
    Zero3,       ///< and two weight gathers a micro-batch: 3G
    DeepSpeed1,  ///< gradients all-reduced although sharded: 3
    DeepSpeed2,  ///< likewise every micro-batch: 2G + 1
};

/// Elements a rank and step, over the number of parameters, for many ranks.
double elementsPerParameter(VolumeRule rule, int gradAccum);
/// What a ring puts on the wire of that: times (N-1)/N (nccl-tests' PERFORMANCE.md).
double wireElementsPerParameter(VolumeRule rule, int gradAccum, int ranks);

}  // namespace shardscope::core
