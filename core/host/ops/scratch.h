#pragma once
// fp32 scratch memory of a stream's thread, outside the pool: conversions of what the CPU cannot
// compute on directly. Internal to core/host/ops.

#include <cstdint>

namespace shardscope::core::ops {

/// One scratch array a purpose; two uses that overlap in time need two.
enum class Scratch : uint8_t {
    A,
    B,
    Bias,
    Product,
    RowIn,
    RowGradient,
    RowOut,
    Sums,
    MoreSums,
    Square,
    Heads,
    KeySums,
    ValueSums
};
inline constexpr int kScratchArrays = 13;

/// At least @p elements floats, 64-byte aligned, contents unspecified; the calling thread's own,
/// valid until its next call with the same @p purpose.
float* scratch(Scratch purpose, int64_t elements);

}  // namespace shardscope::core::ops
