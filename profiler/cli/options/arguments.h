#pragma once
// Command-line parsing as every command does it: CLI11 holds the options and prints the help; what
// is wrong is found and said by us, with the nearest right name.

#include <CLI/CLI.hpp>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "core/base/result.h"

namespace shardscope::cli {

/// An empty command of ours: "shardscope NAME", our help format, no options yet.
std::unique_ptr<CLI::App> makeApp(std::string_view name, std::string_view description);
/// Adds an option that takes one value; its default is shown in the help, not applied.
CLI::Option* addValue(CLI::App& app, const std::string& names, const std::string& valueName,
                      const std::string& shownDefault, const std::string& help,
                      const std::string& group,
                      const std::function<void(const std::string&)>& store);

/// With --json beside --help the options are printed for programs (options_json.h).
enum class Parsed { Go, HelpPrinted };
/// Errors: InvalidInput naming the option that is unknown (with the nearest one), lacks its value,
/// has one too many, or is given twice; and arguments where none are taken.
core::Result<Parsed> parse(CLI::App& app, const std::vector<std::string>& args);
/// parse() with its outcome said: nullopt to go on, otherwise the exit status.
std::optional<int> parseOrExit(CLI::App& app, const std::vector<std::string>& args);

}  // namespace shardscope::cli
