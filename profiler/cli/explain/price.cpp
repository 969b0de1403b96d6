#include "profiler/cli/explain/price.h"

#include "core/base/units.h"
#include "profiler/cli/explain/display_text.h"
#include "profiler/cli/explain/strategy_name.h"

namespace shardscope::explain {

namespace {

/// Elements that one reduction of all gradients sends, in Psi: inside a shard group, and then each
/// shard's sum over the groups.
double sentByReduction(const core::Problem& problem) {
    const core::Strategy& s = problem.strategy;
    if (s.omit == core::Omit::ReduceScatter) return 0;
    const int shards = problem.buckets.shardCount();
    const double own = s.collective == core::GradientCollective::AllReduce ? 2 : 1;
    if (shards == problem.buckets.ranks) return own;
    return (shards > 1 ? own : 0) + 2.0 / shards;
}

}  // namespace

std::string sentFormula(const core::Problem& problem) {
    const core::Strategy& s = problem.strategy;
    if (problem.buckets.ranks == 1) return "0 Psi";
    const bool every = s.cadence == core::Cadence::EveryMicroBatch;
    const bool shares = problem.buckets.shardCount() > 1;
    const int gathers = s.parameters == core::ParameterStorage::GatheredPerUse       ? 2
                        : s.parameters == core::ParameterStorage::GatheredPerForward ? 1
                                                                                     : 0;
    const bool returns =
        s.weightReturn != core::WeightReturn::None && s.omit != core::Omit::AllGather;
    const double reduction = sentByReduction(problem);
    const double perMicroBatch = (every ? reduction : 0) + (shares ? gathers : 0);
    const double once = (every ? 0 : reduction) + (shares && returns ? 1 : 0);
    if (perMicroBatch == 0) return fmt::format("{:.3g} Psi", once);
    const std::string g = perMicroBatch == 1 ? "G" : fmt::format("{:.3g}G", perMicroBatch);
    return once == 0 ? g + " Psi" : fmt::format("({}+{:.3g}) Psi", g, once);
}

std::string priceOf(const core::Problem& problem, const PlanFacts& facts, Language language) {
    const std::string lead = "  " + nameOf(problem.strategy) + "  ";
    return hanging(
        lead, say(language, Message::PriceSends, facts.reductions, facts.gathers,
                  sentFormula(problem), facts.sentPerParameter) +
                  " " + say(language, Message::PriceHolds, core::formatBytes(facts.betweenBytes)));
}

}  // namespace shardscope::explain
