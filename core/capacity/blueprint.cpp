#include "core/capacity/blueprint.h"

#include <fmt/format.h>

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

bool scales(const Strategy& strategy) {
    return strategy.layout == ShardLayout::None || strategy.layout == ShardLayout::PerBucket;
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

/// In-flight counts full-size buckets where those are freed one by one (design, rule 4).
int inFlightThatMatters(const Strategy& strategy) {
    return strategy.storage == FullGradientStorage::FreedPerBucket ? strategy.inFlight : 0;
}

}  // namespace

std::string blueprintKey(const Configuration& c) {
    const Strategy& s = c.strategy;
    const SizePoint point =
        scales(s) ? basePoint(c) : SizePoint{c.ranks, c.microBatch, c.gradAccum};
    return fmt::format("{}.{}.{}.{}.{}.{}.{}.{}.{}.{}/{}.{}.{}", static_cast<int>(s.optimizer),
                       static_cast<int>(s.layout), static_cast<int>(s.collective),
                       static_cast<int>(s.cadence), static_cast<int>(s.storage),
                       static_cast<int>(s.parameters), static_cast<int>(s.weightReturn),
                       s.bucket.elements, inFlightThatMatters(s), s.overlap, point.ranks,
                       point.microBatch, point.gradAccum);
}

Result<Blueprint> makeBlueprint(const Workload& base, const Configuration& configuration) {
    const auto sizes = inferSizes(base, configuration);
    if (!sizes) return tl::unexpected(sizes.error());
    Configuration at = configuration;
    if (*sizes) {
        const SizePoint point = basePoint(configuration);
        at.ranks = point.ranks;
        at.microBatch = point.microBatch;
        at.gradAccum = point.gradAccum;
    }
    const auto problem = makeProblem(workloadOf(base, at), at.strategy, at.ranks);
    if (!problem) return tl::unexpected(problem.error());
    const auto setup = planSetup(*problem, Rank{0});
    if (!setup) return tl::unexpected(setup.error());
    const auto step = planStep(*problem, Rank{0});
    if (!step) return tl::unexpected(step.error());
    Blueprint blueprint{.pool = poolProgramOf(*setup, *step),
                        .sizes = *sizes ? **sizes : fixedSizes(*problem, *step),
                        .sent = sentStepsOf(*step),
                        .parameters = problem->graph.parameterCount()};
    blueprint.shifting = shiftingOf(blueprint.pool, blueprint.sizes);
    return blueprint;
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
        sent.wireBytes += times * wireBytesOf(step.kind, elements * step.elementBytes, at.ranks);
    }
    return sent;
}

}  // namespace shardscope::core
