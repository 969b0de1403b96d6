#include "profiler/cli/output/report_text.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "core/base/units.h"
#include "profiler/cli/output/report_text_parts.h"
#include "profiler/cli/table/parts.h"
#include "profiler/cli/table/table.h"
#include "traces/analysis/json_access.h"
#include "traces/table/model.h"
#include "traces/table/text.h"
#include "traces/table/units.h"

namespace shardscope::cli {

namespace {

using traces::Json;
using traces::RunReport;

std::string line(const std::string& text) {
    return table::wrapped(table::asciiOf(text), kTableColumns, 4);
}

/// "zero-3, shard group 8".
std::string strategyName(const RunReport& report) {
    const std::string preset = traces::textOf(report.strategy, "preset");
    const int64_t group = table::shardGroupOf(report);
    return group > 0 ? fmt::format("{}, shard group {}", preset, group) : preset;
}

std::string aboutRun(const RunReport& report) {
    const Json& workload = report.workload;
    const bool simulated = report.source == "simulated";
    std::string text = line(fmt::format(
        "{}: {} ({}), {}, {} {}, {} {}{}", report.name, strategyName(report), report.status,
        simulated ? "simulated" : report.source + " on " + report.device, report.ranks,
        report.ranks == 1 ? "rank" : "ranks", report.steps, report.steps == 1 ? "step" : "steps",
        report.stragglers.is_object() ? ", " + stragglersText(report) : ""));
    text += line(fmt::format(
        "{}, P = {}, {}, micro-batch {} x {} tokens, G = {}, global batch {}",
        traces::textOf(workload, "modelName", traces::textOf(workload, "model")),
        core::withCommas(traces::integerOf(workload, "parameters")),
        traces::textOf(workload, "dtype"), traces::integerOf(workload, "microBatch", 1),
        traces::integerOf(workload, "sequence"), traces::integerOf(workload, "gradAccum", 1),
        traces::integerOf(workload, "globalBatch")));
    if (!report.hardware.empty()) text += line(report.hardware);
    if (!report.error.is_null()) text += line("error: " + table::errorText(report));
    return text;
}

std::string stageText(const traces::Observed& observed) {
    if (!observed.stage && observed.closest.empty()) {
        return "stage unknown: cannot be told from what was recorded";
    }
    return fmt::format(
        "stage {}, closest {}: {}", observed.stage ? std::to_string(*observed.stage) : "unknown",
        observed.closest.empty() ? "-" : observed.closest,
        observed.agrees ? "does what its name says" : "does NOT do what its name says");
}

std::string aboutStrategy(const RunReport& report) {
    const traces::Observed& observed = report.observed;
    std::string text = "\nSTRATEGY, as observed\n";
    text += line("  " + stageText(observed));
    for (const auto& [axis, value] : observed.axes) {
        text += line(fmt::format("  {:<13} {}", axis, value));
    }
    for (const std::string& sentence : observed.evidence) text += line("  - " + sentence);
    return text;
}

std::string lossRange(const Json& losses) {
    if (const auto steps = table::stepsNotANumber(losses)) {
        const std::string before =
            losses.front().is_number() && std::isfinite(losses.front().get<double>())
                ? fmt::format("{:.4f} -> ", losses.front().get<double>())
                : "";
        return fmt::format("{}NOT A NUMBER {}, of {} steps", before, steps->english(),
                           losses.size());
    }
    if (!losses.is_array() || losses.empty() || !losses.front().is_number() ||
        !losses.back().is_number()) {
        return "not recorded";
    }
    return fmt::format("{:.4f} -> {:.4f} over {} steps", losses.front().get<double>(),
                       losses.back().get<double>(), losses.size());
}

std::string aboutNumerics(const RunReport& report) {
    const Json& numerics = report.numerics;
    if (!numerics.is_object()) return "";
    std::string text = "\nNUMERICS\n";
    text += line("  loss           " + lossRange(traces::memberOf(numerics, "loss")));
    text += line("  gradient norm  " + lossRange(traces::memberOf(numerics, "gradientNorm")));
    text += line(fmt::format("  skipped steps  {}", traces::integerOf(numerics, "skippedSteps")));
    if (const std::string hash = traces::textOf(numerics, "weightHash"); !hash.empty()) {
        text += line(fmt::format("  weights        {}, ranks {}", hash,
                                 traces::boolOf(numerics, "ranksAgree") ? "agree" : "DISAGREE"));
    }
    return text;
}

std::string aboutRecorder(const RunReport& report) {
    const Json& recorder = report.recorder;
    const int64_t open = traces::integerOf(recorder, "openAtEnd");
    std::string text = "\nRECORDER\n";
    text += line(fmt::format("  {} events, {} dropped, {} unmatched{}, clocks within {}",
                             core::withCommas(traces::integerOf(recorder, "events")),
                             traces::integerOf(recorder, "dropped"),
                             traces::integerOf(recorder, "unmatched"),
                             open > 0 ? fmt::format(", {} open when the run ended", open) : "",
                             table::withTimeUnit(traces::integerOf(recorder, "clockResidualNs"))));
    for (const Json& note : report.notes) {
        if (note.is_string()) text += line("  note: " + note.get<std::string>());
    }
    return text;
}

/// What holds for whole steps only.
std::string aboutSteps(const RunReport& report) {
    if (report.time.stepNs.n == 0)
        return gradientPeakText(report) + "\nno whole step was recorded\n";
    return gradientText(report) + trafficText(report) + timeSplitText(report);
}

}  // namespace

std::string reportText(const RunReport& report) {
    return aboutRun(report) + memoryText(report) + aboutSteps(report) + aboutStrategy(report) +
           aboutNumerics(report) + aboutRecorder(report);
}

}  // namespace shardscope::cli
