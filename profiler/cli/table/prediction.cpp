#include "profiler/cli/table/prediction.h"

#include <fmt/format.h>

#include <set>
#include <vector>

#include "core/base/units.h"
#include "profiler/cli/table/table.h"
#include "traces/table/model.h"
#include "traces/table/text.h"
#include "traces/table/units.h"

namespace shardscope::cli {

namespace {

struct Row {
    std::string group;  ///< "step", "compute", "collective", "memory"
    std::string name;
    int64_t predicted = 0, measured = 0;
    bool bytes = false;
};

using Kinds = std::map<std::string, int64_t>;

int64_t of(const Kinds& kinds, const std::string& kind) {
    const auto found = kinds.find(kind);
    return found == kinds.end() ? 0 : found->second;
}

void addKinds(const std::string& group, const Kinds& predicted, const Kinds& measured,
              std::vector<Row>& rows) {
    std::set<std::string> names;
    for (const auto& [name, ns] : predicted) names.insert(name);
    for (const auto& [name, ns] : measured) names.insert(name);
    for (const std::string& name : names) {
        rows.push_back({group, name, of(predicted, name), of(measured, name)});
    }
}

void addMemory(const traces::RunReport& predicted, const traces::RunReport& measured,
               std::vector<Row>& rows) {
    const auto add = [&](const std::string& name, int64_t left, int64_t right) {
        if (left != 0 || right != 0) rows.push_back({"memory", name, left, right, true});
    };
    add("peak", predicted.memory.peak.bytes, measured.memory.peak.bytes);
    for (int c = 0; c < core::kCategories; ++c) {
        const auto category = static_cast<core::Category>(c);
        add("atPeak." + std::string(core::nameOf(category)),
            table::bytesAtPeak(predicted, category), table::bytesAtPeak(measured, category));
    }
    add("allocated", predicted.memory.allocatedPeakBytes, measured.memory.allocatedPeakBytes);
    add("reserved", predicted.memory.reservedPeakBytes, measured.memory.reservedPeakBytes);
}

std::vector<Row> rowsOf(const Compared& predicted, const Compared& measured) {
    const traces::StepBreakdown &p = predicted.step, &m = measured.step;
    std::vector<Row> rows{{"step", "step", p.stepNs, m.stepNs}};
    addKinds("compute", p.computeNs, m.computeNs, rows);
    rows.push_back({"step", "exposed", p.exposedNs, m.exposedNs});
    rows.push_back({"step", "waiting", p.waitingNs, m.waitingNs});
    rows.push_back({"step", "idle", p.idleNs, m.idleNs});
    rows.push_back({"step", "unexplained", p.unexplainedNs, m.unexplainedNs});
    addKinds("collective", p.collectiveNs, m.collectiveNs, rows);
    addMemory(predicted.report, measured.report, rows);
    return rows;
}

std::string ratioText(const Row& row) {
    if (row.predicted == row.measured) return "=";
    if (row.predicted <= 0 || row.measured < 0) return "-";
    const double ratio = static_cast<double>(row.measured) / static_cast<double>(row.predicted);
    return ratio < 100.0 ? fmt::format("x {:.3f}", ratio) : fmt::format("x {:.3g}", ratio);
}

/// Rows of the step are about time in which nothing is computed.
std::string titleOf(const Row& row) {
    if (row.group != "step") return row.name;
    if (row.name == "exposed") return "exposed communication";
    return row.name == "waiting" ? "waiting for peers, exposed" : row.name;
}

/// Bytes are compared to the byte, so they are printed so.
std::string lineOf(const Row& row) {
    const auto text = [&](int64_t value) {
        return row.bytes ? core::withCommas(value) + " B" : table::withTimeUnit(value);
    };
    const std::string indent = row.name == "step" ? "" : "  ";
    return fmt::format("{:<34}{:>20}{:>20}  {:>10}\n",
                       indent + table::asciiOf(titleOf(row)).substr(0, 31), text(row.predicted),
                       text(row.measured), ratioText(row));
}

bool memoryEqual(const std::vector<Row>& rows) {
    for (const Row& row : rows) {
        if (row.bytes && row.predicted != row.measured) return false;
    }
    return true;
}

std::string nameLine(const char* what, const traces::RunReport& report) {
    return table::wrapped(
        table::asciiOf(fmt::format("{} {} ({}; {}) {}", what, report.name, report.source,
                                   report.hardware, report.recording)),
        kTableColumns);
}

std::string settingsLine(const traces::RunReport& predicted, const traces::RunReport& measured) {
    std::string text;
    if (predicted.ranks != measured.ranks) {
        text += fmt::format("ranks differ: {} and {}.\n", predicted.ranks, measured.ranks);
    }
    if (predicted.workload != measured.workload) text += "workloads differ.\n";
    if (predicted.strategy != measured.strategy) text += "strategies differ.\n";
    return text;
}

std::string verdict(const Compared& predicted, const Compared& measured, bool equal) {
    const auto p = static_cast<double>(predicted.step.stepNs);
    const auto m = static_cast<double>(measured.step.stepNs);
    std::string text =
        fmt::format("The step was predicted {:.1f} % {} than the median of {} measured steps.\n",
                    m > 0 ? std::abs(p / m - 1.0) * 100.0 : 0.0, p < m ? "shorter" : "longer",
                    measured.step.steps);
    text += equal ? "memory: equal to the byte.\n" : "memory: differs.\n";
    return text + "unexplained: the step's median less the medians of its parts.\n";
}

}  // namespace

std::string predictionTable(const Compared& predicted, const Compared& measured) {
    const std::vector<Row> rows = rowsOf(predicted, measured);
    std::string text = nameLine("predicted:", predicted.report) +
                       nameLine("measured: ", measured.report) +
                       settingsLine(predicted.report, measured.report);
    text += fmt::format("\n{:<34}{:>20}{:>20}  {:>10}\n{}\n", "", "predicted", "measured",
                        "meas/pred", std::string(kTableColumns - 1, '-'));
    std::string group = "step";
    for (const Row& row : rows) {
        if (row.group != group && row.group == "collective") {
            text += "transfers, beside computation or not\n";
        }
        if (row.group != group && row.group == "memory") text += "memory, worst rank\n";
        group = row.group;
        text += lineOf(row);
    }
    return text + "\n" + verdict(predicted, measured, memoryEqual(rows));
}

traces::Json predictionJson(const Compared& predicted, const Compared& measured) {
    const std::vector<Row> rows = rowsOf(predicted, measured);
    traces::Json list = traces::Json::array();
    for (const Row& row : rows) {
        traces::Json ratio;
        if (row.predicted > 0) {
            ratio = static_cast<double>(row.measured) / static_cast<double>(row.predicted);
        }
        list.push_back({{"group", row.group},
                        {"name", row.name},
                        {"unit", row.bytes ? "bytes" : "ns"},
                        {"predicted", row.predicted},
                        {"measured", row.measured},
                        {"ratio", ratio}});
    }
    return {{"predicted", predicted.report.name},
            {"measured", measured.report.name},
            {"rows", std::move(list)},
            {"memoryEqual", memoryEqual(rows)}};
}

}  // namespace shardscope::cli
