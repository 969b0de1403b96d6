#pragma once
// DeepSpeed's own estimates of GPU and CPU memory, offload included, as its code computes them.
// Source: deepspeed/runtime/zero/stage_1_and_2.py and stage3.py, estimate_zero{2,3}_model_states_mem_needs
// (and the documentation's older stage 2). Its printed "GB" are GiB. Pure functions; any thread.

#include <cstdint>

namespace shardscope::core {

enum class Offload : uint8_t {
    None,
    Optimizer,           ///< master weights, m and v on the CPU
    OptimizerAndWeights  ///< stage 3 only: weights too
};

struct EstimatorInput {
    double parameters = 0.0;
    double largestLayer = 0.0;  ///< parameters of the largest layer; stage 3
    int gpusPerNode = 1;
    int nodes = 1;
    Offload offload = Offload::None;
    bool zeroInit = true;       ///< stage 3: the model is built sharded
    double bufferFactor = 1.5;  ///< CPU: pinned copies and the like
};

struct EstimatedBytes {
    double gpu = 0.0;  ///< a GPU
    double cpu = 0.0;  ///< a node
};

/// The code as it is now: 2P + 18P/N, or 2P with the optimizer offloaded.
EstimatedBytes estimateZero2(const EstimatorInput& input);
/// As the documentation still prints it: 4P + 16P/N.
EstimatedBytes estimateZero2Documented(const EstimatorInput& input);
/// 18P/N and the largest layer in 16-bit weights and gradients.
EstimatedBytes estimateZero3(const EstimatorInput& input);

}  // namespace shardscope::core
