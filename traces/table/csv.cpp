#include "traces/table/csv.h"

#include <fmt/format.h>

#include "traces/analysis/json_access.h"
#include "traces/table/model.h"
#include "traces/table/numbers.h"

namespace shardscope::table {

namespace {

using traces::Json;
using traces::RunReport;

/// A cell as CSV: quoted when it holds a comma, a quote or a line's end.
std::string cell(const std::string& text) {
    if (text.find_first_of(",\"\r\n") == std::string::npos) return text;
    std::string quoted = "\"";
    for (const char c : text) {
        if (c == '"') quoted += '"';
        quoted += c;
    }
    return quoted + "\"";
}

/// A value of the metadata as a cell: text without quotes, null as nothing.
std::string valueCell(const Json& value) {
    if (value.is_null()) return "";
    return cell(value.is_string() ? value.get<std::string>() : value.dump());
}

struct Column {
    std::string name, value;
};

std::vector<Column> identityColumns(const RunReport& report) {
    std::vector<Column> columns{{"name", cell(report.name)},
                                {"status", cell(report.status)},
                                {"error", report.error.is_null() ? "" : cell(errorText(report))},
                                {"source", cell(report.source)},
                                {"device", cell(report.device)},
                                {"ranks", std::to_string(report.ranks)},
                                {"steps", std::to_string(report.steps)},
                                {"steadySteps", std::to_string(report.steadySteps)}};
    for (const char* key : {"model", "parameters", "dtype", "optimizer", "microBatch", "gradAccum",
                            "globalBatch", "sequence"}) {
        columns.push_back({key, valueCell(traces::memberOf(report.workload, key))});
    }
    for (const char* key : {"preset", "stage", "bucket", "inFlight", "overlap"}) {
        columns.push_back({key, valueCell(traces::memberOf(report.strategy, key))});
    }
    return columns;
}

std::string numberCell(const NamedNumber& number) {
    if (number.quantity == Quantity::Ratio) return fmt::format("{}", number.value);
    return fmt::format("{:.0f}", number.value);
}

std::vector<Column> columnsOf(const RunReport& report) {
    std::vector<Column> columns = identityColumns(report);
    const traces::Observed& observed = report.observed;
    columns.push_back({"observedStage", observed.stage ? std::to_string(*observed.stage) : ""});
    columns.push_back({"observedAgrees", observed.agrees ? "true" : "false"});
    columns.push_back({"peakPhase", cell(report.memory.peak.phase)});
    columns.push_back({"peakRank", std::to_string(report.memory.peak.rank)});
    for (const NamedNumber& number : numbersOf(report)) {
        columns.push_back({number.name, numberCell(number)});
    }
    columns.push_back({"callSequenceHash", cell(report.memory.callSequenceHash)});
    columns.push_back({"weightHash", valueCell(traces::memberOf(report.numerics, "weightHash"))});
    for (const char* key : {"dropped", "unmatched", "openAtEnd", "clockResidualNs"}) {
        columns.push_back({key, valueCell(traces::memberOf(report.recorder, key))});
    }
    columns.push_back({"recording", cell(report.recording)});
    return columns;
}

std::string lineOf(const std::vector<Column>& columns, std::string Column::*member) {
    std::string line;
    for (size_t i = 0; i < columns.size(); ++i) line += (i == 0 ? "" : ",") + columns[i].*member;
    return line + "\n";
}

}  // namespace

std::string csvTable(const std::vector<RunReport>& reports) {
    if (reports.empty()) return {};
    std::string text = lineOf(columnsOf(reports.front()), &Column::name);
    for (const RunReport& report : reports) text += lineOf(columnsOf(report), &Column::value);
    return text;
}

}  // namespace shardscope::table
