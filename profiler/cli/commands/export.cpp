#include <fmt/format.h>

#include "profiler/cli/command.h"
#include "profiler/cli/exit_status.h"
#include "profiler/cli/options/arguments.h"
#include "profiler/cli/output/export_files.h"
#include "profiler/cli/output/recordings.h"

namespace shardscope::cli {

namespace {

constexpr const char* kDescription =
    "Writes recordings for other tools. A recording is a Chrome trace as it is, and opens in\n"
    "https://ui.perfetto.dev and chrome://tracing; --chrome writes it uncompressed.";

constexpr const char* kFooter =
    "Examples:\n"
    "  shardscope export --hta hta-traces              the last run, for Holistic Trace Analysis\n"
    "  shardscope export --sqlite --csv --out tables   events as tables\n"
    "  shardscope export zero-2.trace.json.gz          zero-2.chrome.json beside it\n"
    "\n"
    "What was written is named on stdout, a path a line.";

void addOptions(CLI::App& app, ExportChoice& choice) {
    constexpr const char* kGroup = "What to write (--chrome when none is given)";
    app.add_flag("--chrome", choice.chrome, "NAME.chrome.json, Trace Event Format")->group(kGroup);
    addValue(app, "--hta", "DIR", "",
             "one file a rank, as Holistic Trace Analysis wants;\nDIR/NAME for several recordings",
             kGroup, [&choice](const std::string& text) { choice.htaFolder = text; });
    app.add_flag("--csv", choice.csv, "NAME.csv, a row an event")->group(kGroup);
    app.add_flag("--sqlite", choice.sqlite, "NAME.sqlite, with views for questions in SQL")
        ->group(kGroup);
    addValue(app, "--out", "DIR", "beside each recording", "where to write", "Output",
             [&choice](const std::string& text) { choice.outFolder = text; });
}

}  // namespace

int exportCommand(const Invocation& invocation) {
    std::vector<std::string> named;
    ExportChoice choice;
    const auto app = makeApp("export", kDescription);
    app->footer(kFooter);
    app->add_option("RECORDING", named,
                    "files, or folders of them (default: shardscope-out/latest)");
    addOptions(*app, choice);
    if (const auto status = parseOrExit(*app, invocation.args)) return *status;
    const auto recordings = findRecordings(named);
    if (!recordings) return fail(recordings.error());
    const auto written = exportFiles(*recordings, choice);
    if (!written) return fail(written.error());
    for (const std::string& path : *written) fmt::print("{}\n", path);
    return kDone;
}

}  // namespace shardscope::cli
