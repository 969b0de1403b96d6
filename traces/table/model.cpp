#include "traces/table/model.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <set>

#include "traces/analysis/json_access.h"
#include "traces/table/text.h"

namespace shardscope::table {

namespace {

using traces::RunReport;

constexpr size_t kLabelColumns = 3;  // what a row has for it

bool isSimulated(const RunReport& report) { return report.source == "simulated"; }

bool isFinite(const traces::Json& value) {
    return value.is_number() && std::isfinite(value.get<double>());
}

std::string presetOf(const RunReport& report) {
    return asciiOf(traces::textOf(report.strategy, "preset", report.name));
}

TableGroup groupFor(const RunReport& report) {
    return {.gradAccum = traces::integerOf(report.workload, "gradAccum", 1),
            .globalBatch = traces::integerOf(report.workload, "globalBatch"),
            .ranks = report.ranks,
            .model = asciiOf(traces::textOf(report.workload, "model")),
            .rows = {}};
}

bool sameGroup(const TableGroup& a, const TableGroup& b) {
    return a.gradAccum == b.gradAccum && a.globalBatch == b.globalBatch && a.ranks == b.ranks &&
           a.model == b.model;
}

void place(TableModel& model, const RunReport& report) {
    const TableGroup group = groupFor(report);
    auto found = std::ranges::find_if(
        model.groups, [&](const TableGroup& other) { return sameGroup(other, group); });
    if (found == model.groups.end()) found = model.groups.insert(found, group);
    found->rows.push_back({.report = &report, .name = {}, .label = {}});
}

/// "zero-1, simulated" where measured rows stand beside simulated ones.
std::string withSource(std::string name, const RunReport& report, bool mixed) {
    return mixed ? name + ", " + report.source : name;
}

/// What tells rows apart, from the shortest to what always does.
enum class Naming : uint8_t { Preset, Recording, Path };

std::string nameBy(Naming naming, const TableModel& model, const RunReport& report) {
    if (naming == Naming::Path) return asciiOf(report.recording);
    const std::string name = naming == Naming::Preset ? presetOf(report) : asciiOf(report.name);
    return withSource(model.withShardGroup(name, report), report, !model.oneSource);
}

bool tellsApart(Naming naming, const TableModel& model) {
    return std::ranges::all_of(model.groups, [&](const TableGroup& group) {
        std::set<std::string> seen;
        return std::ranges::all_of(group.rows, [&](const TableRow& row) {
            return seen.insert(nameBy(naming, model, *row.report)).second;
        });
    });
}

std::string letterName(size_t index) {
    std::string name(1, static_cast<char>('a' + index % 26));
    return index < 26 ? name : name + std::to_string(index / 26);
}

std::string labelFor(TableModel& model, const std::string& name) {
    if (name.starts_with("zero-") && name.size() <= 5 + kLabelColumns) return name.substr(5);
    if (name.size() <= kLabelColumns) return name;
    const auto known =
        std::ranges::find_if(model.legend, [&](const auto& entry) { return entry.second == name; });
    if (known != model.legend.end()) return known->first;
    model.legend.emplace_back(letterName(model.legend.size()), name);
    return model.legend.back().first;
}

void nameRows(TableModel& model) {
    Naming naming = Naming::Preset;
    if (!tellsApart(naming, model)) naming = Naming::Recording;
    if (!tellsApart(naming, model)) naming = Naming::Path;
    for (TableGroup& group : model.groups) {
        for (TableRow& row : group.rows) {
            row.name = nameBy(naming, model, *row.report);
            row.label = labelFor(model, row.name);
        }
    }
}

void chooseUnits(TableModel& model) {
    int64_t bytes = 0, sent = 0, ns = 0;
    for (const TableRow* row : model.rows()) {
        bytes = std::max({bytes, row->report->memory.peak.bytes, row->report->memory.paperBytes});
        sent = std::max(sent, sentBytes(*row->report));
        ns = std::max(ns, row->report->time.stepNs.median);
    }
    model.bytes = columnUnitFor(bytes);
    model.sent = columnUnitFor(std::max(bytes, sent));
    model.time = timeUnitFor(ns);
}

}  // namespace

const TableRow* TableGroup::ofStage(int stage) const {
    const auto found = std::ranges::find_if(rows, [&](const TableRow& row) {
        return labelledStage(*row.report) == stage && row.report->status == "ok" &&
               hasNumbers(*row.report);
    });
    return found == rows.end() ? nullptr : &*found;
}

std::vector<const TableRow*> TableModel::rows() const {
    std::vector<const TableRow*> all;
    for (const TableGroup& group : groups) {
        for (const TableRow& row : group.rows) all.push_back(&row);
    }
    return all;
}

std::string TableModel::withShardGroup(std::string name, const RunReport& report) const {
    const int64_t size = shardGroupOf(report);
    if (oneShardGroup || size == 0) return name;
    return fmt::format("{}, shard group {}", name, size);
}

TableModel tableModelOf(const std::vector<RunReport>& reports) {
    TableModel model;
    for (const RunReport& report : reports) {
        place(model, report);
        model.oneShardGroup =
            model.oneShardGroup && shardGroupOf(report) == shardGroupOf(reports.front());
        model.oneSource = model.oneSource && isSimulated(report) == isSimulated(reports.front());
    }
    nameRows(model);
    chooseUnits(model);
    for (const TableGroup& group : model.groups) {
        model.oneWorldSize = model.oneWorldSize && group.ranks == model.groups.front().ranks;
        model.oneModel = model.oneModel && group.model == model.groups.front().model;
    }
    return model;
}

bool hasNumbers(const RunReport& report) {
    return (report.status == "ok" || report.status == "interrupted") && report.time.stepNs.n > 0;
}

int labelledStage(const RunReport& report) {
    return static_cast<int>(traces::integerOf(report.strategy, "stage", -1));
}

int64_t bytesAtPeak(const RunReport& report, core::Category category) {
    return report.memory.peak.composition[static_cast<size_t>(category)];
}

int64_t sentBytes(const RunReport& report) {
    const traces::TrafficReport& traffic = report.traffic;
    return traffic.reduceScatter.wireBytes + traffic.allGather.wireBytes +
           traffic.allReduce.wireBytes + traffic.reduce.wireBytes + traffic.broadcast.wireBytes;
}

std::string errorText(const RunReport& report) {
    if (report.error.is_string()) return asciiOf(report.error.get<std::string>());
    const std::string where = traces::textOf(report.error, "where");
    const std::string message = traces::textOf(report.error, "message", "no reason was recorded");
    return asciiOf(where.empty() ? message : where + ": " + message);
}

bool tooFewSteps(const RunReport& a, const RunReport& b) {
    const traces::Distribution &first = a.time.stepNs, &second = b.time.stepNs;
    const bool exact = isSimulated(a) && isSimulated(b) && first.low == first.high;
    return !exact && std::min(first.n, second.n) < traces::kFewestSteps;
}

bool sameSimulatedTime(const RunReport& a, const RunReport& b) {
    if (!isSimulated(a) || !isSimulated(b)) return false;
    const auto [fast, slow] = std::minmax(a.time.stepNs.median, b.time.stepNs.median);
    return static_cast<double>(slow) < 1.005 * static_cast<double>(fast) || slow == fast;
}

double replayOff(const RunReport& a, const RunReport& b) {
    double off = 1.0;
    for (const RunReport* report : {&a, &b}) {
        const double ratio = report->replayRatio.value_or(1.0);
        if (ratio > 0.0) off = std::max({off, ratio, 1.0 / ratio});
    }
    return std::ceil(off * 100.0 - 0.01) / 100.0;  // 1.0001 is no error worth a digit
}

int64_t shardGroupOf(const RunReport& report) {
    return traces::integerOf(report.strategy, "shardGroup");
}

std::optional<Phrase> stepsNotANumber(const traces::Json& list) {
    if (!list.is_array()) return std::nullopt;
    const auto place = std::ranges::find_if_not(list, isFinite);
    if (place == list.end()) return std::nullopt;
    const bool forGood = std::none_of(place, list.end(), isFinite);
    return (forGood ? Sentences::phrase("from step %1 on") : Sentences::phrase("in step %1"))
        .with({place - list.begin() + 1});
}

}  // namespace shardscope::table
