#pragma once
// --json, --csv and --markdown: what results look like on stdout.

#include <CLI/CLI.hpp>

#include "core/base/result.h"

namespace shardscope::cli {

enum class ReportFormat : uint8_t { Text, Json, Csv, Markdown };

struct FormatFlags {
    bool json = false;
    bool csv = false;
    bool markdown = false;
};

/// Adds the three flags; @p flags must outlive the parse.
void addFormatFlags(CLI::App& app, FormatFlags& flags);
/// Errors: InvalidInput when more than one is given.
core::Result<ReportFormat> formatOf(const FormatFlags& flags);

}  // namespace shardscope::cli
