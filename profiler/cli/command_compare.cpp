#include "profiler/cli/arguments.h"
#include "profiler/cli/command.h"
#include "profiler/cli/exit_status.h"
#include "profiler/cli/open_reports.h"
#include "profiler/cli/print_reports.h"

namespace shardscope::cli {

namespace {

constexpr const char* kDescription =
    "Prints the table that `run` printed, from recordings. With exactly two: base against new, "
    "every\n"
    "number with its difference.";

constexpr const char* kFooter =
    "Examples:\n"
    "  shardscope compare                                    the last run's table\n"
    "  shardscope compare before/zero-2.trace.json.gz after/zero-2.trace.json.gz\n"
    "  shardscope compare --markdown shardscope-out/latest   for a document";

}  // namespace

int compareCommand(const Invocation& invocation) {
    std::vector<std::string> named;
    FormatFlags flags;
    const auto app = makeApp("compare", kDescription);
    app->footer(kFooter);
    app->add_option("RECORDING", named,
                    "files, or folders of them (default: shardscope-out/latest)");
    addFormatFlags(*app, flags);
    if (const auto status = parseOrExit(*app, invocation.args)) return *status;
    const auto format = formatOf(flags);
    if (!format) return fail(format.error());
    const auto reports = openReports(named);
    if (!reports) return fail(reports.error());
    if (reports->size() == 2 && named.size() == 2) {
        printDifference(reports->front(), reports->back(), *format);
    } else {
        printTable(*reports, *format);
    }
    return kDone;
}

}  // namespace shardscope::cli
