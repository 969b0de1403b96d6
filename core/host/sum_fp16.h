#pragma once
// Sums of fp16 arrays, with the CPU's own conversion where it has one. The bits are those of
// half_float.h either way. Any thread.

#include <cstdint>
#include <span>

namespace shardscope::core {

/// out[i] = Σ inputs[r][i], accumulated in fp32 in the order of @p inputs and rounded once to nearest
/// even. @p out may be any of the inputs.
void sumFp16(std::span<const uint16_t* const> inputs, int64_t elements, uint16_t* out);

}  // namespace shardscope::core
