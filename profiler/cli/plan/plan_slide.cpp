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

std::string block(const PlanRequest& request, const std::map<SlideValue, Line>& lines,
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

/// A block of a number that simulation gives, which a row has by its index.
std::string factsBlock(const PlanRequest& request, const PlanOutcome& outcome,
                       const std::map<SlideValue, Line>& lines, const std::string& title,
                       const auto& textOf) {
    return "\n" + block(request, lines, title, [&](const PlanRow& row) {
               return textOf(outcome.slide->rows[static_cast<size_t>(&row - outcome.rows.data())]);
           });
}

/// Where the step's time goes along the setting.
std::string timeBlocks(const PlanRequest& request, const PlanOutcome& outcome,
                       const std::map<SlideValue, Line>& lines) {
    const int64_t slowest =
        largest(outcome, [](const PlanRow& r) { return r.result->stepNs.value_or(0); });
    if (slowest == 0) return {};
    const table::TimeUnit time = planTimeUnitFor(slowest);
    const auto text = [&](int64_t ns) { return threeDigits(static_cast<double>(ns) / time.ns); };
    std::string all =
        "\n" + block(request, lines, fmt::format("STEP, {}", time.name),
                     [&](const PlanRow& row) { return text(row.result->stepNs.value_or(0)); });
    all += factsBlock(request, outcome, lines,
                      fmt::format("OF IT COMMUNICATION THAT NOTHING HIDES, {}", time.name),
                      [&](const SlideRow& row) { return text(row.times->exposedNs); });
    if (request.slide != Slide::Bucket) return all;
    return all +
           factsBlock(request, outcome, lines,
                      fmt::format("FROM THE END OF BACKWARD TO THE LAST BUCKET, {}", time.name),
                      [&](const SlideRow& row) { return text(row.times->tailNs); });
}

}  // namespace

/// Sizes under which every strategy's row is the same as under the next.
std::string sameBuckets(const PlanRequest& request, const PlanOutcome& outcome) {
    if (request.slide != Slide::Bucket) return {};
    std::map<SlideValue, Line> lines;
    for (const PlanRow& row : outcome.rows) {
        lines[slideValueOf(request, row)][row.at.strategy.preset] = &row;
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

std::string slideTable(const PlanRequest& request, const PlanOutcome& outcome) {
    std::map<SlideValue, Line> lines;
    for (const PlanRow& row : outcome.rows) {
        lines[slideValueOf(request, row)][row.at.strategy.preset] = &row;
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
    if (request.slide == Slide::Bucket) {
        int64_t most = 0;
        for (const SlideRow& row : outcome.slide->rows) most = std::max(most, row.gradientBytes);
        const table::ByteUnit unit = planUnitFor(most);
        text += factsBlock(
            request, outcome, lines, fmt::format("FULL GRADIENTS AT MOST, {}", unit.name),
            [&](const SlideRow& row) { return table::inUnit(row.gradientBytes, unit); });
    }
    return text + timeBlocks(request, outcome, lines);
}

}  // namespace shardscope::cli
