#include <fmt/format.h>

#include <algorithm>

#include "core/base/units.h"
#include "profiler/cli/plan/plan_render.h"
#include "profiler/cli/table_text.h"
#include "profiler/cli/table_units.h"

namespace shardscope::cli {

namespace {

using core::Category;
using core::PlanRow;

std::string frontSentence(const PlanRequest& request, const PlanOutcome& outcome) {
    const bool several = request.question.ranks.size() > 1;
    return fmt::format(
        "* marks {} of the rows that fit{}: no other{} needs as little memory and {} as little.",
        outcome.front.size(), request.question.budgetBytes > 0 ? "" : " (all: no limit)",
        several ? " with as many ranks" : "",
        outcome.basis == core::CostBasis::StepTime ? "takes a sequence" : "sends a sequence");
}

std::string nothingSentence(const PlanRequest& request, const PlanOutcome& outcome) {
    const core::NothingFits& nothing = *outcome.nothing;
    const PlanRow& closest = outcome.rows[nothing.closest];
    std::string text =
        fmt::format("Nothing fits {}. Closest: {}, which needs {}, {} too much.",
                    withUnit(request.question.budgetBytes), core::wordsOf(closest.at),
                    withUnit(closest.neededBytes()), withUnit(-marginOf(request, closest)));
    if (nothing.changes.empty()) {
        return text + fmt::format(
                          " No stage, micro-batch or number of ranks up to 65,536 changes "
                          "that; see below what stays.");
    }
    const core::Change& first = nothing.changes.front();
    text += fmt::format(" Smallest change{}: {}, {} stay free.",
                        nothing.together ? "s that are enough" : " that is enough", first.what,
                        withUnit(marginOf(request, first.row)));
    for (size_t i = 1; i < nothing.changes.size(); ++i) {
        text += fmt::format(" Or {}.", nothing.changes[i].what);
    }
    return text;
}

std::string termsSentence(const PlanOutcome& outcome) {
    if (outcome.terms.empty()) return {};
    std::vector<std::string> parts;
    for (const core::Term& term : outcome.terms) {
        parts.push_back(fmt::format("{} {}", core::nameOf(term.category), withUnit(term.bytes)));
    }
    return fmt::format("More ranks do not make smaller ({}): {}.",
                       core::wordsOf(outcome.rows[outcome.about].at), listOf(parts));
}

const PlanRow* sibling(const PlanOutcome& outcome, const PlanRow& row, int stage) {
    for (const PlanRow& other : outcome.rows) {
        core::Configuration at = other.at;
        if (!other.result || core::stageOf(at.strategy) != stage) continue;
        at.strategy = row.at.strategy;
        at.strategy.bucket = other.at.strategy.bucket;
        at.strategy.inFlight = other.at.strategy.inFlight;
        if (at == row.at) return &other;
    }
    return nullptr;
}

/// Where sharding gradients saves nothing, and what fills the peak instead.
std::string noSavingSentence(const PlanOutcome& outcome) {
    if (!outcome.rows[outcome.about].result) return {};
    const PlanRow& about = outcome.rows[outcome.about];
    const PlanRow* one = sibling(outcome, about, 1);
    const PlanRow* two = sibling(outcome, about, 2);
    if (!one || !two || two->neededBytes() < one->neededBytes()) return {};
    const core::CategoryBytes& peak = two->result->memory.atPeak;
    const auto of = [&](Category c) { return peak[static_cast<size_t>(c)]; };
    return fmt::format(
        "Stage 2 needs {} and stage 1 {} here: at stage 2's peak ({}) full gradients of {} in "
        "flight "
        "and shards of {} are live, so what it frees is not what fills the peak.",
        withUnit(two->neededBytes()), withUnit(one->neededBytes()),
        core::nameOf(two->result->memory.peakPhase), withUnit(of(Category::Gradients)),
        withUnit(of(Category::GradientShards)));
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
                                             withUnit(static_cast<int64_t>(states->total())))
                               : fmt::format("{} has no stage {}", convention.name, stage));
    }
    return fmt::format("Model states of {} on {} ranks as counted by: {}.", row.at.strategy.preset,
                       row.at.ranks, listOf(parts));
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
    all.push_back(noSavingSentence(outcome));
    all.push_back(termsSentence(outcome));
    all.push_back(conventionSentence(request, outcome));
    std::erase_if(all, [](const std::string& sentence) { return sentence.empty(); });
    return all;
}

}  // namespace shardscope::cli
