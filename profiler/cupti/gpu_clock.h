#pragma once
// CUPTI's clock (CLOCK_REALTIME, to which GPU times are interpolated) against the host's steady one.
// NTP moves the former; pairs of readings, taken at every flush, follow it. One thread at a time.

#include <array>
#include <cstdint>
#include <functional>

namespace shardscope::profiler::cupti {

/// Both clocks at one instant.
struct ClockPair {
    int64_t hostNs = 0;
    int64_t gpuNs = 0;
    int64_t halfWidthNs = 0;  ///< how far wrong hostNs may be: half of the bracket around gpuNs
};

/// The tightest of a few brackets host · gpu · host.
ClockPair readClocks(const std::function<int64_t()>& hostNow,
                     const std::function<int64_t()>& gpuNow);

class GpuClock {
  public:
    void add(const ClockPair& pair);
    /// Between the last two pairs, and beyond them at their rate. At least one pair was added.
    int64_t toHostNs(int64_t gpuNs) const;
    /// How far wrong toHostNs has been at most: the bracket, and by how much the offset between the
    /// clocks departed from the rate it had.
    int64_t residualNs() const { return residualNs_; }

  private:
    int64_t offsetAt(int64_t gpuNs) const;

    int pairs_ = 0;
    ClockPair before_, last_;
    int64_t residualNs_ = 0;
};

}  // namespace shardscope::profiler::cupti
