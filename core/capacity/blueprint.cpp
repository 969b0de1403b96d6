#include "core/capacity/blueprint.h"

#include "core/capacity/worst_rank.h"
#include "core/plan/wire_bytes.h"

namespace shardscope::core {

namespace {

/// Sizes as they are, for one point only.
SizeRules fixedSizes(const Problem& problem, const StepPlan& step) {
    SizeRules rules;
    for (const BufferSpec& buffer : step.layout.buffers) {
        rules.rules.push_back({.constant = buffer.bytes});
    }
    for (const Bucket& bucket : problem.buckets.buckets) {
        rules.buckets.push_back({.unpadded = bucket.elements, .real = bucket.realElements});
    }
    return rules;
}

std::optional<std::vector<size_t>> shiftingOf(const PoolProgram& pool, const SizeRules& sizes) {
    std::vector<bool> inSteps(sizes.rules.size(), false);
    for (const auto* list : {&pool.first, &pool.middle, &pool.last, &pool.epilogue}) {
        for (const PoolStep& step : *list) inSteps[static_cast<size_t>(step.buffer)] = true;
    }
    std::vector<size_t> shifting;
    for (size_t i = 0; i < inSteps.size(); ++i) {
        if (sizes.rules[i].perMicroBatch == 0) continue;
        if (inSteps[i]) return std::nullopt;
        shifting.push_back(i);
    }
    return shifting;
}

/// @param sizes the rules, or nothing for sizes as they are at this point.
Result<Blueprint> plannedFor(const Problem& problem, Rank rank,
                             const std::optional<SizeRules>& sizes, bool timed) {
    const auto setup = planSetup(problem, rank);
    if (!setup) return tl::unexpected(setup.error());
    const auto step = planStep(problem, rank);
    if (!step) return tl::unexpected(step.error());
    Blueprint blueprint{.pool = poolProgramOf(*setup, *step),
                        .sizes = sizes ? *sizes : fixedSizes(problem, *step),
                        .sent = sentStepsOf(*step, sizes.has_value()),
                        .parameters = problem.graph.parameterCount(),
                        .shifting = {},
                        .time = {}};
    if (timed) blueprint.time = timeProgramOf(problem, *step, sizes.has_value());
    blueprint.shifting = shiftingOf(blueprint.pool, blueprint.sizes);
    return blueprint;
}

}  // namespace

Configuration structureOf(const Configuration& configuration) {
    Configuration structure = configuration;
    const SizePoint point = basePoint(configuration);
    structure.ranks = point.ranks;
    structure.microBatch = point.microBatch;
    structure.gradAccum = point.gradAccum;
    structure.strategy.preset.clear();
    if (structure.strategy.storage != FullGradientStorage::FreedPerBucket) {
        structure.strategy.inFlight = 1;  // counts buckets that are freed one by one (rule 4)
    }
    return structure;
}

std::optional<Blueprint> makeBlueprint(const Workload& base, const Configuration& structure,
                                       bool timed) {
    const auto sizes = inferSizes(base, structure);
    if (!sizes) return std::nullopt;
    const auto problem =
        makeProblem(workloadOf(base, structure), structure.strategy, structure.ranks);
    if (!problem) return std::nullopt;
    auto blueprint = plannedFor(*problem, Rank{0}, sizes, timed);
    if (!blueprint) return std::nullopt;
    return std::move(*blueprint);
}

Result<Blueprint> makePointBlueprint(const Workload& base, const Configuration& configuration,
                                     bool timed) {
    const auto problem =
        makeProblem(workloadOf(base, configuration), configuration.strategy, configuration.ranks);
    if (!problem) return tl::unexpected(problem.error());
    const auto rank = worstRank(*problem);
    if (!rank) return tl::unexpected(rank.error());
    return plannedFor(*problem, *rank, std::nullopt, timed);
}

Sent sentOf(const Blueprint& blueprint, const Configuration& at) {
    Sent sent;
    for (const SentStep& step : blueprint.sent) {
        const int64_t times = step.times(at.gradAccum);
        int64_t elements = step.elements, real = step.realElements;
        if (step.bucket >= 0) {
            const BucketElements& bucket =
                blueprint.sizes.buckets[static_cast<size_t>(step.bucket)];
            elements = bucket.padded(at.ranks);
            real = bucket.real;
        }
        const bool twice = step.kind == CollectiveKind::AllReduce;
        sent.calls += times;
        sent.weightedElements += times * real * (twice ? 2 : 1);
        sent.wireBytes +=
            times * wireBytesOf(step.kind, elements * step.elementBytes, step.group.size(at.ranks));
    }
    return sent;
}

}  // namespace shardscope::core
