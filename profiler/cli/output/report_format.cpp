#include "profiler/cli/output/report_format.h"

namespace shardscope::cli {

void addFormatFlags(CLI::App& app, FormatFlags& flags, const std::string& schema) {
    constexpr const char* kGroup = "Results on stdout (a table for people unless one is given)";
    app.add_flag("--json", flags.json, schema + ", every number")->group(kGroup);
    app.add_flag("--csv", flags.csv, "a row a strategy")->group(kGroup);
    app.add_flag("--markdown", flags.markdown, "the table for a document")->group(kGroup);
}

core::Result<ReportFormat> formatOf(const FormatFlags& flags) {
    if (flags.json + flags.csv + flags.markdown > 1) {
        return core::invalidInput("--json, --csv, --markdown", "found several; allowed: one");
    }
    if (flags.json) return ReportFormat::Json;
    if (flags.csv) return ReportFormat::Csv;
    return flags.markdown ? ReportFormat::Markdown : ReportFormat::Text;
}

}  // namespace shardscope::cli
