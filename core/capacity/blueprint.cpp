#include "core/capacity/blueprint.h"

#include <set>

#include "core/capacity/pool_walk.h"
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

/// Whether every rank allocates the same: shards are even parts of every bucket, or there are none.
bool ranksAreAlike(const Strategy& strategy) {
    return strategy.layout == ShardLayout::None || strategy.layout == ShardLayout::PerBucket;
}

std::vector<int64_t> bytesOf(const StepPlan& plan) {
    std::vector<int64_t> bytes;
    for (const BufferSpec& buffer : plan.layout.buffers) bytes.push_back(buffer.bytes);
    return bytes;
}

int64_t peakOf(const Blueprint& blueprint, const Configuration& at) {
    std::vector<int64_t> bytes;
    blueprint.sizes.bytesAt(at, bytes);
    return footprintOf({.program = blueprint.pool, .bytes = bytes, .gradAccum = at.gradAccum})
        .memory.peakBytes;
}

/// The blueprint of the rank with the largest peak, the lowest of equal ones.
Result<Blueprint> plannedForTheWorst(const Problem& problem, const Configuration& at, bool timed) {
    std::set<std::vector<int64_t>> seen;
    std::optional<Blueprint> worst;
    int64_t highest = -1;
    for (int rank = 0; rank < at.ranks; ++rank) {
        const auto setup = planSetup(problem, Rank{rank});
        if (!setup) return tl::unexpected(setup.error());
        if (!seen.insert(bytesOf(*setup)).second) continue;
        auto blueprint = plannedFor(problem, Rank{rank}, std::nullopt, timed);
        if (!blueprint) return blueprint;
        const int64_t peak = peakOf(*blueprint, at);
        if (peak <= highest) continue;
        highest = peak;
        worst = std::move(*blueprint);
    }
    return std::move(*worst);
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
    return ranksAreAlike(configuration.strategy)
               ? plannedFor(*problem, Rank{0}, std::nullopt, timed)
               : plannedForTheWorst(*problem, configuration, timed);
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
