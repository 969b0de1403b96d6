#pragma once
// The options of `run`, `simulate`, `explain` and `calibrate`, as a table: one row an option, joined to its
// settings key.

#include <CLI/CLI.hpp>
#include <cstdint>
#include <span>
#include <string_view>

#include "core/config/settings.h"

namespace shardscope::cli {

/// Commands that have an option; bits.
enum Commands : uint8_t { kRun = 1, kSimulate = 2, kExplain = 4, kPlan = 8, kCalibrate = 16 };

struct SettingOption {
    std::string_view key;        ///< "model.layers"; of core::settingKeys() or ours ("out")
    std::string_view names;      ///< "--ranks,--world-size"
    std::string_view valueName;  ///< "N"
    std::string_view shownDefault;
    std::string_view group;
    std::string_view help;
    uint8_t commands = kRun | kSimulate;
};

std::span<const SettingOption> settingOptions();
/// "--ranks" for "ranks"; the key itself when it has no option.
std::string_view optionOf(std::string_view key);
/// The key of "--ranks" or "--world-size"; empty when there is none.
std::string_view keyOf(std::string_view option);
/// Adds @p command's rows to @p app; what is given lands in @p settings, which must outlive the parse.
void addSettingOptions(CLI::App& app, Commands command, core::Settings& settings);

}  // namespace shardscope::cli
