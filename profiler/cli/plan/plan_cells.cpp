#include "profiler/cli/plan/plan_cells.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "core/base/units.h"
#include "profiler/cli/plan/plan_states.h"

namespace shardscope::cli {

namespace {

using core::Category;

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

std::string bucketCell(core::BucketSize size) {
    if (size.elements < 10'000'000) return core::wordOf(size);
    return fmt::format("{}M", size.elements / 1'000'000);
}

std::string_view shortName(core::Checkpointing kind) {
    switch (kind) {
        case core::Checkpointing::Selective:
            return "sel";
        case core::Checkpointing::Alternate:
            return "alt";
        case core::Checkpointing::Full:
            return "full";
        case core::Checkpointing::None:
            break;
    }
    return "none";
}

/// The row whose numbers the units suit: what the sentences are about, or the first with any.
const PlanRow* typical(const PlanOutcome& outcome) {
    if (outcome.rows.empty()) return nullptr;
    if (outcome.rows[outcome.about].result) return &outcome.rows[outcome.about];
    const auto known = std::ranges::find_if(
        outcome.rows, [](const PlanRow& row) { return row.result.has_value(); });
    return known == outcome.rows.end() ? nullptr : &*known;
}

}  // namespace

table::ByteUnit planUnitFor(int64_t bytes) {
    return table::unitFor(std::min<int64_t>(bytes, 999 * core::kGiB));
}

table::TimeUnit planTimeUnitFor(int64_t ns) {
    if (ns >= 999'500'000) return {1e9, "s"};
    return table::timeUnitFor(ns);
}

std::string threeDigits(double value) {
    if (value <= 0.0) return "0";
    const int places = 2 - static_cast<int>(std::floor(std::log10(value)));
    const double step = std::pow(10.0, -places);
    const double rounded = std::round(value / step) * step;
    return fmt::format("{:.{}f}", rounded, std::clamp(places, 0, 9));
}

PlanCells::PlanCells(const PlanRequest& request, const PlanOutcome& outcome)
    : request_(request), outcome_(outcome) {
    const core::PlanQuestion& q = request.question;
    shown_ = {.checkpointing = q.checkpointings.size() > 1,
              .attention = q.attentions.size() > 1,
              .shardGroup = q.shardGroups.size() > 1};
    const PlanRow* row = typical(outcome);
    if (!row) {
        memory_ = planUnitFor(q.budgetBytes > 0 ? q.budgetBytes : 999 * core::kGiB);
        return;
    }
    memory_ = planUnitFor(q.budgetBytes > 0 ? q.budgetBytes : row->neededBytes());
    sent_ = planUnitFor(row->result->sent.wireBytes);
    if (row->result->stepNs) time_ = planTimeUnitFor(*row->result->stepNs);
}

std::vector<PlanColumn> PlanCells::columns() const {
    const std::string at = "CONFIGURATION", rank = fmt::format("A RANK, {}", memory_.name);
    std::vector<PlanColumn> all{{at, "ranks"}, {at, "mb"}, {at, "G"}, {at, "strategy", true}};
    if (shown_.shardGroup) all.push_back({at, "S"});
    if (shown_.checkpointing) all.push_back({at, "ckpt", true});
    if (shown_.attention) all.push_back({at, "attn", true});
    for (const char* name : {"bucket", "k"}) all.push_back({at, name});
    for (const char* name : {"needs", "margin"}) all.push_back({rank, name});
    for (const char* name : {"states", "acts", "rest"}) all.push_back({"OF WHICH", name});
    all.push_back({"SENT", std::string(sent_.name)});
    all.push_back({"STEP", std::string(time_.name)});
    return all;
}

std::vector<std::string> PlanCells::of(const PlanRow& row) const {
    std::vector<std::string> cells = settings(row);
    const bool counted = request_.unplanned && row.reason == request_.unplanned->reason;
    const std::vector<std::string> more = row.result ? numbers(row)
                                          : counted  ? states(row)
                                                     : std::vector<std::string>{};
    cells.insert(cells.end(), more.begin(), more.end());
    return cells;
}

std::vector<std::string> PlanCells::settings(const PlanRow& row) const {
    const core::Configuration& at = row.at;
    std::vector<std::string> cells{std::to_string(at.ranks), std::to_string(at.microBatch),
                                   row.result ? std::to_string(at.gradAccum) : "-",
                                   at.strategy.preset};
    const int group = at.strategy.shardGroup;
    if (shown_.shardGroup) cells.push_back(group > 0 ? std::to_string(group) : "all");
    if (shown_.checkpointing) cells.emplace_back(shortName(at.checkpointing));
    if (shown_.attention) {
        cells.emplace_back(at.attention == core::Attention::Flash ? "flash" : "mat");
    }
    cells.push_back(bucketCell(at.strategy.bucket));
    cells.push_back(std::to_string(at.strategy.inFlight));
    return cells;
}

std::vector<std::string> PlanCells::numbers(const PlanRow& row) const {
    const std::vector<int64_t> ticks = table::apportion(partsOf(row), memory_);
    const bool limited = request_.question.budgetBytes > 0;
    std::vector<std::string> cells{table::inUnit(row.neededBytes(), memory_),
                                   limited ? table::inUnit(marginOf(request_, row), memory_) : "-"};
    for (const int64_t part : ticks) cells.push_back(table::ticksText(part, memory_));
    cells.push_back(table::inUnit(row.result->sent.wireBytes, sent_));
    const auto& ns = row.result->stepNs;
    cells.push_back(ns ? threeDigits(static_cast<double>(*ns) / time_.ns) : "-");
    return cells;
}

/// States, which are the least that the row needs and leave the most that can stay free.
std::vector<std::string> PlanCells::states(const PlanRow& row) const {
    const int64_t bytes = modelStateBytes(request_, outcome_.parameters, row.at);
    const std::string text = table::inUnit(bytes, memory_);
    const int64_t budget = request_.question.budgetBytes;
    return {">" + text, budget > 0 ? "<" + table::inUnit(budget - bytes, memory_) : "-",
            text,       "?",
            "?",        "?",
            "-"};
}

}  // namespace shardscope::cli
