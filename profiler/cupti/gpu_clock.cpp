#include "profiler/cupti/gpu_clock.h"

#include <algorithm>
#include <cmath>
#include <cstdlib>

namespace shardscope::profiler::cupti {

ClockPair readClocks(const std::function<int64_t()>& hostNow,
                     const std::function<int64_t()>& gpuNow) {
    constexpr int kTries = 8;
    ClockPair best;
    for (int i = 0; i < kTries; ++i) {
        const int64_t before = hostNow();
        const int64_t gpu = gpuNow();
        const int64_t halfWidth = (hostNow() - before + 1) / 2;
        if (i == 0 || halfWidth < best.halfWidthNs) best = {before + halfWidth, gpu, halfWidth};
    }
    return best;
}

// The offset is as large as the time since 1970, so only how much it changed goes through a double.
int64_t GpuClock::offsetAt(int64_t gpuNs) const {
    const int64_t lastOffset = last_.gpuNs - last_.hostNs;
    if (pairs_ < 2 || last_.gpuNs == before_.gpuNs) return lastOffset;
    const auto change = static_cast<double>(lastOffset - (before_.gpuNs - before_.hostNs));
    const double share =
        static_cast<double>(gpuNs - last_.gpuNs) / static_cast<double>(last_.gpuNs - before_.gpuNs);
    return lastOffset + std::llround(change * share);
}

int64_t GpuClock::toHostNs(int64_t gpuNs) const { return gpuNs - offsetAt(gpuNs); }

void GpuClock::add(const ClockPair& pair) {
    int64_t departed = 0;
    if (pairs_ > 0) departed = std::abs(toHostNs(pair.gpuNs) - pair.hostNs);
    residualNs_ = std::max(residualNs_, departed + pair.halfWidthNs);
    before_ = last_;
    last_ = pair;
    ++pairs_;
}

}  // namespace shardscope::profiler::cupti
