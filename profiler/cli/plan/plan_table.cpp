#include <fmt/format.h>

#include <algorithm>

#include "profiler/cli/plan/plan_render.h"
#include "traces/table/text.h"
#include "traces/table/units.h"

namespace shardscope::cli {

namespace {

using core::Category;
using core::PlanRow;

constexpr size_t kAllShown = 40;   // rows that a screen takes
constexpr size_t kMostShown = 24;  // of more than that, the front and what is near it

/// One unit a column.
struct Units {
    table::ByteUnit memory, sent;
    table::TimeUnit time;
};

Units unitsOf(const PlanOutcome& outcome) {
    int64_t memory = 0, sent = 0, time = 0;
    for (const PlanRow& row : outcome.rows) {
        if (!row.result) continue;
        memory = std::max(memory, row.neededBytes());
        sent = std::max(sent, row.result->sent.wireBytes);
        time = std::max(time, row.result->stepNs.value_or(0));
    }
    return {table::unitFor(memory), table::unitFor(sent), table::timeUnitFor(time)};
}

std::string headings(const Units& units) {
    std::string text =
        fmt::format("{:<42}|{:<18}|{:<22}|{:<8}|{}\n", "  CONFIGURATION",
                    fmt::format(" A RANK, {}", units.memory.name), " OF WHICH", " SENT", " STEP");
    text +=
        fmt::format("  {:>6}{:>5}{:>5}  {:<12}{:>8}{:>2}|{:>9}{:>9}|{:>8}{:>7}{:>7}|{:>8}|{:>6}\n",
                    "ranks", "mb", "G", "strategy", "bucket", "k", "needs", "margin", "states",
                    "acts", "rest", units.sent.name, units.time.name);
    return text + std::string(kPlanColumns, '-') + "\n";
}

/// Weights, gradients, optimizer; activations; what is left of what the row needs.
std::vector<int64_t> partsOf(const PlanRow& row) {
    const core::CategoryBytes& at = row.result->memory.atPeak;
    const auto of = [&](Category c) { return at[static_cast<size_t>(c)]; };
    const int64_t acts = of(Category::Activations) + of(Category::ActivationGradients);
    const int64_t states = of(Category::Weights) + of(Category::MasterWeights) +
                           of(Category::OptimizerState) + of(Category::Gradients) +
                           of(Category::GradientShards) + of(Category::Buckets);
    return {states, acts, std::max<int64_t>(0, row.neededBytes() - states - acts)};
}

char markOf(const PlanOutcome& outcome, size_t i) {
    if (outcome.recommendation && outcome.recommendation->row == i) return '>';
    return std::ranges::find(outcome.front, i) != outcome.front.end() ? '*' : ' ';
}

std::string bucketCell(core::BucketSize size) {
    if (size.elements < 10'000'000) return core::wordOf(size);
    return fmt::format("{}M", size.elements / 1'000'000);
}

std::string resultCells(const PlanRequest& request, const PlanRow& row, const Units& units) {
    const std::vector<int64_t> ticks = table::apportion(partsOf(row), units.memory);
    const std::string margin = request.question.budgetBytes == 0
                                   ? "-"
                                   : table::inUnit(marginOf(request, row), units.memory);
    const std::string step =
        row.result->stepNs ? table::timeText(static_cast<double>(*row.result->stepNs), units.time)
                           : std::string("-");
    return fmt::format(
        "{:>9}{:>9}|{:>8}{:>7}{:>7}|{:>8}|{:>6}", table::inUnit(row.neededBytes(), units.memory),
        margin, table::ticksText(ticks[0], units.memory), table::ticksText(ticks[1], units.memory),
        table::ticksText(ticks[2], units.memory),
        table::inUnit(row.result->sent.wireBytes, units.sent), step);
}

std::string line(const PlanRequest& request, const PlanOutcome& outcome, size_t i,
                 const Units& units) {
    const PlanRow& row = outcome.rows[i];
    const core::Strategy& s = row.at.strategy;
    std::string text =
        fmt::format("{} {:>6}{:>5}{:>5}  {:<12}{:>8}{:>2}|", markOf(outcome, i), row.at.ranks,
                    row.at.microBatch, row.result ? std::to_string(row.at.gradAccum) : "-",
                    s.preset, bucketCell(s.bucket), s.inFlight);
    text += row.result ? resultCells(request, row, units) : " " + row.reason;
    text = table::asciiOf(text);
    if (text.size() > kPlanColumns) text = text.substr(0, kPlanColumns - 3) + "...";
    return text + "\n";
}

}  // namespace

std::vector<size_t> shownRows(const PlanOutcome& outcome) {
    std::vector<size_t> shown;
    if (outcome.rows.size() <= kAllShown) {
        for (size_t i = 0; i < outcome.rows.size(); ++i) shown.push_back(i);
        return shown;
    }
    shown = outcome.front;
    if (outcome.recommendation) shown.insert(shown.begin(), outcome.recommendation->row);
    if (outcome.nothing) shown.push_back(outcome.nothing->closest);
    if (shown.size() > kMostShown) shown.resize(kMostShown);
    std::ranges::sort(shown);
    shown.erase(std::ranges::unique(shown).begin(), shown.end());
    return shown;
}

std::string planTable(const PlanRequest& request, const PlanOutcome& outcome) {
    const Units units = unitsOf(outcome);
    std::string text = headings(units);
    const std::vector<size_t> shown = shownRows(outcome);
    for (const size_t i : shown) text += line(request, outcome, i, units);
    if (shown.size() < outcome.rows.size()) {
        text += fmt::format("  ... {} more rows: --csv or --json has all\n",
                            outcome.rows.size() - shown.size());
    }
    return text;
}

}  // namespace shardscope::cli
