#include "profiler/cli/options/command_again.h"

#include <algorithm>
#include <array>
#include <vector>

#include "profiler/cli/options/shell_words.h"

namespace shardscope::cli {

namespace {

constexpr std::array<std::string_view, 2> kPrinted{"--out", "--progress"};

bool isOneOf(std::string_view option, std::span<const std::string_view> names) {
    return std::ranges::find(names, option) != names.end();
}

std::string recordedCommand(const traces::RunReport& report) {
    const auto found = report.tool.find("commandLine");
    if (found == report.tool.end() || !found->is_string()) return {};
    return found->get<std::string>();
}

}  // namespace

std::string commandAgain(const traces::RunReport& report,
                         std::span<const std::string_view> replaced) {
    const std::vector<std::string> typed = wordsOf(recordedCommand(report));
    const bool known = typed.size() > 1 && (typed[1] == "run" || typed[1] == "simulate");
    if (!known) return "shardscope run";
    std::vector<std::string> words{"shardscope", typed[1]};
    for (size_t i = 2; i < typed.size(); ++i) {
        const std::string option = typed[i].substr(0, typed[i].find('='));
        if (option == "--json") continue;
        if (!isOneOf(option, replaced) && !isOneOf(option, kPrinted)) {
            words.push_back(typed[i]);
        } else if (option.size() == typed[i].size()) {
            ++i;  // its value
        }
    }
    return joinForShell(words);
}

}  // namespace shardscope::cli
