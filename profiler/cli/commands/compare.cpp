#include "profiler/cli/command.h"
#include "profiler/cli/exit_status.h"
#include "profiler/cli/output/open_reports.h"
#include "profiler/cli/output/print_reports.h"
#include "traces/file.h"

namespace shardscope::cli {

namespace {

constexpr const char* kDescription =
    "Prints the table that `run` printed, from recordings. With exactly two: base against new, "
    "every\n"
    "number with its difference. With one simulated and one measured, in any order: the "
    "prediction\n"
    "against the measurement, category by category, and what is left unexplained.";

constexpr const char* kFooter =
    "Examples:\n"
    "  shardscope compare                                    the last run's table\n"
    "  shardscope compare before/zero-2.trace.json.gz after/zero-2.trace.json.gz\n"
    "  shardscope compare --markdown shardscope-out/latest   for a document\n"
    "  shardscope compare predicted/zero-2.trace.json.gz measured/zero-2.trace.json.gz";

using Reports = std::vector<traces::RunReport>;

bool isPrediction(const Reports& reports) {
    return (reports.front().source == "simulated") != (reports.back().source == "simulated");
}

core::Result<Compared> takenApart(const traces::RunReport& report) {
    const auto trace = traces::readTrace(report.recording);
    if (!trace) return tl::unexpected(trace.error());
    auto step = traces::breakdownOf(*trace, report.recording);
    if (!step) return tl::unexpected(step.error());
    return Compared{.report = report, .step = std::move(*step)};
}

int comparePrediction(const Reports& reports, ReportFormat format) {
    const bool inOrder = reports.front().source == "simulated";
    const auto predicted = takenApart(inOrder ? reports.front() : reports.back());
    if (!predicted) return fail(predicted.error());
    const auto measured = takenApart(inOrder ? reports.back() : reports.front());
    if (!measured) return fail(measured.error());
    printPrediction(*predicted, *measured, format);
    return kDone;
}

}  // namespace

int compareCommand(const Invocation& invocation) {
    const auto asked = askedReports("compare", kDescription, kFooter, invocation);
    if (!asked) return asked.error();
    const auto& [named, format, reports] = *asked;
    const bool two = reports.size() == 2 && named.size() == 2;
    if (two && isPrediction(reports)) return comparePrediction(reports, format);
    if (two) {
        printDifference(reports.front(), reports.back(), format);
    } else {
        printTable(reports, format);
    }
    return kDone;
}

}  // namespace shardscope::cli
