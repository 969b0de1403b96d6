#include <fmt/format.h>

#include <algorithm>
#include <array>

#include "core/base/nearest.h"
#include "profiler/cli/command.h"
#include "profiler/cli/exit_status.h"
#include "profiler/cli/options/model_listing.h"
#include "profiler/cli/options/shell_words.h"
#include "profiler/run/run_metadata.h"

namespace shardscope::cli {

namespace {

constexpr std::array<Command, 10> kCommands{{
    {"run", "run a workload for real; one recording a strategy, and a table comparing them",
     runCommand},
    {"simulate",
     "the same on simulated GPUs of any number: memory, traffic, and times by a cost model",
     simulateCommand},
    {"plan", "which stage, bucket and number of ranks fit, and at what cost", planCommand},
    {"explain", "two strategies' step plans side by side: what differs, and why (--picture)",
     explainCommand},
    {"compare", "the table again, from recordings; with two: base against new, with differences",
     compareCommand},
    {"report", "one recording in detail (text, --json, --csv, --markdown)", reportCommand},
    {"export", "Chrome trace for Perfetto; --hta, --csv, --sqlite for other tools", exportCommand},
    {"calibrate", "measure this machine; write a hardware file that `simulate --hardware` reads",
     calibrateCommand},
    {"doctor", "what works here, and what to do about what does not", doctorCommand},
    {"view", "open the dashboard on recordings (shardscope-gui, beside this command)", viewCommand},
}};

constexpr std::string_view kExamples =
    "shardscope run --stage 1,2                  train, record, and compare ZeRO-1 with ZeRO-2\n"
    "shardscope explain --stage 1,2              the two step plans side by side, and why\n"
    "shardscope report                           the last run in detail\n"
    "shardscope run --help                       every option, with its default\n";

void printHelp() {
    fmt::print(
        "shardscope: run, watch and compare the ZeRO stages of sharded data-parallel "
        "training\n\nUsage: shardscope COMMAND [OPTIONS]\n\nCommands:\n");
    for (const Command& command : kCommands) {
        fmt::print("  {:<10}{}\n", command.name, command.summary);
    }
    fmt::print(
        "\nOptions:\n  --help    this text; `shardscope COMMAND --help` for a command's; --json: "
        "for programs\n"
        "  --version the version\n\nExamples:\n{}",
        kExamples);
    fmt::print(
        "\nExit status: 0 done; 1 a run failed (results are still printed); 2 the input is "
        "wrong;\n3 plan: nothing fits.\nResults go to stdout, progress and diagnostics to "
        "stderr.\n");
}

int printVersion() {
    const traces::Json tool = profiler::toolMetadata("");
    const auto commit = tool.value("commit", std::string());
    fmt::print("shardscope {}{}\n", tool.value("version", std::string()),
               commit.empty() ? "" : " (" + commit + ")");
    return kDone;
}

int unknownCommand(std::string_view name) {
    std::vector<std::string_view> names;
    for (const Command& command : kCommands) names.push_back(command.name);
    note(fmt::format("shardscope: found \"{}\"; allowed: {}{}", name, fmt::join(names, ", "),
                     core::suggestion(name, names)));
    return kInputWrong;
}

/// `shardscope help run` is `shardscope run --help`.
std::vector<std::string> withHelpSpelledOut(std::vector<std::string> args) {
    if (args.size() < 2 || args[1] != "help") return args;
    if (args.size() == 2) return {args[0], "--help"};
    return {args[0], args[2], "--help"};
}

/// `--model help`, in either spelling, of any command.
bool asksForModels(const std::vector<std::string>& args) {
    const auto pair = std::array<std::string_view, 2>{"--model", "help"};
    return std::ranges::find(args, "--model=help") != args.end() ||
           std::ranges::search(args, pair).begin() != args.end();
}

}  // namespace

std::span<const Command> commands() { return kCommands; }

int dispatch(const std::vector<std::string>& typed, const GpuSupport* gpu) {
    const std::vector<std::string> args = withHelpSpelledOut(typed);
    if (args.size() < 2) {
        fmt::print("{}", kExamples);
        return kDone;
    }
    if (args[1] == "--help" || args[1] == "-h") {
        printHelp();
        return kDone;
    }
    if (args[1] == "--version") {
        return printVersion();
    }
    const auto* command = std::ranges::find(kCommands, args[1], &Command::name);
    if (command == kCommands.end()) return unknownCommand(args[1]);
    if (asksForModels(args)) {
        fmt::print("{}", modelListing());
        return kDone;
    }
    return command->main(
        {.args = {args.begin() + 2, args.end()}, .commandLine = joinForShell(typed), .gpu = gpu});
}

}  // namespace shardscope::cli
