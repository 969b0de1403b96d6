#include "profiler/cli/output/open_reports.h"

#include <fmt/format.h>

#include <filesystem>

#include "profiler/cli/exit_status.h"
#include "profiler/cli/job/output_folder.h"
#include "profiler/cli/options/arguments.h"
#include "profiler/cli/output/recordings.h"
#include "traces/file.h"

namespace shardscope::cli {

namespace {

void nameLatest() {
    const std::filesystem::path latest = std::filesystem::path(kOutputRoot) / kLatest;
    std::error_code code;
    const auto target = std::filesystem::read_symlink(latest, code);
    note(fmt::format("opening {}{}", latest.string(), code ? "" : " -> " + target.string()));
}

core::Result<traces::RunReport> openReport(const std::string& path) {
    const auto trace = traces::readTrace(path);
    if (!trace) return tl::unexpected(trace.error());
    if (trace->incomplete) {
        note(fmt::format("{}: is incomplete; what follows is of the part that is there", path));
    }
    if (trace->unreadable > 0) {
        note(fmt::format("{}: {} events could not be read", path, trace->unreadable));
    }
    return traces::analyse(*trace, path);
}

}  // namespace

core::Result<std::vector<traces::RunReport>> openReports(const std::vector<std::string>& named) {
    const auto paths = findRecordings(named);
    if (!paths) return tl::unexpected(paths.error());
    if (named.empty()) nameLatest();
    std::vector<traces::RunReport> reports;
    for (const std::string& path : *paths) {
        auto report = openReport(path);
        if (!report) return tl::unexpected(report.error());
        reports.push_back(std::move(*report));
    }
    return reports;
}

tl::expected<AskedReports, int> askedReports(std::string_view command, std::string_view description,
                                             const std::string& footer,
                                             const Invocation& invocation) {
    AskedReports asked;
    FormatFlags flags;
    const auto app = makeApp(command, description);
    app->footer(footer);
    app->add_option("RECORDING", asked.named,
                    "files, or folders of them (default: shardscope-out/latest)");
    addFormatFlags(*app, flags);
    if (const auto status = parseOrExit(*app, invocation.args)) return tl::unexpected(*status);
    const auto format = formatOf(flags);
    if (!format) return tl::unexpected(fail(format.error()));
    asked.format = *format;
    auto reports = openReports(asked.named);
    if (!reports) return tl::unexpected(fail(reports.error()));
    asked.reports = std::move(*reports);
    return asked;
}

}  // namespace shardscope::cli
