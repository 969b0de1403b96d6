#pragma once
// The commands of `shardscope`, one a file (commands/), and how main finds them.

#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace shardscope::cli {

struct GpuSupport;

/// What was typed after the command's name.
struct Invocation {
    std::vector<std::string> args;
    std::string commandLine;          ///< all of it, quoted for a shell; recordings keep it
    const GpuSupport* gpu = nullptr;  ///< borrowed; null in a build without gpu/
};

/// Parses, runs and prints. @return the exit status (exit_status.h).
using CommandMain = int (*)(const Invocation&);

struct Command {
    std::string_view name;
    std::string_view summary;  ///< one line of `shardscope --help`
    CommandMain main;
};

int runCommand(const Invocation& invocation);
int simulateCommand(const Invocation& invocation);
int planCommand(const Invocation& invocation);
int explainCommand(const Invocation& invocation);
int compareCommand(const Invocation& invocation);
int reportCommand(const Invocation& invocation);
int exportCommand(const Invocation& invocation);
int calibrateCommand(const Invocation& invocation);
int doctorCommand(const Invocation& invocation);
int viewCommand(const Invocation& invocation);

/// In the order of the help.
std::span<const Command> commands();
/// All of `shardscope`: @p args as main got them, the program's name included.
/// @param gpu what a build with gpu/ adds; borrowed, may be null.
int dispatch(const std::vector<std::string>& args, const GpuSupport* gpu = nullptr);

}  // namespace shardscope::cli
