#pragma once
// The sum that every collective of the host makes (design rule 12). Any thread.

#include <cstdint>
#include <span>

#include "core/base/dtype.h"

namespace shardscope::core {

/// output[i] = inputs[0][i] + inputs[1][i] + …, in rank order: floats in fp32, rounded once; integers
/// exactly, wrapping around. One input is copied bit by bit. @p output may be one of the inputs.
/// @param inputs one address a rank, at least one. @param elements of each of them.
void sumInRankOrder(DType dtype, std::span<const void* const> inputs, int64_t elements,
                    void* output);

}  // namespace shardscope::core
