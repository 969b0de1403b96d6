// Base against new: what changed between two recordings.

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "profiler/cli/table/parts.h"
#include "profiler/cli/table/table.h"
#include "traces/analysis/json_access.h"
#include "traces/table/comparable.h"
#include "traces/table/model.h"
#include "traces/table/numbers.h"
#include "traces/table/text.h"

namespace shardscope::cli {

namespace {

using traces::Json;
using traces::RunReport;

constexpr const char* kTimesNote =
    "times: of each, the median over steps, then the slowest rank's, so they need not add up; "
    "`shardscope report` takes one step of one rank apart.";

std::string jsonText(const Json& value) {
    if (value.is_null()) return "none";
    return value.is_string() ? value.get<std::string>() : value.dump();
}

/// Settings that differ, so that a difference in numbers has its cause beside it.
void addSettings(const char* what, const Json& base, const Json& fresh, std::string& text) {
    const auto add = [&](const std::string& key) {
        const Json &before = traces::memberOf(base, key), &after = traces::memberOf(fresh, key);
        if (before == after) return;
        text += table::wrapped(table::asciiOf(fmt::format("{} {}: {} -> {}", what, key,
                                                          jsonText(before), jsonText(after))),
                               kTableColumns);
    };
    for (const auto& [key, value] : base.items()) add(key);
    for (const auto& [key, value] : fresh.items()) {
        if (!base.contains(key)) add(key);
    }
}

std::string stragglersOf(const RunReport& report) {
    const std::string text = stragglersText(report);
    return text.empty() ? "none" : text;
}

std::string changeText(const table::NamedNumber& base, const table::NamedNumber& fresh) {
    if (base.value == fresh.value) return "=";
    table::NamedNumber difference = base;
    difference.value = fresh.value - base.value;
    std::string text = (difference.value > 0 ? "+" : "") + table::valueText(difference);
    if (base.value != 0.0) text += fmt::format("  x {:.3f}", fresh.value / base.value);
    return text;
}

std::string numberLine(const table::NamedNumber& base, const table::NamedNumber& fresh) {
    return fmt::format("{:<28}{:>16}{:>16}  {}\n", base.name, table::valueText(base),
                       table::valueText(fresh), changeText(base, fresh));
}

std::string stepVerdict(const RunReport& base, const RunReport& fresh) {
    const traces::Distribution &a = base.time.stepNs, &b = fresh.time.stepNs;
    if (a.n == 0 || b.n == 0) return "step: not measured in both.\n";
    if (table::tooFewSteps(base, fresh)) {
        return fmt::format("step: too few steps to compare times (below {}).\n",
                           traces::kFewestSteps);
    }
    if (table::sameSimulatedTime(base, fresh)) return "step: both take the same time.\n";
    if (a.low <= b.high && b.low <= a.high) {
        return "step: cannot be told apart (95 % intervals of the medians overlap).\n";
    }
    const bool faster = b.median < a.median;
    const auto slow = static_cast<double>(faster ? a.median : b.median);
    const auto fast = static_cast<double>(faster ? b.median : a.median);
    const double ratio = slow / std::max(fast, 1.0);
    if (const double off = table::replayOff(base, fresh); ratio <= off) {
        return fmt::format(
            "step: cannot be told apart (x {:.2f}, and what was recorded comes out x {:.2f} "
            "off).\n",
            ratio, off);
    }
    return fmt::format("step: new is x {:.2f} {} than base.\n", ratio,
                       faster ? "faster" : "slower");
}

std::string weightVerdict(const RunReport& base, const RunReport& fresh) {
    const std::string a = traces::textOf(base.numerics, "weightHash");
    const std::string b = traces::textOf(fresh.numerics, "weightHash");
    if (a.empty() || b.empty()) return "";
    if (const auto why = table::whyNotCompared(base, fresh); !why.empty()) {
        return fmt::format("weights: not compared: {}.\n", why.english());
    }
    if (a == b) return fmt::format("weights: the same bits, {}.\n", a);
    const auto why = table::whyBitsDiffer(base, fresh);
    return fmt::format("weights: differ, {} and {}{}.\n", a, b,
                       why.empty() ? "" : " (" + why.english() + ")");
}

std::string poolVerdict(const RunReport& base, const RunReport& fresh) {
    const std::string &a = base.memory.callSequenceHash, &b = fresh.memory.callSequenceHash;
    if (a.empty() || b.empty()) return "";
    return a == b ? "pool: the same calls, to the byte.\n" : "pool: different calls.\n";
}

}  // namespace

std::string compareTwo(const RunReport& base, const RunReport& fresh) {
    std::string text = table::wrapped(
        table::asciiOf(fmt::format("base: {} ({}) {}", base.name, base.status, base.recording)),
        kTableColumns);
    text += table::wrapped(
        table::asciiOf(fmt::format("new:  {} ({}) {}", fresh.name, fresh.status, fresh.recording)),
        kTableColumns);
    if (base.ranks != fresh.ranks)
        text += fmt::format("ranks: {} -> {}\n", base.ranks, fresh.ranks);
    addSettings("workload", base.workload, fresh.workload, text);
    addSettings("strategy", base.strategy, fresh.strategy, text);
    if (base.stragglers != fresh.stragglers) {
        text += fmt::format("{} -> {}\n", stragglersOf(base), stragglersOf(fresh));
    }
    text += fmt::format("\n{:<28}{:>16}{:>16}  {}\n{}\n", "", "base", "new", "difference",
                        std::string(kTableColumns - 1, '-'));
    const auto before = table::numbersOf(base), after = table::numbersOf(fresh);
    for (size_t i = 0; i < before.size(); ++i) {
        if (before[i].value == 0.0 && after[i].value == 0.0) continue;
        text += numberLine(before[i], after[i]);
    }
    text += "\n" + table::wrapped(kTimesNote, kTableColumns);
    return text + stepVerdict(base, fresh) + weightVerdict(base, fresh) + poolVerdict(base, fresh);
}

}  // namespace shardscope::cli
