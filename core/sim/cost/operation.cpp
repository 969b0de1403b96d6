#include "core/sim/cost/operation.h"

#include <algorithm>

#include "core/sim/cost/matmul.h"
#include "core/sim/cost/work.h"

namespace shardscope::core {

namespace {

/// Of the memory bandwidth.
double memoryRate(const KernelRates& kernels, KernelKind kind) {
    switch (kind) {
        case KernelKind::Normalization:
            return kernels.normalization;
        case KernelKind::Softmax:
            return kernels.softmax;
        case KernelKind::Lookup:
            return kernels.lookup;
        case KernelKind::Reduction:
            return kernels.reduction;
        case KernelKind::Optimizer:
            return kernels.optimizer;
        default:
            return kernels.streaming;
    }
}

/// The dtype whose matrix units an operation uses: its first factor's.
DType matrixDtype(const Operation& operation, const Layout& layout) {
    return std::visit(
        [&](const auto& o) {
            if constexpr (requires { o.qkv; }) {
                return layout[o.qkv].dtype;
            } else if constexpr (requires { o.q; }) {
                return layout[o.q].dtype;
            } else {
                return DType::Fp32;
            }
        },
        operation);
}

/// Flash attention multiplies on the matrix units, at the part of their peak that its kernels reach.
double flashSeconds(const Hardware& hardware, const Work& work, DType dtype) {
    const double rate = work.kind == KernelKind::FlashForward ? hardware.kernels.flashForward
                                                              : hardware.kernels.flashBackward;
    return work.flops / (hardware.peakFlops(dtype) * rate);
}

/// For what passes between memory and the chip.
double streamedSeconds(const Hardware& hardware, const Work& work) {
    return work.bytes /
           (hardware.gpu.memoryBandwidthGBps * 1e9 * memoryRate(hardware.kernels, work.kind));
}

struct Seconds {
    double arithmetic = 0, memory = 0;
};

Seconds secondsOf(const Hardware& hardware, const Operation& operation, const Layout& layout,
                  const Work& work) {
    const KernelRates& kernels = hardware.kernels;
    const double memory = streamedSeconds(hardware, work);
    if (const auto* product = std::get_if<Matmul>(&operation)) {
        const MatmulShape shape{
            .m = product->m, .n = product->n, .k = product->k, .dtype = layout[product->a].dtype};
        return {.arithmetic = matmulSeconds(hardware, shape), .memory = memory};
    }
    const DType dtype = matrixDtype(operation, layout);
    switch (work.kind) {
        case KernelKind::FlashForward:
        case KernelKind::FlashBackward:
            return {.arithmetic = flashSeconds(hardware, work, dtype), .memory = memory};
        case KernelKind::Attention:  // products, then passes: their times add up
            return {.arithmetic = 0.0,
                    .memory = memory +
                              work.flops / (hardware.peakFlops(dtype) * kernels.attentionMatmul)};
        default:
            return {.arithmetic = work.flops / (hardware.gpu.fp32Tflops * 1e12 * kernels.vector),
                    .memory = memory};
    }
}

}  // namespace

OperationCost operationCost(const Hardware& hardware, const Operation& operation,
                            const Layout& layout, int microBatch) {
    const Work work = workOf(operation, layout, microBatch);
    const Seconds seconds = secondsOf(hardware, operation, layout, work);
    const double ns = std::max(seconds.arithmetic, seconds.memory) * 1e9 +
                      hardware.kernels.launchUs * 1e3 * work.kernels;
    return {.durationNs = static_cast<int64_t>(ns),
            .bound = seconds.memory > seconds.arithmetic ? Bound::Memory : Bound::Arithmetic,
            .memoryShare = ns > 0.0 ? streamedSeconds(hardware, work) * 1e9 / ns : 0.0};
}

}  // namespace shardscope::core
