#pragma once
// Which waits count when it is measured how long a thread takes to wake up.

#include <cstdint>

namespace shardscope::profiler {

/// A shorter wait may have been spun through.
inline constexpr int64_t kAsleepNs = 20'000;

}  // namespace shardscope::profiler
