#include "profiler/cli/plan/plan_states.h"

#include <cmath>

namespace shardscope::cli {

std::optional<int64_t> countedBy(const core::StateConvention& convention, int64_t parameters,
                                 const core::Configuration& at) {
    const auto states = core::stateBytes(convention, core::likeStage(at.strategy),
                                         static_cast<double>(parameters), at.shards());
    if (!states) return std::nullopt;
    return static_cast<int64_t>(states->total());
}

int64_t modelStateBytes(const PlanRequest& request, int64_t parameters,
                        const core::Configuration& at) {
    const core::Workload workload = core::withHabits(request.question.base, at.strategy);
    const double master = workload.dtype == core::DType::Fp32 ? 0.0 : 4.0;
    const double moments = workload.optimizer.kind == core::OptimizerKind::Sgd ? 4.0 : 8.0;
    const core::StateConvention own{
        .name = "own",
        .summary = {},
        .source = {},
        .weights = static_cast<double>(core::bytesOf(workload.dtype)),
        .gradients = static_cast<double>(core::bytesOf(workload.accumulateDtype)),
        .optimizer = master + moments};
    return countedBy(own, parameters, at).value_or(0);
}

}  // namespace shardscope::cli
