#include "gpu/action_names.h"

#include <fmt/format.h>

namespace shardscope::gpu {

ActionNames::ActionNames(const core::RunContext& context) {
    if (!context.problem) return;
    setup_ = namesOf(core::planSetup(*context.problem, context.rank));
    step_ = namesOf(core::planStep(*context.problem, context.rank));
}

std::vector<ActionNames::Named> ActionNames::namesOf(const core::Result<core::StepPlan>& plan) {
    std::vector<Named> names;
    if (!plan) return names;
    for (const core::Action* action : plan->flat()) {
        names.push_back({action->name, action->bucket});
    }
    return names;
}

const ActionNames::Named* ActionNames::find(core::ActionRef ref) const {
    const std::vector<Named>& names = ref.step < 0 ? setup_ : step_;
    const auto at = static_cast<size_t>(ref.action);
    return ref.action >= 0 && at < names.size() ? &names[at] : nullptr;
}

std::string ActionNames::of(core::ActionRef ref) const {
    const Named* found = find(ref);
    const std::string name = found ? found->name : fmt::format("action {}", ref.action);
    return ref.step < 0 ? name + " in set-up" : fmt::format("{} in step {}", name, ref.step);
}

core::BucketId ActionNames::bucketOf(core::ActionRef ref) const {
    const Named* found = find(ref);
    return found ? found->bucket : core::BucketId{};
}

}  // namespace shardscope::gpu
