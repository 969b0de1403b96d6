#include "profiler/cli/plan/plan_states.h"

#include <fmt/format.h>

namespace shardscope::cli {

namespace {

/// (w + g) and K with the types that a rank of @p at has, as the report counts them.
core::StateConvention paperOf(const PlanRequest& request, const core::Configuration& at) {
    const core::Workload workload = core::withHabits(request.question.base, at.strategy);
    const bool fp32 = workload.dtype == core::DType::Fp32;
    const double moments = workload.optimizer.kind == core::OptimizerKind::Sgd ? 4.0 : 8.0;
    // Shards that are cast from the master when they are gathered exist as master weights alone.
    const bool cast = !fp32 && at.strategy.workingShards == core::WorkingShards::CastFromMaster;
    return {.name = "paper",
            .summary = {},
            .source = {},
            .weights = cast ? 0.0 : static_cast<double>(core::bytesOf(workload.dtype)),
            .gradients = static_cast<double>(core::bytesOf(workload.accumulateDtype)),
            .optimizer = (fp32 ? 0.0 : 4.0) + moments};
}

}  // namespace

std::optional<int64_t> countedBy(const PlanRequest& request,
                                 const core::StateConvention& convention, int64_t parameters,
                                 const core::Configuration& at) {
    const core::StateConvention& counted =
        convention.name == "paper" ? paperOf(request, at) : convention;
    const auto states = core::stateBytes(counted, core::likeStage(at.strategy),
                                         static_cast<double>(parameters), at.shards());
    if (!states) return std::nullopt;
    return static_cast<int64_t>(states->total());
}

std::string nameIn(const PlanRequest& request, const core::StateConvention& convention,
                   const core::Configuration& at) {
    if (convention.name != "paper") return std::string(convention.name);
    const core::StateConvention paper = paperOf(request, at);
    return fmt::format("paper ({:.0f}+{:.0f}+{:.0f})", paper.weights, paper.gradients,
                       paper.optimizer);
}

int64_t modelStateBytes(const PlanRequest& request, int64_t parameters,
                        const core::Configuration& at) {
    return countedBy(request, paperOf(request, at), parameters, at).value_or(0);
}

}  // namespace shardscope::cli
