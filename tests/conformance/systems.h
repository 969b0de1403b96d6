#pragma once
// Strategies of other systems, each with the zero-* strategy that has its sums; and what a run's pool held.

#include <algorithm>

#include "tests/conformance/harness.h"

namespace shardscope::conformance {

struct Pair {
    const char* system;
    const char* zero;
    double clip;  ///< 0 where the norm's tree is another one
};

/// ddp and megatron own what zero-0 and zero-1 own. The others split differently, so their norms are
/// summed in another order; without clipping that reaches no weight.
inline constexpr Pair kPairs[] = {{"ddp", "zero-0", 1.0},         {"megatron", "zero-1", 1.0},
                                  {"llm.c", "zero-1", 0.0},       {"deepspeed-1", "zero-1", 0.0},
                                  {"deepspeed-2", "zero-2", 0.0}, {"torch-zero", "zero-1", 0.0},
                                  {"fsdp2", "zero-3", 0.0}};

inline void asWorkload(core::Strategy& s) {
    s.reduceDType = s.accumulateDType = core::GradientDType::AsWorkload;
}

/// Live bytes of a category, at an event and at most.
inline int64_t live(const PoolEvent& event, core::Category category) {
    return event.live[static_cast<size_t>(category)];
}
inline int64_t most(const Outcome& outcome, core::Category category, size_t rank = 0) {
    int64_t bytes = 0;
    for (const PoolEvent& event : outcome.pool[rank])
        bytes = std::max(bytes, live(event, category));
    return bytes;
}

}  // namespace shardscope::conformance
