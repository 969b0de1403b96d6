#include "profiler/cli/explain/price.h"

#include "core/base/units.h"
#include "profiler/cli/explain/display_text.h"
#include "profiler/cli/explain/strategy_name.h"

namespace shardscope::explain {

std::string sentFormula(const core::Strategy& s) {
    const bool every = s.cadence == core::Cadence::EveryMicroBatch;
    const int gathers = s.parameters == core::ParameterStorage::GatheredPerUse       ? 2
                        : s.parameters == core::ParameterStorage::GatheredPerForward ? 1
                                                                                     : 0;
    const bool allReduces = s.collective == core::GradientCollective::AllReduce;
    const bool returns =
        s.weightReturn != core::WeightReturn::None && s.omit != core::Omit::AllGather;
    const int perMicroBatch =
        (s.omit != core::Omit::ReduceScatter && every ? (allReduces ? 2 : 1) : 0) + gathers;
    const int once = (s.omit != core::Omit::ReduceScatter && !every ? (allReduces ? 2 : 1) : 0) +
                     (returns ? 1 : 0);
    if (perMicroBatch == 0) return fmt::format("{} Psi", once);
    const std::string g = perMicroBatch == 1 ? "G" : fmt::format("{}G", perMicroBatch);
    return once == 0 ? g + " Psi" : fmt::format("({}+{}) Psi", g, once);
}

std::string priceOf(const core::Problem& problem, const PlanFacts& facts, Language language) {
    const std::string lead = "  " + nameOf(problem.strategy) + "  ";
    const std::string formula =
        problem.buckets.ranks == 1 ? std::string("0 Psi") : sentFormula(problem.strategy);
    return hanging(
        lead, say(language, Message::PriceSends, facts.reductions, facts.gathers, formula,
                  facts.sentPerParameter) +
                  " " + say(language, Message::PriceHolds, core::formatBytes(facts.betweenBytes)));
}

}  // namespace shardscope::explain
