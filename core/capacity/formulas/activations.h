#pragma once
// Activation and model-state bytes of a tensor- and pipeline-parallel transformer, in closed form.
// Source: Korthikanti et al., arXiv 2205.05198 (16-bit activations, GELU, dropout masks kept).
// For shardscope's own models the plan counts bytes exactly; these are for sizes it does not run.
// Pure functions; any thread.

#include <cstdint>

namespace shardscope::core {

struct TransformerShape {
    int64_t sequence = 0, microBatch = 1, hidden = 0, heads = 0, layers = 0, vocab = 0;
    int64_t tensorParallel = 1;    ///< t
    int64_t pipelineParallel = 1;  ///< pp
    int64_t interleave = 1;        ///< m: model chunks a pipeline stage
};

enum class Recompute : uint8_t { None, Selective, Full };

struct ActivationMode {
    bool sequenceParallel = false;
    Recompute recompute = Recompute::None;
};

/// Bytes one layer keeps for backward: sbh(10 + 24/t + 5as/(ht)) and its variants (table 2).
double activationBytesPerLayer(const TransformerShape& shape, ActivationMode mode);
/// Bytes on the first pipeline stage, which holds L layers' worth: layers x the interleaving factor.
double activationBytes(const TransformerShape& shape, ActivationMode mode);
/// 1 + (pp-1)/(pp*m) when chunks are interleaved (m > 1), else 1.
double interleaveFactor(const TransformerShape& shape);
/// Weights, gradients and optimizer of the blocks at 18 bytes a parameter (fp16 with fp32 main
/// gradients, Adam), embeddings left out: 18 * 12 * L * h^2 / (t * pp).
double modelStateBytes(const TransformerShape& shape);
/// 4sbV: fp32 logits of the last layer, not sharded.
double logitBytes(const TransformerShape& shape);

}  // namespace shardscope::core
