#pragma once
// What is trained, and how: everything that decides the arithmetic and is not the sharding
// strategy.

#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "core/base/dtype.h"

namespace shardscope::core {

/// Whether the T×T scores of attention exist as a tensor. Flash keeps one log-sum-exp a query and
/// recomputes scores in backward. Source: Dao et al., arXiv 2205.14135.
enum class Attention : uint8_t { Materialized, Flash };
std::string_view nameOf(Attention attention);  ///< "materialized", "flash"

/// Activation checkpointing: what forward does not keep, and backward computes again, from little to
/// much. Selective drops the T×T scores of attention; Alternate keeps of each layer its input, what
/// attention gives, and the first, third, … matrix product; Full keeps only each layer's input.
/// Sources: Korthikanti et al., arXiv 2205.05198, sections 4 and 5; for Alternate, torchtitan's
/// `selective_ac_option = "op"`.
enum class Checkpointing : uint8_t { None, Selective, Alternate, Full };
std::string_view nameOf(Checkpointing checkpointing);  ///< "none", "selective", "alternate", "full"

/// What the loss does to the logits. Fused: it reads them and writes their gradient, in their type.
/// Fp32: they are cast first, and the gradients of the log-probabilities and of the logits are two fp32
/// tensors, as where a framework runs the loss operation by operation. The numbers are the same.
enum class Logits : uint8_t { Fused, Fp32 };
std::string_view nameOf(Logits logits);  ///< "fused", "fp32"

enum class OptimizerKind : uint8_t { AdamW, Sgd };

/// How the rotary embedding is stretched. Linear: every wavelength by the factor. Llama3: wavelengths
/// above originalLength/lowFrequencyFactor, those below originalLength/highFrequencyFactor not, and
/// between them the two are blended. Yarn: blended between the pairs of columns that turn slowTurns and
/// fastTurns times in originalLength, with cosines and sines times attentionFactor.
/// Sources: Hugging Face config.json, rope_scaling; YaRN, arXiv 2309.00071.
/// Other: not computed here. Memory and times are as with the others; a run is refused.
enum class RopeStretch : uint8_t { Linear, Llama3, Yarn, Other };
std::string_view nameOf(RopeStretch stretch);  ///< "linear", "llama3", "yarn", "other"

struct RopeScaling {
    double factor = 1.0;              ///< 1 = no scaling, whatever the others are
    double lowFrequencyFactor = 1.0;  ///< Llama3
    double highFrequencyFactor = 4.0;
    int64_t originalLength = 8192;  ///< original_max_position_embeddings, in tokens
    RopeStretch stretch = RopeStretch::Llama3;
    double fastTurns = 32.0, slowTurns = 1.0;  ///< Yarn: beta_fast and beta_slow
    double attentionFactor = 1.0;              ///< Yarn: times cosines and sines

    bool operator==(const RopeScaling&) const = default;
};

/// Architectures that a workload may name: "gpt", "llama", "mlp", "conformance".
std::span<const std::string_view> modelNames();

/// Sizes of an architecture. Units: elements; sequence in tokens.
struct ModelShape {
    std::string name = "gpt";  ///< "gpt", "llama", "mlp" or "conformance"
    int64_t layers = 6;
    int64_t hidden = 384;
    int64_t heads = 6;
    int64_t vocab = 256;
    int64_t sequence = 64;

    // The rest is llama's; other models refuse anything but these defaults.
    int64_t intermediate = 0;  ///< width of the feed-forward; 0 = see feedForwardWidth()
    int64_t kvHeads = 0;       ///< heads of keys and values, divide heads; 0 = heads
    int64_t headDim = 0;       ///< columns of a head, even; 0 = hidden / heads
    bool qkvBias = false;      ///< biases of q, k and v (Qwen2)
    bool qkNorm = false;       ///< RMSNorm of each head's q and k before rotation (Qwen3)
    bool tied = false;         ///< the head is the token embedding
    double ropeTheta = 10000.0;
    RopeScaling ropeScaling;
    double normEpsilon = 1e-5;  ///< RMSNorm

    int64_t kvHeadCount() const { return kvHeads > 0 ? kvHeads : heads; }
    int64_t headColumns() const { return headDim > 0 ? headDim : hidden / heads; }
    /// `intermediate`, or 8/3 of hidden rounded up to a multiple of 256.
    /// Source: LLaMA's reference code, llama/model.py (multiple_of 256).
    int64_t feedForwardWidth() const;

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
    Checkpointing checkpointing = Checkpointing::None;
    Logits logits = Logits::Fused;
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

/// Checks ranges and divisibility (heads divide hidden, sizes > 0, vocab ≥ 2, …), and that the model
/// has what is asked of it (kvHeads of llama only, attention kinds of models with attention).
/// Errors: InvalidInput naming the option and what is allowed.
Result<void> validate(const Workload& workload);

}  // namespace shardscope::core
