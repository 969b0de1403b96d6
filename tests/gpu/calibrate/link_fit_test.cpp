// Collectives of a known latency and bandwidth, fitted.

#include "profiler/calibrate/gpu/link_fit.h"

#include <gtest/gtest.h>

#include "core/base/units.h"

namespace shardscope::profiler {
namespace {

using core::CollectiveKind;

/// What a ring of @p ranks takes.
TimedCollective ring(CollectiveKind kind, double bytes, int ranks, double latencyUs, double gbps) {
    const double others = static_cast<double>(ranks - 1) / ranks;
    const double wire = kind == CollectiveKind::AllReduce ? 2 * others * bytes : others * bytes;
    return {.kind = kind,
            .dtype = core::DType::Bf16,
            .bytes = bytes,
            .ns = latencyUs * 1e3 + wire / gbps};
}

std::vector<TimedCollective> sweep(int ranks, double latencyUs, double gbps) {
    std::vector<TimedCollective> all;
    for (const CollectiveKind kind :
         {CollectiveKind::ReduceScatter, CollectiveKind::AllGather, CollectiveKind::AllReduce}) {
        all.push_back(ring(kind, 64, ranks, latencyUs / 2, gbps));
        for (double bytes = 65536; bytes <= double{1 << 30}; bytes *= 4) {
            all.push_back(ring(kind, bytes, ranks, latencyUs, gbps));
        }
    }
    return all;
}

TEST(FitLink, FindsTheBandwidthAndTheLatencyOfARing) {
    for (const int ranks : {2, 4, 8}) {
        const LinkFit fit = fitLink(sweep(ranks, 20, 300), ranks);
        EXPECT_NEAR(fit.linkGBps, 300, 3) << ranks;
        EXPECT_NEAR(fit.latencyUs, 20, 0.5) << ranks;
        EXPECT_NEAR(fit.smallestUs, 10, 0.1) << ranks;
        EXPECT_EQ(fit.largestBytes, double{1 << 30});
    }
}

TEST(FitLink, AThirdOfTheBandwidthIsAThirdOfTheLink) {
    EXPECT_NEAR(fitLink(sweep(4, 20, 100), 4).linkGBps, 100, 1);
}

}  // namespace
}  // namespace shardscope::profiler
