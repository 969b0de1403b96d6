#pragma once
// Operations are values: what one kernel launch computes, with shapes and the tensors it touches.
//
// A model emits them, the planner places them in a step, a Device executes them. Tensors are ids of
// the plan's Layout, so an operation holds no address and can be printed and compared.
// Row-major throughout. B = sequences, T = tokens a sequence, C = hidden, V = vocabulary, rows = B*T.

#include <cstdint>
#include <functional>
#include <string>
#include <string_view>
#include <variant>
#include <vector>

#include "core/base/ids.h"
#include "core/model/workload.h"

namespace shardscope::core {

/// How a gradient is written. The planner turns the model's first contribution (Overwrite) into
/// AccumulateAfterFirst where full gradients live across micro-batches (stages 0 and 1).
enum class Write : uint8_t { Overwrite, Accumulate, AccumulateAfterFirst };

/// tokens, targets [B,T] int32 ← the data set's samples of this rank, step and micro-batch.
struct LoadBatch {
    TensorId tokens, targets;
    int64_t batch, sequence;
};

/// out[rows,C] = tokenTable[V,C][tokens] (+ positionTable[T,C] when valid).
struct EmbeddingForward {
    TensorId tokens, tokenTable, positionTable, out;
    int64_t batch, sequence, hidden, vocab;
};
/// dTable[V,C] ← sums of dOut rows by token, in row order, in fp32, rounded once. Rows of tokens
/// that do not occur get zeros under Overwrite.
struct TokenEmbeddingBackward {
    TensorId tokens, dOut, dTable;
    int64_t rows, hidden, vocab;
    Write write;
};
/// dTable[T,C] ← Σ over B of dOut[B,T,C].
struct PositionEmbeddingBackward {
    TensorId dOut, dTable;
    int64_t batch, sequence, hidden;
    Write write;
};

/// out = (in - mean) * rstd * gamma + beta, epsilon 1e-5; mean, rstd [rows] fp32.
struct LayerNormForward {
    TensorId in, gamma, beta, out, mean, rstd;
    int64_t rows, hidden;
};
/// dIn += or = …; with @p addToInput the residual's gradient already in dIn is added to.
struct LayerNormBackward {
    TensorId dOut, in, gamma, mean, rstd, dIn, dGamma, dBeta;
    int64_t rows, hidden;
    bool addToInput;
    Write write;
};

/// out = in * rstd * gamma, rstd = 1/sqrt(mean(in²) + epsilon); rstd [rows] fp32. A row may be a head.
/// Source: Zhang and Sennrich, arXiv 1910.07467.
struct RmsNormForward {
    TensorId in, gamma, out, rstd;
    int64_t rows, hidden;
    double epsilon;
};
/// As LayerNormBackward, without a shift.
struct RmsNormBackward {
    TensorId dOut, in, gamma, rstd, dIn, dGamma;
    int64_t rows, hidden;
    bool addToInput;
    Write write;
};

/// c[m,n] = op(a) · op(b) (+ bias[n] when valid), fp32 accumulation, rounded once.
/// transposeA: a is stored [k,m]; transposeB: b is stored [n,k].
struct Matmul {
    TensorId a, b, bias, c;
    int64_t m, n, k;
    bool transposeA, transposeB;
    Write write;
};
/// dBias[columns] ← Σ over rows of dOut[rows,columns].
struct BiasGradient {
    TensorId dOut, dBias;
    int64_t rows, columns;
    Write write;
};

/// tanh approximation. Source: GPT-2's gelu_new.
struct GeluForward {
    TensorId in, out;
    int64_t elements;
};
struct GeluBackward {
    TensorId dOut, in, dIn;
    int64_t elements;
};

/// out = silu(gate) * up, silu(x) = x / (1 + e^-x). Source: Shazeer, arXiv 2002.05202.
struct SwiGluForward {
    TensorId gate, up, out;
    int64_t elements;
};
struct SwiGluBackward {
    TensorId dOut, gate, up, dGate, dUp;
    int64_t elements;
};

/// out = a + b.
struct ResidualAdd {
    TensorId a, b, out;
    int64_t elements;
};

/// Rotary position embedding of in[rows, heads·columns] at position row mod sequence: columns i and
/// i + columns/2 of each head turn by position · inverseFrequencies()[i] (rope.h), the other way round
/// with @p inverse, which is the backward. @p out may be @p in.
/// Source: Su et al., arXiv 2104.09864, in the half-split layout of Hugging Face's llama.
struct Rope {
    TensorId in, out;
    int64_t rows, sequence, heads, columns;
    double theta;
    RopeScaling scaling;
    bool inverse;
};

/// Causal multi-head attention, materialized: qkv[rows,3C] → probabilities [B,H,T,T], out[rows,C].
/// Scores are scaled by 1/sqrt(C/H).
struct AttentionForward {
    TensorId qkv, probabilities, out;
    int64_t batch, sequence, hidden, heads;
};
/// dScores [B,H,T,T] is a scratch tensor of the plan (memory of a materialized backward).
struct AttentionBackward {
    TensorId dOut, qkv, probabilities, dScores, dQkv;
    int64_t batch, sequence, hidden, heads;
};

/// Causal attention whose query heads share key/value heads, heads/kvHeads to one (grouped-query
/// attention, arXiv 2305.13245): q [rows, heads·columns], k and v [rows, kvHeads·columns]. When q, k
/// and v are one tensor, each row of it holds them side by side: [rows, (heads + 2·kvHeads)·columns].
/// Scores are scaled by 1/sqrt(columns).
struct AttentionShape {
    int64_t batch, sequence, heads, kvHeads, columns;
};
/// Materialized: probabilities [B,H,T,T], out [rows, heads·columns].
struct GroupedAttentionForward {
    TensorId q, k, v, probabilities, out;
    AttentionShape shape;
};
/// dScores [B,H,T,T] as in AttentionBackward. Key and value gradients are summed over a group's heads
/// in fp32 and rounded once.
struct GroupedAttentionBackward {
    TensorId dOut, q, k, v, probabilities, dScores, dQ, dK, dV;
    AttentionShape shape;
};
/// The same function tile by tile: no T×T tensor. logSumExp [B,H,T] fp32 of the scaled scores.
/// Source: Dao et al., arXiv 2205.14135; Dao, arXiv 2307.08691.
struct FlashAttentionForward {
    TensorId q, k, v, out, logSumExp;
    AttentionShape shape;
};
/// Recomputes probabilities from q, k and logSumExp.
struct FlashAttentionBackward {
    TensorId dOut, q, k, v, out, logSumExp, dQ, dK, dV;
    AttentionShape shape;
};

/// losses[micro-batch] = mean over rows of -log softmax(logits)[target]; logSumExp[rows] fp32.
struct CrossEntropyForward {
    TensorId logits, targets, logSumExp, losses;
    int64_t rows, vocab;
};
/// dLogits = (softmax(logits) - onehot(target)) * lossScale / (G * N * rows): the one place where
/// 1/(G·N) is applied.
/// dLogProbabilities, where there is one, is what a loss that is not fused has between the two; nothing
/// reads it.
struct CrossEntropyBackward {
    TensorId logits, targets, logSumExp, dLogits;
    int64_t rows, vocab;
    TensorId dLogProbabilities{};
};

/// Conformance model: losses[micro-batch] = mean of the weight's elements, in fp32 element order.
struct IntegerForward {
    TensorId weight, losses;
    int64_t elements;
    bool first;  ///< overwrite the loss, else add to it
};
/// Conformance model: dWeight[i] ← conformanceGradient(parameter, i, sample) with integers 0…7, whose
/// sum over up to 32 ranks × micro-batches is exact in bf16. Not scaled by 1/(G·N).
struct IntegerBackward {
    TensorId dWeight;
    int64_t elements;
    int64_t batch;  ///< micro-batch size, to find the sample index
    ParameterId parameter;
    Write write;
};

/// Zeroes @p tensor.
struct FillZero {
    TensorId tensor;
    int64_t elements;
};
/// Fills @p tensor with NaN (debug builds: reduced, not mine).
struct Poison {
    TensorId tensor;
    int64_t elements;
};
/// out = in, converted (rounded to nearest even).
struct Cast {
    TensorId in, out;
    int64_t elements;
};
/// out = in by rows of @p columns elements, converted: element r·columns + c of [0, elements) is read
/// at r·inStride + c and written at r·outStride + c. One of the strides is @p columns; the other puts
/// a parameter's parts where each rank's parts are neighbours, or takes them from there.
struct CopyRows {
    TensorId in, out;
    int64_t elements, columns, inStride, outStride;
};
/// sum += incoming, in fp32, rounded once to sum's dtype.
struct AddInto {
    TensorId incoming, sum;
    int64_t elements;
};

/// Weights of one bucket range from the seeded initialiser, rounded to the tensor's dtype; padding 0.
struct InitializeWeights {
    TensorId tensor;
    BucketId bucket;
    int64_t first, elements;  ///< range of the bucket, in elements
};

/// partials[slot] = Σ x² of @p tensor in fp32 with the fixed tree: blocks of 128 elements, in order up to
/// 128 of them to a group, up to 128 groups to a section, then the sections; non-finite inputs give a
/// non-finite sum.
struct SquaredNorm {
    TensorId tensor, partials;
    int64_t elements;
    int64_t slot;  ///< index into partials
};
/// rankSums[r] = Σ over buckets, in index order, of partials[r*buckets + b], for r < rankSlots.
struct SumPartials {
    TensorId partials, rankSums;
    int64_t buckets, rankSlots;
};
/// From rankSums (summed in rank order): scalars = {norm after unscaling, factor, overflow}, with
/// factor = min(1, clip/(norm + 1e-6)) / lossScale. clip 0: factor = 1/lossScale.
struct ClipFactor {
    TensorId rankSums, scalars;
    int64_t rankSlots;
    double clip;
};

/// One bucket range: gradients [range] · factor → weights (and master), m, v. Decay by parameter.
struct AdamW {
    TensorId gradient, scalars, weights, master, momentum, variance;  ///< master invalid for fp32
    BucketId bucket;
    int64_t first, elements;  ///< range of the bucket, in elements
};
struct SgdMomentum {
    TensorId gradient, scalars, weights, master, momentum;
    BucketId bucket;
    int64_t first, elements;
};

using Operation =
    std::variant<LoadBatch, EmbeddingForward, TokenEmbeddingBackward, PositionEmbeddingBackward,
                 LayerNormForward, LayerNormBackward, RmsNormForward, RmsNormBackward, Matmul,
                 BiasGradient, GeluForward, GeluBackward, SwiGluForward, SwiGluBackward,
                 ResidualAdd, Rope, AttentionForward, AttentionBackward, GroupedAttentionForward,
                 GroupedAttentionBackward, FlashAttentionForward, FlashAttentionBackward,
                 CrossEntropyForward, CrossEntropyBackward, IntegerForward, IntegerBackward,
                 FillZero, Poison, Cast, CopyRows, AddInto, InitializeWeights, SquaredNorm,
                 SumPartials, ClipFactor, AdamW, SgdMomentum>;

/// Tensors an operation touches, in the order of its fields; invalid ids are left out.
struct Operands {
    std::vector<TensorId> reads;
    std::vector<TensorId> writes;  ///< a tensor that is read and written is in both
};
/// @param microBatch decides AccumulateAfterFirst: from 1 on the gradient is read too.
Operands operandsOf(const Operation& operation, int microBatch);

/// Puts replacement(id) in the place of every valid tensor id of @p operation.
void replaceTensors(Operation& operation, const std::function<TensorId(TensorId)>& replacement);

/// "matmul", "adamw", …: the kind, for lanes and tables.
std::string_view nameOf(const Operation& operation);
/// Floating-point operations, multiply and add counted as two. Elementwise kinds: a small constant
/// an element. Materialized attention computes all T² scores of a head, flash the T(T+1)/2 visible.
int64_t flopsOf(const Operation& operation);
/// The write mode of a gradient-writing operation, or nullptr.
Write* writeModeOf(Operation& operation);

}  // namespace shardscope::core
