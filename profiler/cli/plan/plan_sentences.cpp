#include <fmt/format.h>

#include <algorithm>

#include "core/base/units.h"
#include "profiler/cli/plan/plan_render.h"
#include "traces/table/text.h"
#include "traces/table/units.h"

namespace shardscope::cli {

namespace {

using core::Category;
using core::PlanRow;

std::string frontSentence(const PlanRequest& request, const PlanOutcome& outcome) {
    const bool several = request.question.ranks.size() > 1;
    return fmt::format(
        "* marks {} of the rows that fit{}: no other{} needs as little memory and {}.",
        outcome.front.size(), request.question.budgetBytes > 0 ? "" : " (all: no limit)",
        several ? " with as many ranks" : "",
        outcome.basis == core::CostBasis::StepTime ? "takes as little time a sequence"
                                                   : "sends as few bytes a sequence");
}

std::string nothingSentence(const PlanRequest& request, const PlanOutcome& outcome) {
    const core::NothingFits& nothing = *outcome.nothing;
    const PlanRow& closest = outcome.rows[nothing.closest];
    std::string text = fmt::format(
        "Nothing fits {}. Closest: {}, which needs {}, {} too much.",
        table::withUnit(request.question.budgetBytes), core::wordsOf(closest.at),
        table::withUnit(closest.neededBytes()), table::withUnit(-marginOf(request, closest)));
    if (nothing.changes.empty()) {
        return text + fmt::format(
                          " No stage, micro-batch or number of ranks up to 65,536 changes "
                          "that; see below what stays.");
    }
    const core::Change& first = nothing.changes.front();
    text += fmt::format(" Smallest change{}: {}, {} stay free.",
                        nothing.together ? "s that are enough" : " that is enough", first.what,
                        table::withUnit(marginOf(request, first.row)));
    for (size_t i = 1; i < nothing.changes.size(); ++i) {
        text += fmt::format(" Or {}.", nothing.changes[i].what);
    }
    return text;
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
    const PlanRow& row = outcome.rows[outcome.about];
    const int stage = core::stageOf(row.at.strategy);
    std::vector<std::string> parts;
    for (const core::StateConvention& convention : request.conventions) {
        const auto states = core::stateBytes(convention, stage,
                                             static_cast<double>(outcome.parameters), row.at.ranks);
        parts.push_back(states ? fmt::format("{} {}", convention.name,
                                             table::withUnit(static_cast<int64_t>(states->total())))
                               : fmt::format("{} has no stage {}", convention.name, stage));
    }
    return fmt::format("Model states of {} on {} ranks as counted by: {}.", row.at.strategy.preset,
                       row.at.ranks, table::listOf(parts));
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
    if (outcome.nothing) all.push_back(nothingSentence(request, outcome));
    for (const std::string& crossing : crossings(outcome)) all.push_back(crossing);
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
