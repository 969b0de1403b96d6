#include "profiler/cli/command.h"
#include "profiler/cli/exit_status.h"
#include "profiler/cli/output/open_reports.h"
#include "profiler/cli/output/print_reports.h"

namespace shardscope::cli {

namespace {

constexpr const char* kDescription =
    "Says what recordings hold: memory at its peak by category and phase, how long gradients "
    "live,\n"
    "what was sent, where a step's time goes, and which stage was observed, with the evidence.";

constexpr const char* kFooter =
    "Examples:\n"
    "  shardscope report                                     the last run\n"
    "  shardscope report shardscope-out/latest/zero-2.trace.json.gz\n"
    "  shardscope report --json runs/a runs/b                all recordings of two folders";

}  // namespace

int reportCommand(const Invocation& invocation) {
    const auto asked = askedReports("report", kDescription, kFooter, invocation);
    if (!asked) return asked.error();
    printDetails(asked->reports, asked->format);
    return kDone;
}

}  // namespace shardscope::cli
