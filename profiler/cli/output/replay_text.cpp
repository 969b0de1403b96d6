#include "profiler/cli/output/replay_text.h"

#include <fmt/format.h>

#include <algorithm>

#include "traces/table/text.h"

namespace shardscope::cli {

namespace {

constexpr int kColumns = 100;

using traces::RunReport;

bool assumes(const RunReport& report, const traces::Json& assumption) {
    return std::ranges::find(report.assumptions, assumption) != report.assumptions.end();
}

bool shared(const std::vector<RunReport>& reports, const traces::Json& assumption) {
    return std::ranges::all_of(reports,
                               [&](const RunReport& one) { return assumes(one, assumption); });
}

std::string item(std::string_view text) {
    return table::wrapped(fmt::format("- {}", text), kColumns, 2);
}

}  // namespace

std::string replayText(const std::vector<RunReport>& reports) {
    if (reports.empty()) return {};
    std::string text = "\nassumed:\n";
    for (const auto& assumption : reports.front().assumptions) {
        if (shared(reports, assumption)) text += item(assumption.get<std::string>());
    }
    for (const RunReport& report : reports) {
        for (const auto& assumption : report.assumptions) {
            if (shared(reports, assumption)) continue;
            text += item(fmt::format("{}: {}", report.name, assumption.get<std::string>()));
        }
    }
    text += "held against what was recorded:\n";
    for (const auto& checked : reports.front().validatedOn) {
        text += item(checked.get<std::string>());
    }
    return text;
}

}  // namespace shardscope::cli
