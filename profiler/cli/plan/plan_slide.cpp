#include <fmt/format.h>

#include <algorithm>
#include <iterator>
#include <limits>
#include <map>

#include "core/base/units.h"
#include "profiler/cli/plan/plan_cells.h"
#include "profiler/cli/plan/plan_render.h"
#include "traces/table/units.h"

namespace shardscope::cli {

namespace {

/// The value that slides, and its text.
struct Value {
    int64_t order = 0;
    std::string text;

    auto operator<=>(const Value&) const = default;
};

Value valueOf(const PlanRequest& request, const PlanRow& row) {
    if (request.slide == Slide::GradAccum) {
        return {row.at.gradAccum, std::to_string(row.at.gradAccum)};
    }
    const core::BucketSize& size = row.at.strategy.bucket;
    const int64_t order = std::max(size.elements, size.bytes);
    const bool plain = size.bytes == 0 && size.elements > 0;
    return {order == 0 ? std::numeric_limits<int64_t>::max() : order,
            plain ? core::withCommas(size.elements) : core::wordOf(size)};
}

using Line = std::map<std::string, const PlanRow*>;  // by preset

std::string cells(const std::vector<core::Strategy>& strategies, const Line& line,
                  const auto& textOf) {
    std::string text;
    for (const core::Strategy& strategy : strategies) {
        const PlanRow* row = line.at(strategy.preset);
        text += fmt::format("{:>12}", row->result ? textOf(*row) : std::string("-"));
    }
    return text;
}

std::string block(const PlanRequest& request, const std::map<Value, Line>& lines,
                  const std::string& title, const auto& textOf) {
    std::string text = fmt::format("{:>12} |", request.slide == Slide::GradAccum ? "G" : "bucket");
    for (const core::Strategy& strategy : request.question.strategies) {
        text += fmt::format("{:>12}", strategy.preset);
    }
    text = title + "\n" + text + "\n";
    for (const auto& [value, line] : lines) {
        text += fmt::format("{:>12} |{}\n", value.text,
                            cells(request.question.strategies, line, textOf));
    }
    return text;
}

int64_t largest(const PlanOutcome& outcome, const auto& of) {
    int64_t most = 0;
    for (const PlanRow& row : outcome.rows) {
        if (row.result) most = std::max<int64_t>(most, of(row));
    }
    return most;
}

/// Rows of @p stage by G, for one choice of everything else.
std::map<int, const PlanRow*> byAccumulation(const PlanOutcome& outcome, const PlanRow& like,
                                             int stage) {
    std::map<int, const PlanRow*> rows;
    for (const PlanRow& row : outcome.rows) {
        const bool alike = row.at.ranks == like.at.ranks &&
                           row.at.microBatch == like.at.microBatch &&
                           row.at.checkpointing == like.at.checkpointing &&
                           row.at.strategy.bucket == like.at.strategy.bucket &&
                           row.at.strategy.inFlight == like.at.strategy.inFlight;
        if (alike && row.result && core::stageOf(row.at.strategy) == stage) {
            rows[row.at.gradAccum] = &row;
        }
    }
    return rows;
}

std::string crossingOf(const std::map<int, const PlanRow*>& one,
                       const std::map<int, const PlanRow*>& two) {
    const auto cross = std::ranges::find_if(one, [&](const auto& entry) {
        const auto other = two.find(entry.first);
        return other != two.end() &&
               other->second->result->sent.wireBytes > entry.second->result->sent.wireBytes;
    });
    if (cross == one.end()) {
        return "Stage 2 sends no more than stage 1 at any of these G.";
    }
    const PlanRow &a = *cross->second, &b = *two.at(cross->first);
    const int64_t saved = a.neededBytes() - b.neededBytes();
    return fmt::format(
        "From G = {} on stage 2 sends more than stage 1: {} against {} a step there, for {} {} "
        "memory "
        "a rank; stage 1 sends the same at every G, stage 2 once more with each micro-batch.",
        cross->first, table::withUnit(b.result->sent.wireBytes),
        table::withUnit(a.result->sent.wireBytes), table::withUnit(std::abs(saved)),
        saved >= 0 ? "less" : "more");
}

}  // namespace

/// Sizes under which every strategy's row is the same as under the next.
std::string sameBuckets(const PlanRequest& request, const PlanOutcome& outcome) {
    if (request.slide != Slide::Bucket) return {};
    std::map<Value, Line> lines;
    for (const PlanRow& row : outcome.rows) {
        lines[valueOf(request, row)][row.at.strategy.preset] = &row;
    }
    const auto alike = [](const Line& a, const Line& b) {
        return std::ranges::equal(a, b, [](const auto& one, const auto& other) {
            const auto &x = one.second->result, &y = other.second->result;
            return x && y && x->memory == y->memory && x->sent == y->sent;
        });
    };
    std::vector<std::string> same;
    for (auto it = lines.begin(); it != lines.end() && std::next(it) != lines.end(); ++it) {
        if (!alike(it->second, std::next(it)->second)) continue;
        if (same.empty() || same.back() != it->first.text) same.push_back(it->first.text);
        same.push_back(std::next(it)->first.text);
    }
    if (same.empty()) return {};
    return fmt::format(
        "Buckets of {} come to the same: a parameter is never cut, so a bucket is no smaller than "
        "the largest of its own, and no larger than the model.",
        fmt::join(same, ", "));
}

std::vector<std::string> crossings(const PlanOutcome& outcome) {
    for (const PlanRow& row : outcome.rows) {
        if (!row.result || row.at.ranks == 1 || core::stageOf(row.at.strategy) != 1) continue;
        const auto one = byAccumulation(outcome, row, 1), two = byAccumulation(outcome, row, 2);
        if (one.size() > 1 && two.size() > 1) return {crossingOf(one, two)};
    }
    return {};
}

std::string slideTable(const PlanRequest& request, const PlanOutcome& outcome) {
    std::map<Value, Line> lines;
    for (const PlanRow& row : outcome.rows) {
        lines[valueOf(request, row)][row.at.strategy.preset] = &row;
    }
    const table::ByteUnit memory =
        planUnitFor(largest(outcome, [](const PlanRow& r) { return r.neededBytes(); }));
    const table::ByteUnit sent =
        planUnitFor(largest(outcome, [](const PlanRow& r) { return r.result->sent.wireBytes; }));
    std::string text =
        block(request, lines, fmt::format("MEMORY A RANK NEEDS, {}", memory.name),
              [&](const PlanRow& row) { return table::inUnit(row.neededBytes(), memory); });
    text += "\n" + block(request, lines, fmt::format("SENT, A RANK AND STEP, {}", sent.name),
                         [&](const PlanRow& row) {
                             return table::inUnit(row.result->sent.wireBytes, sent);
                         });
    text += "\n" + block(request, lines, "CALLS, A RANK AND STEP",
                         [](const PlanRow& row) { return std::to_string(row.result->sent.calls); });
    const int64_t slowest =
        largest(outcome, [](const PlanRow& r) { return r.result->stepNs.value_or(0); });
    if (slowest == 0) return text;
    const table::TimeUnit time = planTimeUnitFor(slowest);
    return text + "\n" +
           block(request, lines, fmt::format("STEP, {}", time.name), [&](const PlanRow& row) {
               return threeDigits(static_cast<double>(row.result->stepNs.value_or(0)) / time.ns);
           });
}

}  // namespace shardscope::cli
