#include <fmt/format.h>

#include <cstdlib>

#include "core/base/units.h"
#include "profiler/cli/plan/plan_render.h"
#include "traces/table/units.h"

namespace shardscope::cli {

namespace {

std::string savedText(const SlidePair& pair) {
    return fmt::format("{} {} memory a rank", table::withUnit(std::abs(pair.savedBytes)),
                       pair.savedBytes >= 0 ? "less" : "more");
}

std::string sendsMore(const PlanOutcome& outcome, const SlidePair& pair) {
    const core::PlanRow &one = outcome.rows[pair.one], &two = outcome.rows[pair.two];
    return fmt::format(
        "From G = {} on stage 2 sends more than stage 1: {} against {} a step there, for {}; "
        "stage 1 sends the same at every G, stage 2 once more with each micro-batch.",
        one.at.gradAccum, table::withUnit(two.result->sent.wireBytes),
        table::withUnit(one.result->sent.wireBytes), savedText(pair));
}

/// @p from = none: it does not, as far as was looked.
std::string outweighs(const PlanOutcome& outcome, const SlideFacts& facts) {
    const SlidePair& last = facts.pairs.back();
    if (!facts.outweighedFrom) {
        return fmt::format(
            "Up to G = {} what stage 2 sends more ({} a step) is less than the memory that it "
            "saves ({}).",
            outcome.rows[last.one].at.gradAccum, table::withUnit(last.extraBytes),
            table::withUnit(last.savedBytes));
    }
    const SlidePair& from = facts.pairs[*facts.outweighedFrom];
    if (from.savedBytes <= 0) return {};  // it saves nothing, which was said
    return fmt::format(
        "From G = {} on what stage 2 sends more ({} a step) outweighs the memory that it saves "
        "({}).",
        outcome.rows[from.one].at.gradAccum, table::withUnit(from.extraBytes),
        table::withUnit(from.savedBytes));
}

}  // namespace

std::vector<std::string> slideSentences(const PlanRequest& request, const PlanOutcome& outcome) {
    std::vector<std::string> all;
    if (!outcome.slide) return all;
    const SlideFacts& facts = *outcome.slide;
    if (!facts.pairs.empty()) {
        if (!facts.sendsMoreFrom) {
            return {"Stage 2 sends no more than stage 1 at any of these G."};
        }
        all.push_back(sendsMore(outcome, facts.pairs[*facts.sendsMoreFrom]));
        all.push_back(outweighs(outcome, facts));
    }
    if (request.slide == Slide::Bucket && facts.noOverlapFrom) {
        all.push_back(fmt::format(
            "From a bucket of {} on one bucket holds all gradients (of {} parameters): it is ready "
            "when backward ends, and no overlap is possible.",
            *facts.noOverlapFrom, core::withCommas(outcome.parameters)));
    }
    return all;
}

}  // namespace shardscope::cli
