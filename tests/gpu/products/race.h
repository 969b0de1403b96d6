#pragma once
// A product as the engine computes it, against the fastest of all algorithms that cuBLASLt offers for its
// shape. One thread, on the current device.

#include <span>
#include <string>
#include <vector>

#include "gpu/matmul/products.h"
#include "tests/gpu/products/planned_products.h"

namespace shardscope::products {

/// The target: ours is at least this share of the best.
inline constexpr double kTarget = 0.95;

struct Rules {
    int offers = 64;    ///< asked of cuBLASLt, at most
    int heats = 3;      ///< runs of each offer, after one that is not counted; the fastest counts
    int finalists = 4;  ///< of the heats, timed again in turn with ours
    int rounds = 11;    ///< of the final; medians count
    int laps = 4;       ///< runs, one after another, of one time in the final
};

struct Finish {
    PlannedProduct product;
    double oursMs = 0.0, bestMs = 0.0;
    int offers = 0;
    bool anyOrder =
        false;  ///< the best sums in an order that changes from run to run, which we may not
    double ratio() const { return bestMs / oursMs; }
};

/// Errors: Failed when cuBLASLt has no algorithm, or the GPU no room.
core::Result<Finish> race(const gpu::CublasLtApi& api, const PlannedProduct& product,
                          const Rules& rules = {});

/// A line a shape, the slowest against its best last, and a sentence that says so.
std::string tableOf(std::vector<Finish> finishes);

}  // namespace shardscope::products
