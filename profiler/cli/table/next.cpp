#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <optional>

#include "core/base/units.h"
#include "profiler/cli/options/command_again.h"
#include "profiler/cli/options/shell_words.h"
#include "profiler/cli/table/parts.h"

namespace shardscope::cli {

namespace {

/// Limits under which stage 2 trains and stage 1 does not: [from, below), bytes.
struct Window {
    int64_t from = 0, below = 0;
    bool holds() const { return from > 0 && from < below; }
};

std::optional<Window> windowOf(const table::TableGroup& group) {
    const table::TableRow *one = group.ofStage(1), *two = group.ofStage(2);
    if (!one || !two) return std::nullopt;
    const Window window{two->report->memory.smallestLimitBytes,
                        one->report->memory.smallestLimitBytes};
    return window.holds() ? std::optional(window) : std::nullopt;
}

/// About the middle, in whole 2 MiB.
std::string limitText(const Window& window) {
    constexpr int64_t kStep = 2 * core::kMiB;
    const int64_t above = (window.below - window.from) / 2 / kStep * kStep;
    return fmt::format("{}MiB", (window.from + above) / core::kMiB);
}

/// What was typed, at stages 1 and 2 under @p limit. @param accums "" keeps the recorded ones.
std::string withLimit(const table::TableModel& model, const std::string& accums,
                      const Window& window) {
    constexpr std::array<std::string_view, 3> kLimited{"--stage", "--strategy", "--memory-limit"};
    constexpr std::array<std::string_view, 6> kAccumulated{"--stage",
                                                           "--strategy",
                                                           "--memory-limit",
                                                           "--grad-accum",
                                                           "--gradient-accumulation-steps",
                                                           "--global-batch"};
    const traces::RunReport& report = *model.groups.front().rows.front().report;
    const std::string command =
        accums.empty() ? commandAgain(report, kLimited) : commandAgain(report, kAccumulated);
    const std::string accum = accums.empty() ? "" : " --grad-accum " + accums;
    return fmt::format("{} --stage 1,2{} --memory-limit {}", command, accum, limitText(window));
}

/// A limit for all groups, or for the first that has one; none for runs that left a collective out.
std::string limitCommand(const table::TableModel& model) {
    if (model.groups.front().rows.front().report->strategy.contains("without")) return {};
    Window common{1, INT64_MAX};
    std::string single, accums;
    bool all = true;
    for (const table::TableGroup& group : model.groups) {
        const auto window = windowOf(group);
        all = all && window;
        if (!window) continue;
        if (single.empty()) single = withLimit(model, std::to_string(group.gradAccum), *window);
        common = {std::max(common.from, window->from), std::min(common.below, window->below)};
        accums += (accums.empty() ? "" : ",") + std::to_string(group.gradAccum);
    }
    if (!all || !common.holds()) return single;
    return withLimit(model, accums == "1" ? "" : accums, common);
}

constexpr int kCommandColumns = kTableColumns - 6;

/// @p lines behind @p title, all from the same column on.
std::string indented(const std::string& title, const std::string& lines) {
    std::string text = title;
    for (size_t i = 0; i < lines.size(); ++i) {
        text += lines[i];
        if (lines[i] == '\n' && i + 1 < lines.size()) text.append(title.size(), ' ');
    }
    return text;
}

/// The recording worth opening: stage 2's, else the first row's.
std::string recordingToOpen(const table::TableModel& model) {
    for (const table::TableGroup& group : model.groups) {
        if (const table::TableRow* two = group.ofStage(2)) return two->report->recording;
    }
    return model.groups.front().rows.front().report->recording;
}

}  // namespace

std::string nextLine(const table::TableModel& model) {
    std::vector<std::string> commands;
    if (const std::string limit = limitCommand(model); !limit.empty()) commands.push_back(limit);
    if (model.oneWorldSize && !model.groups.empty() && model.groups.front().ofStage(1) &&
        model.groups.front().ofStage(2)) {
        commands.emplace_back("shardscope explain --stage 1,2");
    }
    if (const std::string file = recordingToOpen(model); !file.empty()) {
        commands.push_back(joinForShell(std::array<std::string, 3>{"shardscope", "report", file}));
    }
    if (commands.empty()) return {};
    std::string text;
    for (const std::string& command : commands) text += brokenForShell(command, kCommandColumns);
    return indented("next: ", text);
}

}  // namespace shardscope::cli
