#include <fmt/format.h>

#include <algorithm>

#include "core/base/units.h"
#include "profiler/cli/plan/plan_render.h"
#include "profiler/cli/plan/plan_states.h"
#include "traces/table/text.h"
#include "traces/table/units.h"

namespace shardscope::cli {

namespace {

using core::Category;
using core::PlanRow;

std::string frontSentence(const PlanRequest& request, const PlanOutcome& outcome) {
    const bool several = request.question.ranks.size() > 1;
    const bool recommended =
        outcome.recommendation &&
        std::ranges::find(outcome.front, outcome.recommendation->row) != outcome.front.end();
    const size_t others = outcome.front.size() - (recommended ? 1 : 0);
    if (others == 0) return {};
    return fmt::format(
        "* marks {}{} of the rows that fit{}: no other row{} is as good in both memory and {} a "
        "sequence.",
        others, recommended ? " more" : "",
        request.question.budgetBytes > 0 ? "" : " (all: no limit)",
        several ? " with as many ranks" : "",
        outcome.basis == core::CostBasis::SentBytes ? "bytes sent" : "time");
}

std::vector<std::string> texts(const auto& numbers) {
    std::vector<std::string> all;
    for (const auto number : numbers) all.push_back(std::to_string(number));
    return all;
}

std::string budgetText(const core::PlanQuestion& question) {
    const std::string bytes = table::withUnit(question.budgetBytes);
    return question.oneMachine ? bytes + " that the ranks share" : bytes;
}

std::string nothingSentence(const PlanRequest& request, const PlanOutcome& outcome) {
    const core::NothingFits& nothing = *outcome.nothing;
    const PlanRow& closest = outcome.rows[nothing.closest];
    std::string text = fmt::format("Nothing fits {}. Closest: {}, which needs {}, {} too much.",
                                   budgetText(request.question), core::wordsOf(closest.at),
                                   table::withUnit(closest.neededBytes()),
                                   table::withUnit(-marginOf(request, closest)));
    if (nothing.changes.empty()) {
        return text +
               " No setting or number of ranks that was tried changes that; see below what stays.";
    }
    text += nothing.together ? " No single setting is enough; the cheapest way:"
                             : " Cheapest change that is enough:";
    for (size_t i = 0; i < nothing.changes.size(); ++i) {
        const core::Change& change = nothing.changes[i];
        text += fmt::format("{}{}, {} stay free", i == 0 ? " " : "; or ", change.what,
                            table::withUnit(marginOf(request, change.row)));
    }
    return text + ".";
}

/// Nothing of what was asked for can be: what is next to it.
std::string possibleSentence(const PlanRequest& request, const PlanOutcome& outcome) {
    const core::Possible& possible = outcome.possible;
    std::string text = "No configuration can be run.";
    if (!possible.ranks.empty()) {
        text += fmt::format(" Nearest numbers of ranks that {}: {}.",
                            request.question.globalBatch
                                ? fmt::format("divide global batch {}",
                                              core::withCommas(*request.question.globalBatch))
                                : std::string("fill their nodes"),
                            table::listOf(texts(possible.ranks)));
    }
    if (possible.globalBatches.empty()) return text;
    return text + fmt::format(" {} the ranks, with --global-batch {}.",
                              possible.ranks.empty() ? "Keep" : "Or keep",
                              fmt::join(texts(possible.globalBatches), " or "));
}

std::string termsSentence(const PlanOutcome& outcome) {
    if (outcome.terms.empty()) return {};
    std::vector<std::string> parts;
    for (const core::Term& term : outcome.terms) {
        parts.push_back(
            fmt::format("{} {}", core::nameOf(term.category), table::withUnit(term.bytes)));
    }
    return fmt::format("More ranks do not make smaller ({}): {}.",
                       core::wordsOf(outcome.rows[outcome.about].at), table::listOf(parts));
}

/// The row with @p preset's strategy and otherwise @p row's settings.
const PlanRow* sibling(const PlanOutcome& outcome, const PlanRow& row, std::string_view preset) {
    for (const PlanRow& other : outcome.rows) {
        core::Configuration at = other.at;
        if (!other.result || at.strategy.preset != preset) continue;
        at.strategy = row.at.strategy;
        if (at == row.at && other.at.strategy.inFlight == row.at.strategy.inFlight) return &other;
    }
    return nullptr;
}

/// Where sharding gradients saves nothing, and what fills the peak instead.
std::string noSavingSentence(const PlanOutcome& outcome, std::string_view first,
                             std::string_view second) {
    const PlanRow& about = outcome.rows[outcome.about];
    const PlanRow* one = sibling(outcome, about, first);
    const PlanRow* two = sibling(outcome, about, second);
    if (!one || !two || two->neededBytes() < one->neededBytes()) return {};
    const auto at = [](const PlanRow& row, Category c) {
        return row.result->memory.atPeak[static_cast<size_t>(c)];
    };
    const int64_t buffers = at(*two, Category::Gradients) + at(*two, Category::Buckets) +
                            at(*two, Category::GradientShards);
    return fmt::format(
        "{} needs {} and {} {} here: at their peaks ({} and {}) the gradient buffers and shards of "
        "{} "
        "hold {}, and the gradients of {} {}: buckets cost what sharding saves when the model is "
        "small "
        "against them, or when the peak is where no gradient is yet.",
        second, table::withUnit(two->neededBytes()), first, table::withUnit(one->neededBytes()),
        core::nameOf(two->result->memory.peakPhase), core::nameOf(one->result->memory.peakPhase),
        second, table::withUnit(buffers), first,
        table::withUnit(at(*one, Category::Gradients) + at(*one, Category::Buckets) +
                        at(*one, Category::GradientShards)));
}

std::string conventionSentence(const PlanRequest& request, const PlanOutcome& outcome) {
    if (outcome.rows.empty()) return {};
    const core::Configuration& at = outcome.rows[outcome.about].at;
    const int stage = core::likeStage(at.strategy);
    std::vector<std::string> parts;
    for (const core::StateConvention& convention : request.conventions) {
        const auto bytes = countedBy(request, convention, outcome.parameters, at);
        parts.push_back(
            bytes ? fmt::format("{} {}", nameIn(request, convention, at), table::withUnit(*bytes))
                  : fmt::format("{} has no stage {}", convention.name, stage));
    }
    const bool named = core::stageOf(at.strategy) >= 0, groups = at.strategy.shardGroup > 0;
    return fmt::format("Model states of {}{} on {} ranks{} as counted by: {}.", at.strategy.preset,
                       named ? "" : fmt::format(" (it shards what stage {} does)", stage), at.ranks,
                       groups ? fmt::format(", sharded among {},", at.strategy.shardGroup) : "",
                       table::listOf(parts));
}

/// Why rows of a model that is only counted have states alone.
std::string statesSentence(const PlanRequest& request, const PlanOutcome& outcome) {
    std::string text =
        "States are model states alone; activations are not included, and unknown: " +
        request.unplanned->reason + ".";
    const int64_t budget = request.question.budgetBytes;
    if (budget == 0) return text;
    return text + (outcome.noneFits
                       ? fmt::format(" No row's states fit {}.", table::withUnit(budget))
                       : " A row whose states fit may still need more than there is.");
}

}  // namespace

std::vector<std::string> planSentences(const PlanRequest& request, const PlanOutcome& outcome) {
    std::vector<std::string> all;
    if (outcome.recommendation) {
        all.push_back("> Recommended: " + outcome.recommendation->reason + ".");
    }
    if (!outcome.front.empty() && request.slide == Slide::None) {
        all.push_back(frontSentence(request, outcome));
    }
    if (outcome.nothing && request.question.budgetBytes > 0) {
        all.push_back(nothingSentence(request, outcome));
    }
    const bool canBe = request.unplanned || outcome.refused() < outcome.rows.size();
    if (outcome.noneFits && !canBe) all.push_back(possibleSentence(request, outcome));
    if (request.unplanned) all.push_back(statesSentence(request, outcome));
    all.push_back(sameBuckets(request, outcome));
    for (const std::string& each : slideSentences(request, outcome)) all.push_back(each);
    if (!outcome.rows.empty() && outcome.rows[outcome.about].result) {
        all.push_back(noSavingSentence(outcome, "zero-1", "zero-2"));
        all.push_back(noSavingSentence(outcome, "deepspeed-1", "deepspeed-2"));
    }
    all.push_back(termsSentence(outcome));
    all.push_back(conventionSentence(request, outcome));
    std::erase_if(all, [](const std::string& sentence) { return sentence.empty(); });
    return all;
}

}  // namespace shardscope::cli
