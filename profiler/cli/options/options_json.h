#pragma once
// The options of a command for programs (the dashboard's forms): `shardscope COMMAND --help --json`.

#include <CLI/CLI.hpp>
#include <string>

namespace shardscope::cli {

/// `shardscope.options/1`: every option of @p app with its names, default, help, the types that its
/// key may have in a workload file (none: it is no part of one) and, where names are a closed or a
/// known set (models, GPUs, fabrics, strategies), its values. Names stay stable.
std::string optionsJson(const CLI::App& app);

}  // namespace shardscope::cli
