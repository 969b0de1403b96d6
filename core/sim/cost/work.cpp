#include "core/sim/cost/work.h"

#include "core/base/overloaded.h"

namespace shardscope::core {

namespace {

/// Bytes of tensors by their dtypes in one layout.
struct Sizes {
    const Layout& layout;
    int microBatch;

    /// Of one element; 0 for a tensor that is not there.
    double of(TensorId id) const {
        return id.valid() ? static_cast<double>(bytesOf(layout[id].dtype)) : 0.0;
    }
    /// How often each element of a gradient is touched: written, and read where it accumulates.
    double touches(Write write) const {
        const bool reads =
            write == Write::Accumulate || (write == Write::AccumulateAfterFirst && microBatch > 0);
        return reads ? 2.0 : 1.0;
    }
};

double d(int64_t value) { return static_cast<double>(value); }

Work work(KernelKind kind, double bytes) { return {.kind = kind, .bytes = bytes}; }

/// Query·key, softmax, ·value: the scores are written, read, written and read once more.
Work attentionForward(const AttentionForward& o, const Sizes& s) {
    const double scores = d(o.batch) * d(o.heads) * d(o.sequence) * d(o.sequence);
    const double vectors = d(o.batch) * d(o.sequence) * d(o.hidden);
    return {
        .kind = KernelKind::Attention,
        .bytes = 4.0 * scores * s.of(o.probabilities) + vectors * (3.0 * s.of(o.qkv) + s.of(o.out)),
        .kernels = 3};
}

/// Four products and the softmax's derivative: probabilities and scores are passed over four times each.
Work attentionBackward(const AttentionBackward& o, const Sizes& s) {
    const double scores = d(o.batch) * d(o.heads) * d(o.sequence) * d(o.sequence);
    const double vectors = d(o.batch) * d(o.sequence) * d(o.hidden);
    return {.kind = KernelKind::Attention,
            .bytes = scores * (2.0 * s.of(o.probabilities) + 5.0 * s.of(o.dScores)) +
                     vectors * (s.of(o.dOut) + 3.0 * s.of(o.qkv) + 3.0 * s.of(o.dQkv)),
            .kernels = 5};
}

/// Elements of query-sized and of key-sized arrays, and of the scores.
struct AttentionElements {
    double queries, keys, scores;
};

AttentionElements elementsOf(const AttentionShape& a) {
    const double rows = d(a.batch) * d(a.sequence);
    return {.queries = rows * d(a.heads) * d(a.columns),
            .keys = rows * d(a.kvHeads) * d(a.columns),
            .scores = rows * d(a.heads) * d(a.sequence)};
}

Work groupedForward(const GroupedAttentionForward& o, const Sizes& s) {
    const AttentionElements e = elementsOf(o.shape);
    return {.kind = KernelKind::Attention,
            .bytes = 4.0 * e.scores * s.of(o.probabilities) +
                     e.queries * (s.of(o.q) + s.of(o.out)) + e.keys * (s.of(o.k) + s.of(o.v)),
            .kernels = 3};
}

Work groupedBackward(const GroupedAttentionBackward& o, const Sizes& s) {
    const AttentionElements e = elementsOf(o.shape);
    return {.kind = KernelKind::Attention,
            .bytes = e.scores * (2.0 * s.of(o.probabilities) + 5.0 * s.of(o.dScores)) +
                     e.queries * (s.of(o.dOut) + s.of(o.q) + s.of(o.dQ)) +
                     e.keys * (s.of(o.k) + s.of(o.v) + s.of(o.dK) + s.of(o.dV)),
            .kernels = 5};
}

Work flashForward(const FlashAttentionForward& o, const Sizes& s) {
    const AttentionElements e = elementsOf(o.shape);
    return work(KernelKind::FlashForward,
                e.queries * (s.of(o.q) + s.of(o.out)) + e.keys * (s.of(o.k) + s.of(o.v)));
}

/// One small kernel sums dOut·out by row before the large one.
Work flashBackward(const FlashAttentionBackward& o, const Sizes& s) {
    const AttentionElements e = elementsOf(o.shape);
    return {.kind = KernelKind::FlashBackward,
            .bytes = e.queries * (2.0 * s.of(o.dOut) + s.of(o.out) + s.of(o.q) + s.of(o.dQ)) +
                     e.keys * (s.of(o.k) + s.of(o.v) + s.of(o.dK) + s.of(o.dV)),
            .kernels = 2};
}

Work matmul(const Matmul& o, const Sizes& s) {
    return work(KernelKind::Matmul, d(o.m) * d(o.k) * s.of(o.a) + d(o.k) * d(o.n) * s.of(o.b) +
                                        d(o.m) * d(o.n) * s.of(o.c) * s.touches(o.write));
}

template <class Norm>
Work normBackward(const Norm& o, const Sizes& s) {
    const double rows = d(o.rows) * d(o.hidden);
    return work(KernelKind::Normalization,
                rows * (s.of(o.dOut) + s.of(o.in) + s.of(o.dIn) * (o.addToInput ? 2.0 : 1.0)) +
                    2.0 * d(o.hidden) * s.of(o.dGamma));
}

/// Optimizer state is read and written, gradients are read; the 16-bit copy is only written.
template <class Update>
Work update(const Update& o, double stateBytes, const Sizes& s) {
    const bool master = o.master.valid();
    return work(KernelKind::Optimizer,
                d(o.elements) * (s.of(o.gradient) + stateBytes + 2.0 * s.of(o.master) +
                                 s.of(o.weights) * (master ? 1.0 : 2.0)));
}

}  // namespace

// One entry an operation: a table, however long.
// NOLINTNEXTLINE(readability-function-size)
Work workOf(const Operation& operation, const Layout& layout, int microBatch) {
    const Sizes s{.layout = layout, .microBatch = microBatch};
    using enum KernelKind;
    Work result = std::visit(
        Overloaded{
            [&](const LoadBatch& o) {
                return work(Streaming,
                            d(o.batch) * d(o.sequence) * (s.of(o.tokens) + s.of(o.targets)));
            },
            [&](const EmbeddingForward& o) {
                return work(Lookup, d(o.batch) * d(o.sequence) * d(o.hidden) *
                                        (s.of(o.tokenTable) + s.of(o.positionTable) + s.of(o.out)));
            },
            [&](const TokenEmbeddingBackward& o) {
                return work(
                    Lookup,
                    d(o.rows) * d(o.hidden) * (s.of(o.dOut) + 2.0 * s.of(o.dTable)) +
                        (o.write == Write::Overwrite ? d(o.vocab) * d(o.hidden) * s.of(o.dTable)
                                                     : 0.0));
            },
            [&](const PositionEmbeddingBackward& o) {
                return work(Reduction,
                            d(o.sequence) * d(o.hidden) *
                                (d(o.batch) * s.of(o.dOut) + s.of(o.dTable) * s.touches(o.write)));
            },
            [&](const LayerNormForward& o) {
                return work(Normalization, d(o.rows) * (d(o.hidden) * (s.of(o.in) + s.of(o.out)) +
                                                        s.of(o.mean) + s.of(o.rstd)));
            },
            [&](const LayerNormBackward& o) { return normBackward(o, s); },
            [&](const RmsNormForward& o) {
                return work(Normalization,
                            d(o.rows) * (d(o.hidden) * (s.of(o.in) + s.of(o.out)) + s.of(o.rstd)));
            },
            [&](const RmsNormBackward& o) { return normBackward(o, s); },
            [&](const core::Matmul& o) { return matmul(o, s); },
            [&](const BiasGradient& o) {
                return work(Reduction, d(o.columns) * (d(o.rows) * s.of(o.dOut) +
                                                       s.of(o.dBias) * s.touches(o.write)));
            },
            [&](const GeluForward& o) {
                return work(Streaming, d(o.elements) * (s.of(o.in) + s.of(o.out)));
            },
            [&](const GeluBackward& o) {
                return work(Streaming, d(o.elements) * (s.of(o.dOut) + s.of(o.in) + s.of(o.dIn)));
            },
            [&](const SwiGluForward& o) {
                return work(Streaming, d(o.elements) * (s.of(o.gate) + s.of(o.up) + s.of(o.out)));
            },
            [&](const SwiGluBackward& o) {
                return work(Streaming, d(o.elements) * (s.of(o.dOut) + s.of(o.gate) + s.of(o.up) +
                                                        s.of(o.dGate) + s.of(o.dUp)));
            },
            [&](const Rope& o) {
                return work(Streaming,
                            d(o.rows) * d(o.heads) * d(o.columns) * (s.of(o.in) + s.of(o.out)));
            },
            [&](const ResidualAdd& o) {
                return work(Streaming, d(o.elements) * (s.of(o.a) + s.of(o.b) + s.of(o.out)));
            },
            [&](const AttentionForward& o) { return attentionForward(o, s); },
            [&](const AttentionBackward& o) { return attentionBackward(o, s); },
            [&](const GroupedAttentionForward& o) { return groupedForward(o, s); },
            [&](const GroupedAttentionBackward& o) { return groupedBackward(o, s); },
            [&](const FlashAttentionForward& o) { return flashForward(o, s); },
            [&](const FlashAttentionBackward& o) { return flashBackward(o, s); },
            [&](const CrossEntropyForward& o) {
                return work(Softmax, d(o.rows) * d(o.vocab) * s.of(o.logits));
            },
            [&](const CrossEntropyBackward& o) {
                return work(Softmax, d(o.rows) * d(o.vocab) *
                                         (s.of(o.logits) + s.of(o.dLogits) +
                                          2.0 * s.of(o.dLogProbabilities)));
            },
            [&](const IntegerForward& o) {
                return work(Reduction, d(o.elements) * s.of(o.weight));
            },
            [&](const IntegerBackward& o) {
                return work(Streaming, d(o.elements) * s.of(o.dWeight) * s.touches(o.write));
            },
            [&](const FillZero& o) { return work(Streaming, d(o.elements) * s.of(o.tensor)); },
            [&](const Poison& o) { return work(Streaming, d(o.elements) * s.of(o.tensor)); },
            [&](const Cast& o) {
                return work(Streaming, d(o.elements) * (s.of(o.in) + s.of(o.out)));
            },
            [&](const CopyRows& o) {
                return work(Streaming, d(o.elements) * (s.of(o.in) + s.of(o.out)));
            },
            [&](const AddInto& o) {
                return work(Streaming, d(o.elements) * (s.of(o.incoming) + 2.0 * s.of(o.sum)));
            },
            [&](const InitializeWeights& o) {
                return work(Streaming, d(o.elements) * s.of(o.tensor));
            },
            [&](const SquaredNorm& o) { return work(Reduction, d(o.elements) * s.of(o.tensor)); },
            [&](const SumPartials& o) {
                return work(Reduction, d(o.buckets) * d(o.rankSlots) * s.of(o.partials));
            },
            [&](const ClipFactor& o) { return work(Reduction, d(o.rankSlots) * s.of(o.rankSums)); },
            [&](const AdamW& o) {
                return update(o, 2.0 * (s.of(o.momentum) + s.of(o.variance)), s);
            },
            [&](const SgdMomentum& o) { return update(o, 2.0 * s.of(o.momentum), s); },
        },
        operation);
    result.flops = d(flopsOf(operation));
    return result;
}

}  // namespace shardscope::core
