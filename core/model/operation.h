#pragma once
// Operations are values: what one kernel launch computes, with shapes and the tensors it touches.
//
// A model emits them, the planner places them in a step, a Device executes them. Tensors are ids of
// the plan's Layout, so an operation holds no address and can be printed and compared.
// Row-major throughout. B = sequences, T = tokens a sequence, C = hidden, V = vocabulary, rows = B*T.

#include <cstdint>
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

/// out = a + b.
struct ResidualAdd {
    TensorId a, b, out;
    int64_t elements;
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

/// losses[micro-batch] = mean over rows of -log softmax(logits)[target]; logSumExp[rows] fp32.
struct CrossEntropyForward {
    TensorId logits, targets, logSumExp, losses;
    int64_t rows, vocab;
};
/// dLogits = (softmax(logits) - onehot(target)) * lossScale / (G * N * rows): the one place where
/// 1/(G·N) is applied.
struct CrossEntropyBackward {
    TensorId logits, targets, logSumExp, dLogits;
    int64_t rows, vocab;
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

/// partials[slot] = Σ x² of @p tensor in fp32 with the fixed tree (128-element blocks, in order);
/// non-finite inputs give a non-finite sum.
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
                 LayerNormForward, LayerNormBackward, Matmul, BiasGradient, GeluForward,
                 GeluBackward, ResidualAdd, AttentionForward, AttentionBackward,
                 CrossEntropyForward, CrossEntropyBackward, IntegerForward, IntegerBackward,
                 FillZero, Poison, Cast, CopyRows, AddInto, InitializeWeights, SquaredNorm, SumPartials,
                 ClipFactor, AdamW, SgdMomentum>;

/// Tensors an operation touches, in the order of its fields; invalid ids are left out.
struct Operands {
    std::vector<TensorId> reads;
    std::vector<TensorId> writes;  ///< a tensor that is read and written is in both
};
/// @param microBatch decides AccumulateAfterFirst: from 1 on the gradient is read too.
Operands operandsOf(const Operation& operation, int microBatch);

/// "matmul", "adamw", …: the kind, for lanes and tables.
std::string_view nameOf(const Operation& operation);
/// Floating-point operations, multiply and add counted as two. Elementwise kinds: a small constant
/// an element.
int64_t flopsOf(const Operation& operation);
/// The write mode of a gradient-writing operation, or nullptr.
Write* writeModeOf(Operation& operation);

}  // namespace shardscope::core
