#pragma once
// How long one matrix product takes on a GPU's matrix units: tiles, waves of tiles, and inner
// dimensions split over multiprocessors. Pure.

#include <cstdint>

#include "core/base/dtype.h"
#include "core/sim/hardware.h"

namespace shardscope::core {

struct MatmulShape {
    int64_t m = 0, n = 0, k = 0;
    DType dtype = DType::Bf16;  ///< of the factors; fp32 takes the fp32 peak, not TF32
};

/// Seconds of arithmetic of the best tile and split, without launching and without memory.
/// A GPU works in waves of one tile a multiprocessor, so the last wave may be mostly idle; small
/// products leave multiprocessors without a tile. Source: NVIDIA's Matrix Multiplication Background
/// User's Guide, tile and wave quantization.
double matmulSeconds(const Hardware& hardware, const MatmulShape& shape);

}  // namespace shardscope::core
