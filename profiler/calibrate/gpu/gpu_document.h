#pragma once
// From what was measured on a GPU to a hardware file of kind "gpu". Pure.

#include <optional>
#include <string>
#include <vector>

#include "core/engine/accelerator.h"
#include "core/sim/hardware_file.h"
#include "profiler/calibrate/allocator_rounding.h"
#include "profiler/calibrate/gpu/gpu_pace.h"
#include "profiler/calibrate/gpu/gpu_ranks.h"
#include "profiler/calibrate/gpu/kernel_times.h"

namespace shardscope::profiler {

struct MeasuredGpu {
    core::AcceleratorFacts facts;
    std::string relative;                   ///< in the catalogue
    core::DType dtype = core::DType::Bf16;  ///< of the steps
    bool tf32 = false;                      ///< --tf32: what fp32 products are
    KernelPace smallest;
    HostPace host;
    CopyTime copy;
    std::vector<SquareTime> squares;
    double sustained = 1;  ///< rate of a long run of the best square, over its best
    KernelTimes kernels;
    int64_t productsBytes = 0;  ///< workspaces of matrix products
    std::optional<AllocatorRounding> rounding;
    std::optional<MeasuredRanks> several;
};

/// "NVIDIA H200, 132 multiprocessors, 139.8 GiB, driver 580.159.04, CUDA 13.0".
std::string describe(const core::AcceleratorFacts& facts);
/// The fastest square of a kind of products; none when it was not measured.
std::optional<SquareTime> bestSquare(const MeasuredGpu& measured, core::DType dtype, bool tf32);

/// @param notes gets what the file takes from the catalogue, and why.
core::HardwareDocument gpuDocument(const MeasuredGpu& measured, const std::string& date,
                                   std::vector<std::string>& notes);

}  // namespace shardscope::profiler
