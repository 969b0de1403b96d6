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

// Offsets are small differences of large numbers: only they go through a double.
double GpuClock::offsetAt(int64_t gpuNs) const {
    const auto lastOffset = static_cast<double>(last_.gpuNs - last_.hostNs);
    if (pairs_ < 2 || last_.gpuNs == before_.gpuNs) return lastOffset;
    const auto change =
        static_cast<double>((last_.gpuNs - last_.hostNs) - (before_.gpuNs - before_.hostNs));
    const double share =
        static_cast<double>(gpuNs - last_.gpuNs) / static_cast<double>(last_.gpuNs - before_.gpuNs);
    return lastOffset + change * share;
}

int64_t GpuClock::toHostNs(int64_t gpuNs) const { return gpuNs - std::llround(offsetAt(gpuNs)); }

void GpuClock::add(const ClockPair& pair) {
    int64_t departed = 0;
    if (pairs_ > 0) departed = std::abs(toHostNs(pair.gpuNs) - pair.hostNs);
    residualNs_ = std::max(residualNs_, departed + pair.halfWidthNs);
    before_ = last_;
    last_ = pair;
    ++pairs_;
}

}  // namespace shardscope::profiler::cupti
