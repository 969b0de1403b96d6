#include "profiler/cli/plan/slide_facts.h"

#include <algorithm>
#include <limits>
#include <map>

#include "core/base/units.h"
#include "core/capacity/advice.h"
#include "core/sim/measured/cost_models.h"
#include "core/sim/simulate_step.h"

namespace shardscope::cli {

namespace {

using core::PlanRow;

SlideRow simulated(const PlanRequest& request, const core::Configuration& at) {
    const auto problem =
        core::makeProblem(core::workloadOf(request.question.base, at), at.strategy, at.ranks);
    if (!problem) core::broken("what was planned can be simulated");
    SlideRow row{.buckets = problem->buckets.count()};
    // A tied parameter's bucket is ready last: nothing of backward is left to hide it.
    row.overlaps = at.strategy.overlap &&
                   std::ranges::count(problem->buckets.buckets, false, &core::Bucket::tied) > 1;
    core::SimulationOptions options{.policy = request.question.policy};
    if (request.hardware) options.costs = core::makeCostModel(*request.hardware, at.ranks);
    const auto step = core::simulateStep(*problem, options);
    if (!step) core::broken("without a limit nothing is refused");
    row.gradientBytes = step->gradientBytes;
    if (!request.hardware) return row;
    row.times = {.computeNs = step->computeNs,
                 .communicationNs = step->communicationNs,
                 .exposedNs = step->exposedNs,
                 .tailNs = step->tailNs};
    return row;
}

/// Row of @p stage at each value, by the value's place.
std::map<int64_t, size_t> rowsOfStage(const PlanRequest& request, const std::vector<PlanRow>& rows,
                                      int stage) {
    std::map<int64_t, size_t> found;
    for (size_t i = 0; i < rows.size(); ++i) {
        if (!rows[i].result || rows[i].at.ranks == 1) continue;
        if (core::stageOf(rows[i].at.strategy) != stage) continue;
        found[slideValueOf(request, rows[i]).order] = i;
    }
    return found;
}

void findPairs(const PlanRequest& request, const std::vector<PlanRow>& rows, SlideFacts& facts) {
    const auto one = rowsOfStage(request, rows, 1), two = rowsOfStage(request, rows, 2);
    for (const auto& [value, first] : one) {
        const auto second = two.find(value);
        if (second == two.end()) continue;
        const PlanRow &a = rows[first], &b = rows[second->second];
        facts.pairs.push_back({.one = first,
                               .two = second->second,
                               .extraBytes = b.result->sent.wireBytes - a.result->sent.wireBytes,
                               .savedBytes = a.neededBytes() - b.neededBytes()});
    }
    const auto first = [&](auto holds) -> std::optional<size_t> {
        const auto found = std::ranges::find_if(facts.pairs, holds);
        if (found == facts.pairs.end()) return std::nullopt;
        return static_cast<size_t>(found - facts.pairs.begin());
    };
    facts.sendsMoreFrom = first([](const SlidePair& pair) { return pair.extraBytes > 0; });
    facts.outweighedFrom = first([](const SlidePair& pair) {
        return pair.extraBytes > 0 && pair.extraBytes >= pair.savedBytes;
    });
}

/// Sizes by the number of elements; one a layer is no size among them.
std::optional<std::string> noOverlapFrom(const PlanRequest& request,
                                         const std::vector<PlanRow>& rows,
                                         const SlideFacts& facts) {
    std::map<SlideValue, bool> overlaps;
    for (size_t i = 0; i < rows.size(); ++i) {
        const SlideValue value = slideValueOf(request, rows[i]);
        const bool sends = rows[i].result && rows[i].at.ranks > 1;
        if (sends && value.order < std::numeric_limits<int64_t>::max()) {
            overlaps[value] |= facts.rows[i].overlaps;
        }
    }
    std::optional<std::string> from;
    for (auto it = overlaps.rbegin(); it != overlaps.rend() && !it->second; ++it) {
        from = it->first.text;
    }
    return from;
}

}  // namespace

SlideValue slideValueOf(const PlanRequest& request, const PlanRow& row) {
    if (request.slide == Slide::GradAccum) {
        return {row.at.gradAccum, std::to_string(row.at.gradAccum)};
    }
    const core::BucketSize& size = row.at.strategy.bucket;
    const int64_t elementBytes = core::bytesOf(request.question.base.accumulateDtype);
    const int64_t order = size.inElements(elementBytes).elements;
    const bool plain = size.bytes == 0 && size.elements > 0;
    return {order == 0 ? std::numeric_limits<int64_t>::max() : order,
            plain ? core::withCommas(size.elements) : core::wordOf(size)};
}

SlideFacts slideFactsOf(const PlanRequest& request, const std::vector<PlanRow>& rows,
                        const std::atomic<bool>& stop) {
    SlideFacts facts;
    facts.rows.resize(rows.size());
    for (size_t i = 0; i < rows.size() && !stop.load(); ++i) {
        if (rows[i].result) facts.rows[i] = simulated(request, rows[i].at);
    }
    if (request.slide == Slide::GradAccum) findPairs(request, rows, facts);
    if (request.slide == Slide::Bucket) facts.noOverlapFrom = noOverlapFrom(request, rows, facts);
    return facts;
}

}  // namespace shardscope::cli
