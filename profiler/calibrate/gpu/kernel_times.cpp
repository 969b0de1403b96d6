#include "profiler/calibrate/gpu/kernel_times.h"

#include <set>

#include "profiler/calibrate/probe_times.h"

namespace shardscope::profiler {

void KernelTimes::add(const core::Operation& operation, const core::Layout& layout, int microBatch,
                      double ns) {
    const core::Work work = core::workOf(operation, layout, microBatch);
    if (const auto* product = std::get_if<core::Matmul>(&operation)) {
        const core::DType dtype = layout[product->a].dtype;
        ProductTimes& times =
            products_[{product->m, product->n, product->k, static_cast<int64_t>(dtype)}];
        times.shape = {.m = product->m, .n = product->n, .k = product->k, .dtype = dtype};
        times.bytes = work.bytes;
        times.ns += ns;
        ++times.count;
        return;
    }
    KindTimes& kind = kinds_[work.kind];
    kind.bytes += work.bytes;
    kind.flops += work.flops;
    kind.ns += ns;
    kind.kernels += work.kernels;
    ++kind.operations;
}

void KernelTimes::add(const core::StepPlan& plan, std::span<const Watch> watches) {
    const std::set<int64_t> typical = typicalSteps(watches.front());
    const std::vector<const core::Action*> actions = plan.flat();
    for (const Watch& watch : watches) {
        for (const core::StreamId stream : {core::kCompute, core::kCommunication}) {
            for (const TimedAction& timed : watch.of(stream)) {
                if (timed.what != Did::Operation || !typical.contains(timed.ref.step)) continue;
                const core::Action& action = *actions[static_cast<size_t>(timed.ref.action)];
                const auto& operation = std::get<core::Launch>(action.what).operation;
                // A batch of tokens comes from the host: its copy says nothing of kernels.
                if (std::holds_alternative<core::LoadBatch>(operation)) continue;
                add(operation, plan.layout, timed.ref.microBatch,
                    static_cast<double>(timed.endNs - timed.startNs));
            }
        }
    }
}

std::vector<ProductTimes> KernelTimes::products() const {
    std::vector<ProductTimes> all;
    for (const auto& [key, times] : products_) all.push_back(times);
    return all;
}

}  // namespace shardscope::profiler
