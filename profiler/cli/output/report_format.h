#pragma once
// --json, --csv and --markdown: what results look like on stdout.

#include <CLI/CLI.hpp>
#include <string>

#include "core/base/result.h"

namespace shardscope::cli {

enum class ReportFormat : uint8_t { Text, Json, Csv, Markdown };

struct FormatFlags {
    bool json = false;
    bool csv = false;
    bool markdown = false;
};

/// Adds the three flags; @p flags must outlive the parse. @p schema is that of --json.
void addFormatFlags(CLI::App& app, FormatFlags& flags,
                    const std::string& schema = "shardscope.report/1");
/// Errors: InvalidInput when more than one is given.
core::Result<ReportFormat> formatOf(const FormatFlags& flags);

}  // namespace shardscope::cli
