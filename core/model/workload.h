#pragma once
// What is trained, and how: everything that decides the arithmetic and is not the sharding
// strategy.

#include <cstdint>
#include <string>
#include <vector>

#include "core/base/dtype.h"

namespace shardscope::core {

enum class Attention : uint8_t { Materialized, Flash };
enum class OptimizerKind : uint8_t { AdamW, Sgd };

/// Sizes of an architecture. Units: elements; sequence in tokens.
struct ModelShape {
    std::string name = "gpt";  ///< "gpt", "mlp" or "conformance"
    int64_t layers = 6;
    int64_t hidden = 384;
    int64_t heads = 6;
    int64_t vocab = 256;
    int64_t sequence = 64;

    bool operator==(const ModelShape&) const = default;
};

struct OptimizerSettings {
    OptimizerKind kind = OptimizerKind::AdamW;
    double learningRate = 1e-3;
    double beta1 = 0.9;         ///< AdamW
    double beta2 = 0.999;       ///< AdamW
    double epsilon = 1e-8;      ///< AdamW
    double weightDecay = 0.01;  ///< AdamW, decoupled; matrices only
    double momentum = 0.9;      ///< SGD

    bool operator==(const OptimizerSettings&) const = default;
};

/// Dynamic loss scaling (fp16). Source: facts R30, DeepSpeed's and Megatron's rules.
struct LossScaling {
    double initial = 65536.0;
    int window = 1000;     ///< good steps before the scale doubles
    int hysteresis = 2;    ///< overflows before the scale halves
    double minimum = 1.0;  ///< an overflow at the minimum ends the run

    bool operator==(const LossScaling&) const = default;
};

struct Workload {
    ModelShape model;
    int64_t microBatch = 1;  ///< sequences a rank and micro-batch
    int gradAccum = 1;       ///< G: micro-batches a step
    int64_t steps = 20;
    DType dtype = DType::Bf16;            ///< working weights and activations
    DType reduceDtype = DType::Bf16;      ///< what gradient collectives carry
    DType accumulateDtype = DType::Bf16;  ///< what micro-batches add into
    Attention attention = Attention::Materialized;
    OptimizerSettings optimizer;
    LossScaling lossScaling;
    double clip = 1.0;  ///< gradient norm limit; 0 = no clipping
    uint64_t seed = 0;
    std::string data = "synthetic";  ///< "synthetic" or the path of a file
    int64_t workspaceBytes = 0;      ///< fixed size a stream, allocated in set-up

    /// 16-bit working weights keep fp32 master weights; fp32 weights are their own master.
    bool hasMasterWeights() const { return dtype != DType::Fp32; }
    bool operator==(const Workload&) const = default;
};

/// Checks ranges and divisibility (heads divide hidden, sizes > 0, vocab ≥ 2, …).
/// Errors: InvalidInput naming the option and what is allowed.
Result<void> validate(const Workload& workload);

}  // namespace shardscope::core
