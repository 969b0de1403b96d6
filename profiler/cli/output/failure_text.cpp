#include "profiler/cli/output/failure_text.h"

#include <fmt/format.h>

#include "core/base/units.h"
#include "traces/analysis/json_access.h"
#include "traces/table/text.h"

namespace shardscope::cli {

namespace {

using traces::integerOf;
using traces::Json;
using traces::RunReport;
using traces::textOf;

std::string line(const std::string& text) { return table::wrapped(table::asciiOf(text), 100, 4); }

std::string bytes(const Json& object, const char* key) {
    return core::formatBytes(integerOf(object, key));
}

std::string placeOf(const Json& oom) {
    std::string place = textOf(oom, "phase");
    if (const std::string label = textOf(oom, "label"); !label.empty()) place += " " + label;
    const int64_t step = integerOf(oom, "step", -1);
    if (step < 0) return place;
    return fmt::format("{} of step {}, micro-batch {}", place, step + 1,
                       integerOf(oom, "microBatch", -1) + 1);
}

std::string liveText(const Json& oom) {
    std::string text;
    for (const auto& [name, value] : traces::memberOf(oom, "liveByCategory").items()) {
        text += fmt::format("{}{} {}", text.empty() ? "" : ", ", name,
                            core::formatBytes(value.get<int64_t>()));
    }
    return text.empty() ? text : line("  live: " + text);
}

std::string largestText(const Json& oom) {
    const Json& largest = traces::memberOf(oom, "largest");
    if (largest.empty()) return {};
    std::string text = "  largest live tensors:\n";
    for (const Json& tensor : largest) {
        text += line(fmt::format("    {:>10}  {} ({})", bytes(tensor, "bytes"),
                                 textOf(tensor, "name"), textOf(tensor, "category")));
    }
    return text;
}

std::string enoughText(const Json& oom) {
    const int64_t enough = integerOf(oom, "enough");
    if (enough <= 0 || integerOf(oom, "limit") <= 0) return {};
    return line(
        fmt::format("  enough would have been --memory-limit {}MiB; or a higher stage, a "
                    "smaller --micro-batch, a smaller --bucket",
                    enough / core::kMiB));
}

std::string limitText(const Json& oom) {
    return integerOf(oom, "limit") > 0 ? bytes(oom, "limit") : "what the machine gave";
}

std::string outOfMemoryText(const Json& oom) {
    std::string text = line(fmt::format(
        "  rank {} at {}: {} needs {}; live {}, in blocks {}, reserved {} of {}",
        integerOf(oom, "rank"), placeOf(oom), textOf(oom, "buffer"), bytes(oom, "requested"),
        bytes(oom, "live"), bytes(oom, "allocated"), bytes(oom, "reserved"), limitText(oom)));
    return text + liveText(oom) + largestText(oom) + enoughText(oom);
}

/// Without the run's own name in front, which the paragraph begins with.
std::string reasonOf(const RunReport& report) {
    std::string error = report.error.is_string() ? report.error.get<std::string>() : "";
    const std::string name = report.name + ": ";
    return error.starts_with(name) ? error.substr(name.size()) : error;
}

std::string paragraph(const RunReport& report) {
    std::string text =
        "\n" + line(fmt::format("{} ({}): {}", report.name, report.status, reasonOf(report)));
    if (report.outOfMemory.is_object()) text += outOfMemoryText(report.outOfMemory);
    return text;
}

}  // namespace

std::string failureText(const std::vector<RunReport>& reports) {
    std::string text;
    for (const RunReport& report : reports) {
        if (report.status != "ok") text += paragraph(report);
    }
    return text;
}

}  // namespace shardscope::cli
