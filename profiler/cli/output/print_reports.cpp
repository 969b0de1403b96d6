#include "profiler/cli/output/print_reports.h"

#include <cstdio>
#include <string>

#include "profiler/cli/output/failure_text.h"
#include "profiler/cli/output/report_text.h"
#include "profiler/cli/table/table.h"
#include "traces/table/csv.h"
#include "traces/table/markdown.h"

namespace shardscope::cli {

namespace {

using traces::Json;

/// What wrote the recording is in it, so that `report FILE` prints what `run` printed.
Json documentOf(const std::vector<traces::RunReport>& reports) {
    return traces::reportDocument(reports, reports.empty() ? Json::object() : reports.front().tool);
}

std::string textOf(const Json& json) {
    return json.dump(2, ' ', false, Json::error_handler_t::replace) + "\n";
}

/// The formats that say the same whatever was asked; empty for text.
std::string document(const std::vector<traces::RunReport>& reports, ReportFormat format) {
    switch (format) {
        case ReportFormat::Json:
            return textOf(documentOf(reports));
        case ReportFormat::Csv:
            return table::csvTable(reports);
        case ReportFormat::Markdown:
            return table::markdownTable(reports);
        case ReportFormat::Text:
            break;
    }
    return {};
}

bool takesTurns(const std::vector<traces::RunReport>& reports) {
    return !reports.empty() && reports.front().source == "measured";
}

void print(const std::string& text) {
    std::fwrite(text.data(), 1, text.size(), stdout);
    std::fflush(stdout);
}

}  // namespace

void printTable(const std::vector<traces::RunReport>& reports, ReportFormat format) {
    print(format == ReportFormat::Text
              ? comparisonTable(reports, {.interleaved = takesTurns(reports)}) +
                    failureText(reports)
              : document(reports, format));
}

void printDifference(const traces::RunReport& base, const traces::RunReport& fresh,
                     ReportFormat format) {
    print(format == ReportFormat::Text ? compareTwo(base, fresh) : document({base, fresh}, format));
}

void printPrediction(const Compared& predicted, const Compared& measured, ReportFormat format) {
    if (format == ReportFormat::Text) return print(predictionTable(predicted, measured));
    const std::vector<traces::RunReport> both{predicted.report, measured.report};
    if (format != ReportFormat::Json) return print(document(both, format));
    Json json = documentOf(both);
    json["prediction"] = predictionJson(predicted, measured);
    print(textOf(json));
}

void printDetails(const std::vector<traces::RunReport>& reports, ReportFormat format) {
    if (format != ReportFormat::Text) return print(document(reports, format));
    for (const traces::RunReport& report : reports) {
        if (&report != &reports.front()) print("\n");
        print(reportText(report) + failureText({report}));
    }
}

}  // namespace shardscope::cli
