// The dashboard is a program of its own beside this one; `view` becomes it.

#include <fmt/format.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <cstring>
#include <filesystem>

#include "profiler/cli/command.h"
#include "profiler/cli/exit_status.h"
#include "profiler/cli/options/arguments.h"

namespace shardscope::cli {

namespace fs = std::filesystem;

namespace {

constexpr const char* kDashboard = "shardscope-gui";

constexpr const char* kDescription =
    "Opens the dashboard, the program shardscope-gui beside this one, on recordings or folders of\n"
    "them. Options are those of `shardscope-gui --help`.";

constexpr const char* kFooter =
    "Examples:\n"
    "  shardscope view                                       the last run, or the samples\n"
    "  shardscope view shardscope-out/latest --view summary\n"
    "  shardscope view --render compare.png --theme dark     a picture, without a display";

bool asksForHelp(const std::vector<std::string>& args) {
    return std::ranges::any_of(
        args, [](const std::string& arg) { return arg == "--help" || arg == "-h"; });
}

core::Result<fs::path> dashboardBesideUs() {
    std::error_code code;
    const fs::path self = fs::read_symlink("/proc/self/exe", code);
    if (code) return core::invalidInput("view", "cannot tell where this command is");
    fs::path program = self.parent_path() / kDashboard;
    if (::access(program.c_str(), X_OK) == 0) return program;
    return core::invalidInput(
        "view", fmt::format("there is no dashboard at {}; ./dev build makes it beside the command "
                            "(by hand: install qt6-base-dev, qt6-svg-dev, qt6-tools-dev and "
                            "qt6-l10n-tools, and configure with -DSHARDSCOPE_GUI=ON). Recordings "
                            "also open in https://ui.perfetto.dev",
                            program.string()));
}

int become(const fs::path& program, const std::vector<std::string>& args) {
    std::string name = program.string();
    std::vector<std::string> words(args);
    std::vector<char*> argv{name.data()};
    for (std::string& word : words) argv.push_back(word.data());
    argv.push_back(nullptr);
    ::execv(program.c_str(), argv.data());
    return fail({core::ErrorCode::InvalidInput,
                 fmt::format("{} cannot be started: {}", program.string(), std::strerror(errno)),
                 "view"});
}

}  // namespace

int viewCommand(const Invocation& invocation) {
    if (asksForHelp(invocation.args)) {
        std::vector<std::string> shown;
        const auto app = makeApp("view", kDescription);
        app->add_option("FILE", shown, "recordings or folders (default: shardscope-out/latest)");
        app->footer(kFooter);
        return parseOrExit(*app, {"--help"}).value_or(kDone);
    }
    const auto program = dashboardBesideUs();
    if (!program) return fail(program.error());
    return become(*program, invocation.args);
}

}  // namespace shardscope::cli
