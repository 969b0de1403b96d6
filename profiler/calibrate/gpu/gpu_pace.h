#pragma once
// What a GPU does best: copies, and products of squares; alone, and beside other ranks that do the same.

#include <memory>
#include <vector>

#include "profiler/calibrate/gpu/gpu_bench.h"

namespace shardscope::profiler {

/// A copy kernel over half of a bench's arena.
struct CopyTime {
    int64_t bytes = 0;  ///< copied: as many are read, and written
    double gbps = 0;    ///< bytes read and written
};

/// A product of two squares.
struct SquareTime {
    core::DType dtype = core::DType::Bf16;
    bool tf32 = false;
    int64_t size = 0;
    double ns = 0;

    double tflops() const {
        const auto n = static_cast<double>(size);
        return 2.0 * n * n * n / ns / 1e3;
    }
};

core::Result<CopyTime> copyOf(GpuBench& bench);
/// @param tf32 what the bench's products of fp32 are.
core::Result<SquareTime> squareOf(GpuBench& bench, core::DType dtype, bool tf32, int64_t size);
/// From small to large, until @p seconds are over; 128 and 256 in any case. Bounded by the bench's arena.
core::Result<std::vector<SquareTime>> sweepSquares(GpuBench& bench, core::DType dtype, bool tf32,
                                                   double seconds);
/// How much longer the first of @p benches takes when all do it at once, one a rank of a GPU; at least 1.
core::Result<double> copySharing(const std::vector<std::unique_ptr<GpuBench>>& benches);
/// @param size at most; as large as their arenas hold.
core::Result<double> squareSharing(const std::vector<std::unique_ptr<GpuBench>>& benches,
                                   core::DType dtype, int64_t size);

}  // namespace shardscope::profiler
