// GPU times on the host's clock, whatever NTP does to the former.

#include <gtest/gtest.h>

#include "profiler/cupti/gpu_clock.h"

namespace shardscope::profiler::cupti {

namespace {

constexpr int64_t kEpoch = 1'800'000'000'000'000'000;  // ns since 1970, as CLOCK_REALTIME counts
constexpr int64_t kSecond = 1'000'000'000;

TEST(GpuClock, AConstantOffsetIsExact) {
    GpuClock clock;
    clock.add({.hostNs = 5000, .gpuNs = kEpoch + 5000, .halfWidthNs = 20});
    EXPECT_EQ(clock.toHostNs(kEpoch + 7), 7);
    clock.add({.hostNs = kSecond, .gpuNs = kEpoch + kSecond, .halfWidthNs = 30});
    EXPECT_EQ(clock.toHostNs(kEpoch + kSecond / 2), kSecond / 2);
    EXPECT_EQ(clock.residualNs(), 30);
}

// 50 ppm of drift: 50 us a second.
TEST(GpuClock, ASteadyDriftIsFollowedBetweenReadings) {
    GpuClock clock;
    for (int64_t second = 0; second < 4; ++second) {
        const int64_t host = second * kSecond;
        clock.add({.hostNs = host, .gpuNs = kEpoch + host + second * 50'000, .halfWidthNs = 20});
    }
    EXPECT_EQ(clock.toHostNs(kEpoch + 5 * kSecond / 2 + 125'000), 5 * kSecond / 2);
    EXPECT_LE(clock.residualNs(), 50'000 + 20);
}

TEST(GpuClock, AStepOfTheClockShowsAsResidual) {
    GpuClock clock;
    clock.add({.hostNs = 0, .gpuNs = kEpoch, .halfWidthNs = 20});
    clock.add({.hostNs = kSecond, .gpuNs = kEpoch + kSecond, .halfWidthNs = 20});
    EXPECT_EQ(clock.residualNs(), 20);
    clock.add(
        {.hostNs = 2 * kSecond, .gpuNs = kEpoch + 2 * kSecond + 3'000'000, .halfWidthNs = 20});
    EXPECT_EQ(clock.residualNs(), 3'000'020);
}

TEST(GpuClock, TheTightestBracketIsKept) {
    int64_t host = 0, width = 400;
    const ClockPair pair = readClocks(
        [&] {
            const int64_t now = host;
            host += width;
            width = width > 100 ? width - 50 : 100;
            return now;
        },
        [&] { return kEpoch + host; });
    EXPECT_LE(pair.halfWidthNs, 75);
    EXPECT_NEAR(static_cast<double>(pair.gpuNs - kEpoch - pair.hostNs), 0.0, 100.0);
}

}  // namespace

}  // namespace shardscope::profiler::cupti
