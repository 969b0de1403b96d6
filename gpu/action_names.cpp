#include "gpu/action_names.h"

#include <fmt/format.h>

namespace shardscope::gpu {

namespace {

std::vector<std::string> namesOf(const core::Result<core::StepPlan>& plan) {
    std::vector<std::string> names;
    if (!plan) return names;
    for (const core::Action* action : plan->flat()) names.push_back(action->name);
    return names;
}

}  // namespace

ActionNames::ActionNames(const core::RunContext& context) {
    if (!context.problem) return;
    setup_ = namesOf(core::planSetup(*context.problem, context.rank));
    step_ = namesOf(core::planStep(*context.problem, context.rank));
}

std::string ActionNames::of(core::ActionRef ref) const {
    const std::vector<std::string>& names = ref.step < 0 ? setup_ : step_;
    const auto at = static_cast<size_t>(ref.action);
    const std::string name =
        ref.action >= 0 && at < names.size() ? names[at] : fmt::format("action {}", ref.action);
    return ref.step < 0 ? name + " in set-up" : fmt::format("{} in step {}", name, ref.step);
}

}  // namespace shardscope::gpu
