#include "core/capacity/evaluator.h"

#include "core/capacity/step_time.h"

namespace shardscope::core {

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
    if (stepCosts_) {
        result.stepNs = stepTimeOf(*blueprint.time, stepCosts_->of(blueprint, configuration),
                                   *options_.costs, configuration);
    }
    const int64_t budget = options_.budgetBytes;
    if (budget == 0 || result.memory.reservedPeakBytes <= budget) return result;
    result.fits = result.memory.roundedPeakBytes <= budget && fitsUnder(question, budget);
    if (result.fits) result.smallestLimitBytes = smallestLimitOf(question, result.memory);
    return result;
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
