#include "core/sim/measured/kernel_shape.h"

#include "core/sim/cost/work.h"

namespace shardscope::core {

namespace {

double d(int64_t value) { return static_cast<double>(value); }

std::vector<double> sizesOf(const AttentionShape& s) {
    return {d(s.batch) * d(s.heads), d(s.sequence), d(s.columns), d(s.kvHeads)};
}

/// The sizes that an operation's fields name.
template <class Op>
std::vector<double> sizesOf(const Op& o) {
    if constexpr (requires {
                      o.k;
                      o.transposeA;
                  }) {
        return {d(o.m), d(o.n), d(o.k)};
    } else if constexpr (requires { o.shape; }) {
        return sizesOf(o.shape);
    } else if constexpr (requires { o.qkv; }) {
        return {d(o.batch) * d(o.heads), d(o.sequence), d(o.hidden) / d(o.heads)};
    } else if constexpr (requires { o.theta; }) {
        return {d(o.rows), d(o.heads) * d(o.columns)};
    } else if constexpr (requires {
                             o.rows;
                             o.hidden;
                         }) {
        return {d(o.rows), d(o.hidden)};
    } else if constexpr (requires {
                             o.rows;
                             o.vocab;
                         }) {
        return {d(o.rows), d(o.vocab)};
    } else if constexpr (requires {
                             o.rows;
                             o.columns;
                         }) {
        return {d(o.rows), d(o.columns)};
    } else if constexpr (requires {
                             o.batch;
                             o.sequence;
                             o.hidden;
                         }) {
        return {d(o.batch) * d(o.sequence), d(o.hidden)};
    } else if constexpr (requires {
                             o.batch;
                             o.sequence;
                         }) {
        return {d(o.batch) * d(o.sequence)};
    } else if constexpr (requires { o.elements; }) {
        return {d(o.elements)};
    } else if constexpr (requires { o.buckets; }) {
        return {d(o.buckets) * d(o.rankSlots)};
    } else {
        return {d(o.rankSlots)};
    }
}

void append(std::string& text, const std::vector<TensorId>& tensors, const Layout& layout) {
    for (const TensorId tensor : tensors) {
        if (!text.empty()) text += ' ';
        text += nameOf(layout[tensor].dtype);
    }
}

std::string variantOf(const Operation& operation, const Layout& layout, int microBatch) {
    const Operands operands = operandsOf(operation, microBatch);
    std::string text;
    append(text, operands.reads, layout);
    text += " >";
    append(text, operands.writes, layout);
    if (const auto* product = std::get_if<Matmul>(&operation)) {
        if (product->transposeA) text += ", a transposed";
        if (product->transposeB) text += ", b transposed";
    }
    return text;
}

bool isArithmetic(KernelKind kind) {
    return kind == KernelKind::Matmul || kind == KernelKind::Attention ||
           kind == KernelKind::FlashForward || kind == KernelKind::FlashBackward;
}

}  // namespace

KernelShape kernelShapeOf(const Operation& operation, const Layout& layout, int microBatch) {
    const Work work = workOf(operation, layout, microBatch);
    const bool arithmetic = isArithmetic(work.kind);
    return {.kernel = std::string(nameOf(operation)),
            .variant = variantOf(operation, layout, microBatch),
            .shape = std::visit([](const auto& o) { return sizesOf(o); }, operation),
            .work = arithmetic ? work.flops : work.bytes,
            .arithmetic = arithmetic};
}

}  // namespace shardscope::core
