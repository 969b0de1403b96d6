#include "core/base/overloaded.h"
#include "core/model/operation.h"

namespace shardscope::core {

// One line an operation: a table, however long.
// NOLINTNEXTLINE(readability-function-size)
void replaceTensors(Operation& operation, const std::function<TensorId(TensorId)>& replacement) {
    const auto replace = [&](auto&... ids) { ((ids = ids.valid() ? replacement(ids) : ids), ...); };
    std::visit(
        Overloaded{
            [&](LoadBatch& o) { replace(o.tokens, o.targets); },
            [&](EmbeddingForward& o) { replace(o.tokens, o.tokenTable, o.positionTable, o.out); },
            [&](TokenEmbeddingBackward& o) { replace(o.tokens, o.dOut, o.dTable); },
            [&](PositionEmbeddingBackward& o) { replace(o.dOut, o.dTable); },
            [&](LayerNormForward& o) { replace(o.in, o.gamma, o.beta, o.out, o.mean, o.rstd); },
            [&](LayerNormBackward& o) {
                replace(o.dOut, o.in, o.gamma, o.mean, o.rstd, o.dIn, o.dGamma, o.dBeta);
            },
            [&](RmsNormForward& o) { replace(o.in, o.gamma, o.out, o.rstd); },
            [&](RmsNormBackward& o) { replace(o.dOut, o.in, o.gamma, o.rstd, o.dIn, o.dGamma); },
            [&](Matmul& o) { replace(o.a, o.b, o.bias, o.c); },
            [&](BiasGradient& o) { replace(o.dOut, o.dBias); },
            [&](GeluForward& o) { replace(o.in, o.out); },
            [&](GeluBackward& o) { replace(o.dOut, o.in, o.dIn); },
            [&](SwiGluForward& o) { replace(o.gate, o.up, o.out); },
            [&](SwiGluBackward& o) { replace(o.dOut, o.gate, o.up, o.dGate, o.dUp); },
            [&](ResidualAdd& o) { replace(o.a, o.b, o.out); },
            [&](Rope& o) { replace(o.in, o.out); },
            [&](AttentionForward& o) { replace(o.qkv, o.probabilities, o.out); },
            [&](AttentionBackward& o) {
                replace(o.dOut, o.qkv, o.probabilities, o.dScores, o.dQkv);
            },
            [&](GroupedAttentionForward& o) { replace(o.q, o.k, o.v, o.probabilities, o.out); },
            [&](GroupedAttentionBackward& o) {
                replace(o.dOut, o.q, o.k, o.v, o.probabilities, o.dScores, o.dQ, o.dK, o.dV);
            },
            [&](FlashAttentionForward& o) { replace(o.q, o.k, o.v, o.out, o.logSumExp); },
            [&](FlashAttentionBackward& o) {
                replace(o.dOut, o.q, o.k, o.v, o.out, o.logSumExp, o.dQ, o.dK, o.dV);
            },
            [&](CrossEntropyForward& o) { replace(o.logits, o.targets, o.logSumExp, o.losses); },
            [&](CrossEntropyBackward& o) {
                replace(o.logits, o.targets, o.logSumExp, o.dLogits, o.dLogProbabilities);
            },
            [&](IntegerForward& o) { replace(o.weight, o.losses); },
            [&](IntegerBackward& o) { replace(o.dWeight); },
            [&](FillZero& o) { replace(o.tensor); },
            [&](Poison& o) { replace(o.tensor); },
            [&](Cast& o) { replace(o.in, o.out); },
            [&](CopyRows& o) { replace(o.in, o.out); },
            [&](AddInto& o) { replace(o.incoming, o.sum); },
            [&](InitializeWeights& o) { replace(o.tensor); },
            [&](SquaredNorm& o) { replace(o.tensor, o.partials); },
            [&](SumPartials& o) { replace(o.partials, o.rankSums); },
            [&](ClipFactor& o) { replace(o.rankSums, o.scalars); },
            [&](AdamW& o) {
                replace(o.gradient, o.scalars, o.weights, o.master, o.momentum, o.variance);
            },
            [&](SgdMomentum& o) {
                replace(o.gradient, o.scalars, o.weights, o.master, o.momentum);
            },
        },
        operation);
}

}  // namespace shardscope::core
