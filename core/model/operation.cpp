#include "core/model/operation.h"

#include "core/base/overloaded.h"
#include "core/base/result.h"

namespace shardscope::core {

namespace {

bool readsGradient(Write write, int microBatch) {
    return write == Write::Accumulate || (write == Write::AccumulateAfterFirst && microBatch > 0);
}

int64_t scoresOf(const AttentionShape& shape) {
    return shape.batch * shape.heads * shape.sequence * shape.sequence;
}

/// A query sees itself and what came before.
int64_t visibleScoresOf(const AttentionShape& shape) {
    return shape.batch * shape.heads * (shape.sequence * (shape.sequence + 1) / 2);
}

/// Collects operands; invalid ids (an absent bias) are dropped.
struct Collector {
    Operands operands;
    int microBatch;

    Collector& read(std::initializer_list<TensorId> ids) {
        for (TensorId id : ids) {
            if (id.valid()) operands.reads.push_back(id);
        }
        return *this;
    }
    Collector& write(std::initializer_list<TensorId> ids) {
        for (TensorId id : ids) {
            if (id.valid()) operands.writes.push_back(id);
        }
        return *this;
    }
    Collector& gradient(std::initializer_list<TensorId> ids, Write mode) {
        if (readsGradient(mode, microBatch)) read(ids);
        return write(ids);
    }
};

}  // namespace

// One line an operation: a table, however long.
// NOLINTNEXTLINE(readability-function-size)
Operands operandsOf(const Operation& operation, int microBatch) {
    Collector c{.operands = {}, .microBatch = microBatch};
    std::visit(
        Overloaded{
            [&](const LoadBatch& o) {
                c.write({o.tokens, o.targets});
            },
            [&](const EmbeddingForward& o) {
                c.read({o.tokens, o.tokenTable, o.positionTable}).write({o.out});
            },
            [&](const TokenEmbeddingBackward& o) {
                c.read({o.tokens, o.dOut}).gradient({o.dTable}, o.write);
            },
            [&](const PositionEmbeddingBackward& o) {
                c.read({o.dOut}).gradient({o.dTable}, o.write);
            },
            [&](const LayerNormForward& o) {
                c.read({o.in, o.gamma, o.beta}).write({o.out, o.mean, o.rstd});
            },
            [&](const LayerNormBackward& o) {
                c.read({o.dOut, o.in, o.gamma, o.mean, o.rstd});
                if (o.addToInput) c.read({o.dIn});
                c.write({o.dIn}).gradient({o.dGamma, o.dBeta}, o.write);
            },
            [&](const RmsNormForward& o) {
                c.read({o.in, o.gamma}).write({o.out, o.rstd});
            },
            [&](const RmsNormBackward& o) {
                c.read({o.dOut, o.in, o.gamma, o.rstd});
                if (o.addToInput) c.read({o.dIn});
                c.write({o.dIn}).gradient({o.dGamma}, o.write);
            },
            [&](const Matmul& o) {
                c.read({o.a, o.b, o.bias}).gradient({o.c}, o.write);
            },
            [&](const BiasGradient& o) { c.read({o.dOut}).gradient({o.dBias}, o.write); },
            [&](const GeluForward& o) { c.read({o.in}).write({o.out}); },
            [&](const GeluBackward& o) {
                c.read({o.dOut, o.in}).write({o.dIn});
            },
            [&](const SwiGluForward& o) {
                c.read({o.gate, o.up}).write({o.out});
            },
            [&](const SwiGluBackward& o) {
                c.read({o.dOut, o.gate, o.up}).write({o.dGate, o.dUp});
            },
            [&](const ResidualAdd& o) {
                c.read({o.a, o.b}).write({o.out});
            },
            [&](const Rope& o) { c.read({o.in}).write({o.out}); },
            [&](const AttentionForward& o) {
                c.read({o.qkv}).write({o.probabilities, o.out});
            },
            [&](const AttentionBackward& o) {
                c.read({o.dOut, o.qkv, o.probabilities}).write({o.dScores, o.dQkv});
            },
            [&](const GroupedAttentionForward& o) {
                c.read({o.q, o.k, o.v}).write({o.probabilities, o.out});
            },
            [&](const GroupedAttentionBackward& o) {
                c.read({o.dOut, o.q, o.k, o.v, o.probabilities})
                    .write({o.dScores, o.dQ, o.dK, o.dV});
            },
            [&](const FlashAttentionForward& o) {
                c.read({o.q, o.k, o.v}).write({o.out, o.logSumExp});
            },
            [&](const FlashAttentionBackward& o) {
                c.read({o.dOut, o.q, o.k, o.v, o.out, o.logSumExp}).write({o.dQ, o.dK, o.dV});
            },
            [&](const CrossEntropyForward& o) {
                c.read({o.logits, o.targets}).write({o.logSumExp, o.losses});
            },
            [&](const CrossEntropyBackward& o) {
                c.read({o.logits, o.targets, o.logSumExp}).write({o.dLogProbabilities, o.dLogits});
            },
            [&](const IntegerForward& o) {
                c.read({o.weight});
                if (!o.first) c.read({o.losses});
                c.write({o.losses});
            },
            [&](const IntegerBackward& o) { c.gradient({o.dWeight}, o.write); },
            [&](const FillZero& o) { c.write({o.tensor}); },
            [&](const Poison& o) { c.write({o.tensor}); },
            [&](const Cast& o) { c.read({o.in}).write({o.out}); },
            [&](const CopyRows& o) { c.read({o.in}).write({o.out}); },
            [&](const AddInto& o) {
                c.read({o.incoming, o.sum}).write({o.sum});
            },
            [&](const InitializeWeights& o) { c.write({o.tensor}); },
            [&](const SquaredNorm& o) { c.read({o.tensor}).write({o.partials}); },
            [&](const SumPartials& o) { c.read({o.partials}).write({o.rankSums}); },
            [&](const ClipFactor& o) { c.read({o.rankSums}).write({o.scalars}); },
            [&](const AdamW& o) {
                c.read({o.gradient, o.scalars, o.master.valid() ? o.master : o.weights, o.momentum,
                        o.variance})
                    .write({o.weights, o.master, o.momentum, o.variance});
            },
            [&](const SgdMomentum& o) {
                c.read({o.gradient, o.scalars, o.master.valid() ? o.master : o.weights, o.momentum})
                    .write({o.weights, o.master, o.momentum});
            },
        },
        operation);
    return c.operands;
}

std::string_view nameOf(const Operation& operation) {
    static constexpr std::string_view names[] = {"load batch",
                                                 "embedding",
                                                 "token embedding backward",
                                                 "position embedding backward",
                                                 "layernorm",
                                                 "layernorm backward",
                                                 "rmsnorm",
                                                 "rmsnorm backward",
                                                 "matmul",
                                                 "bias gradient",
                                                 "gelu",
                                                 "gelu backward",
                                                 "swiglu",
                                                 "swiglu backward",
                                                 "residual add",
                                                 "rope",
                                                 "attention",
                                                 "attention backward",
                                                 "grouped attention",
                                                 "grouped attention backward",
                                                 "flash attention",
                                                 "flash attention backward",
                                                 "cross-entropy",
                                                 "cross-entropy backward",
                                                 "integer forward",
                                                 "integer backward",
                                                 "fill zero",
                                                 "poison",
                                                 "cast",
                                                 "copy rows",
                                                 "add into",
                                                 "initialise weights",
                                                 "squared norm",
                                                 "sum partials",
                                                 "clip factor",
                                                 "adamw",
                                                 "sgd momentum"};
    static_assert(std::size(names) == std::variant_size_v<Operation>);
    return names[operation.index()];
}

int64_t flopsOf(const Operation& operation) {
    return std::visit(
        Overloaded{
            [](const LoadBatch&) -> int64_t { return 0; },
            [](const EmbeddingForward& o) { return o.batch * o.sequence * o.hidden; },
            [](const TokenEmbeddingBackward& o) { return o.rows * o.hidden; },
            [](const PositionEmbeddingBackward& o) { return o.batch * o.sequence * o.hidden; },
            [](const LayerNormForward& o) { return 8 * o.rows * o.hidden; },
            [](const LayerNormBackward& o) { return 14 * o.rows * o.hidden; },
            [](const RmsNormForward& o) { return 5 * o.rows * o.hidden; },
            [](const RmsNormBackward& o) { return 10 * o.rows * o.hidden; },
            [](const Matmul& o) { return 2 * o.m * o.n * o.k; },
            [](const BiasGradient& o) { return o.rows * o.columns; },
            [](const GeluForward& o) { return 12 * o.elements; },
            [](const GeluBackward& o) { return 20 * o.elements; },
            [](const SwiGluForward& o) { return 8 * o.elements; },
            [](const SwiGluBackward& o) { return 14 * o.elements; },
            [](const ResidualAdd& o) { return o.elements; },
            [](const Rope& o) { return 3 * o.rows * o.heads * o.columns; },
            [](const AttentionForward& o) {
                return 4 * o.batch * o.sequence * o.sequence * o.hidden +
                       5 * o.batch * o.heads * o.sequence * o.sequence;
            },
            [](const AttentionBackward& o) {
                return 8 * o.batch * o.sequence * o.sequence * o.hidden +
                       6 * o.batch * o.heads * o.sequence * o.sequence;
            },
            [](const GroupedAttentionForward& o) {
                return (4 * o.shape.columns + 5) * scoresOf(o.shape);
            },
            [](const GroupedAttentionBackward& o) {
                return (8 * o.shape.columns + 6) * scoresOf(o.shape);
            },
            [](const FlashAttentionForward& o) {
                return (4 * o.shape.columns + 5) * visibleScoresOf(o.shape);
            },
            [](const FlashAttentionBackward& o) {
                return (10 * o.shape.columns + 9) * visibleScoresOf(o.shape);
            },
            [](const CrossEntropyForward& o) { return 5 * o.rows * o.vocab; },
            [](const CrossEntropyBackward& o) { return 5 * o.rows * o.vocab; },
            [](const IntegerForward& o) { return o.elements; },
            [](const IntegerBackward& o) { return o.elements; },
            [](const FillZero&) -> int64_t { return 0; },
            [](const Poison&) -> int64_t { return 0; },
            [](const Cast& o) { return o.elements; },
            [](const CopyRows& o) { return o.elements; },
            [](const AddInto& o) { return o.elements; },
            [](const InitializeWeights& o) { return 20 * o.elements; },
            [](const SquaredNorm& o) { return 2 * o.elements; },
            [](const SumPartials& o) { return o.buckets * o.rankSlots; },
            [](const ClipFactor& o) { return 8 + o.rankSlots; },
            [](const AdamW& o) { return 16 * o.elements; },
            [](const SgdMomentum& o) { return 5 * o.elements; },
        },
        operation);
}

Write* writeModeOf(Operation& operation) {
    return std::visit(
        [](auto& o) -> Write* {
            if constexpr (requires { o.write; }) return &o.write;
            return nullptr;
        },
        operation);
}

}  // namespace shardscope::core
