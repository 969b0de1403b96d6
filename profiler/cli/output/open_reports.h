#pragma once
// Recordings read and analysed: what `report` and `compare` start from.

#include <string>
#include <vector>

#include "core/base/result.h"
#include "profiler/cli/command.h"
#include "profiler/cli/output/report_format.h"
#include "traces/analysis/report.h"

namespace shardscope::cli {

/// One report a recording of findRecordings(@p named), in that order. Says on stderr which ones when
/// none was named, and which are incomplete. Errors: InvalidInput.
core::Result<std::vector<traces::RunReport>> openReports(const std::vector<std::string>& named);

/// What a command that takes recordings was asked for.
struct AskedReports {
    std::vector<std::string> named;  ///< as typed; empty: the last run's
    ReportFormat format = ReportFormat::Text;
    std::vector<traces::RunReport> reports;
};

/// The command line of @p command, whose arguments are recordings and a format, and its recordings
/// opened. Error: the exit status, when all is said (help, or what is wrong).
tl::expected<AskedReports, int> askedReports(std::string_view command, std::string_view description,
                                             const std::string& footer,
                                             const Invocation& invocation);

}  // namespace shardscope::cli
