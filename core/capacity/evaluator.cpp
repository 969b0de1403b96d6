#include "core/capacity/evaluator.h"

#include <algorithm>

#include "core/sim/measured/cost_models.h"
#include "core/sim/simulate_step.h"

namespace shardscope::core {

namespace {

/// A step after the first on @p machine.
int64_t simulatedStepNs(const Workload& workload, const Configuration& at,
                        const Hardware& machine) {
    const auto problem = makeProblem(workload, at.strategy, at.ranks);
    if (!problem) broken("what was planned can be simulated");
    const auto step = simulateStep(*problem, {.costs = makeCostModel(machine, at.ranks)});
    if (!step) broken("without a limit nothing is refused");
    return step->stepNs;
}

}  // namespace

int64_t budgetOfRank(int64_t budgetBytes, bool oneMachine, int ranks) {
    if (budgetBytes == 0 || !oneMachine) return budgetBytes;
    return std::max<int64_t>(1, budgetBytes / ranks);
}

PoolQuestion Evaluator::questionOf(const Blueprint& blueprint, const Configuration& configuration,
                                   std::vector<int64_t>& bytes) const {
    blueprint.sizes.bytesAt(configuration, bytes);
    return {.program = blueprint.pool,
            .bytes = bytes,
            .gradAccum = configuration.gradAccum,
            .steps = base_.steps,
            .policy = options_.policy};
}

MemoryFootprint Evaluator::memoryOf(const Blueprint& blueprint, const Configuration& configuration,
                                    const PoolQuestion& question) {
    if (auto known = footprints_.find(blueprint, configuration, question.bytes)) return *known;
    const WalkedFootprint walked = footprintOf(question);
    footprints_.keep(blueprint, configuration, question.bytes, walked);
    return walked.memory;
}

std::optional<int64_t> Evaluator::stepOf(const Blueprint& blueprint,
                                         const Configuration& configuration) {
    if (options_.machine) {
        return simulatedStepNs(workloadOf(base_, configuration), configuration, *options_.machine);
    }
    if (!stepTimes_) return std::nullopt;
    return stepTimes_->of(blueprint, configuration);
}

Result<Evaluation> Evaluator::evaluate(const Configuration& configuration) {
    if (auto valid = validate(workloadOf(base_, configuration)); !valid) {
        return tl::unexpected(valid.error());
    }
    const auto found = blueprints_.of(configuration);
    if (!found) return tl::unexpected(found.error());
    const Blueprint& blueprint = **found;
    std::vector<int64_t> bytes;
    const PoolQuestion question = questionOf(blueprint, configuration, bytes);
    Evaluation result{.memory = memoryOf(blueprint, configuration, question),
                      .sent = sentOf(blueprint, configuration),
                      .parameters = blueprint.parameters};
    result.stepNs = stepOf(blueprint, configuration);
    const int64_t budget =
        budgetOfRank(options_.budgetBytes, options_.machine != nullptr, configuration.ranks);
    if (budget == 0 || result.memory.reservedPeakBytes <= budget) return result;
    const UnderBudget decided =
        decidedBy(budget, blueprint, configuration, question, result.memory);
    result.fits = decided.fits;
    result.smallestLimitBytes = decided.smallestLimitBytes;
    return result;
}

UnderBudget Evaluator::decidedBy(int64_t budgetBytes, const Blueprint& blueprint,
                                 const Configuration& configuration, const PoolQuestion& question,
                                 const MemoryFootprint& memory) {
    if (memory.roundedPeakBytes > budgetBytes) return {};
    auto known = footprints_.findUnderBudget(blueprint, configuration, question.bytes);
    if (known) return *known;
    const UnderBudget decided = underBudget(question, memory, budgetBytes);
    footprints_.keep(blueprint, configuration, question.bytes, decided);
    return decided;
}

Result<int64_t> Evaluator::smallestLimit(const Configuration& configuration) {
    const auto found = blueprints_.of(configuration);
    if (!found) return tl::unexpected(found.error());
    const Blueprint& blueprint = **found;
    std::vector<int64_t> bytes;
    const PoolQuestion question = questionOf(blueprint, configuration, bytes);
    return smallestLimitOf(question, memoryOf(blueprint, configuration, question));
}

}  // namespace shardscope::core
