#include <fmt/format.h>

#include "traces/analysis/json_access.h"
#include "traces/analysis/parts.h"
#include "traces/analysis/recording.h"
#include "traces/analysis/report.h"
#include "traces/analysis/row_reader.h"

namespace shardscope::traces {

namespace {

Json listOf(const Json& run, std::string_view key) {
    const Json& value = memberOf(run, key);
    return value.is_array() ? value : Json::array();
}

void describeRun(const Trace& trace, RunReport& report) {
    const Json& run = trace.run;
    report.name = textOf(run, "name");
    report.status = textOf(run, "status", "interrupted");
    report.source = textOf(run, "source", "measured");
    report.device = textOf(run, "device");
    report.hardware = textOf(run, "hardware");
    report.error = memberOf(run, "error");
    report.tool = memberOf(run, "tool");
    report.workload = memberOf(run, "workload");
    report.strategy = memberOf(run, "strategy");
    report.numerics = memberOf(run, "numerics");
    report.recorder = memberOf(run, "recorder");
    report.assumptions = listOf(run, "assumptions");
    report.validatedOn = listOf(run, "validatedOn");
    report.notes = listOf(run, "notes");
    report.outOfMemory = memberOf(run, "outOfMemory");
    report.buckets = listOf(run, "buckets");
    report.steps = integerOf(run, "steps");
    report.memoryLimit = integerOf(run, "memoryLimit");
    report.poolPolicy = textOf(run, "poolPolicy");
    report.stragglers = memberOf(run, "stragglers");
    if (const Json& ratio = memberOf(run, "replayRatio"); ratio.is_number()) {
        report.replayRatio = ratio.get<double>();
    }
}

void noteCut(const Trace& trace, RunReport& report) {
    report.incomplete = trace.incomplete;
    report.growing = trace.growing;
    if (trace.unreadable > 0) {
        report.notes.push_back(fmt::format("{} events could not be read", trace.unreadable));
    }
    if (!trace.incomplete) return;
    if (report.status == "ok") report.status = "interrupted";
    report.notes.push_back(
        trace.growing ? "the file is still being written: what is said holds for what is there"
                      : "the file was cut: what is said holds for what could be read");
}

/// Of a file that says more than its events show: somebody took them out.
void noteMissing(const Recording& recording, RunReport& report) {
    if (report.status != "ok" || report.steps == 0 || !recording.measured.empty()) return;
    report.incomplete = true;
    report.status = "interrupted";
    report.notes.push_back(
        fmt::format("events are missing: the run ended after {} step{}, and none of them is here",
                    report.steps, report.steps == 1 ? "" : "s"));
}

void noteLimits(const Recording& recording, RunReport& report) {
    if (report.status == "oom") {
        report.notes.push_back(
            "the least limit of a run that ran out of memory counts only what it had asked for "
            "until then");
    }
    if (recording.steadySteps == 0 && !recording.measured.empty()) {
        report.notes.push_back("only the first step was recorded: times include warming up");
    }
}

/// Places in the recording become the ranks that are there.
void nameRanks(const Recording& recording, RunReport& report) {
    MemoryReport& memory = report.memory;
    memory.peakPlace = memory.peak.rank;
    memory.peak.rank = recording.rankAt(memory.peak.rank);
    if (memory.second) memory.second->rank = recording.rankAt(memory.second->rank);
    report.time.slowest.rank = recording.rankAt(report.time.slowest.rank);
    for (size_t i = 0; i < memory.perRankPeakBytes.size(); ++i) {
        memory.perRankPeakOf.push_back(recording.rankAt(static_cast<int>(i)));
    }
}

}  // namespace

core::Result<RunReport> analyse(const Trace& trace, std::string recordingPath) {
    Analysis analysis(trace);
    analysis.take();
    return analysis.finish(std::move(recordingPath));
}

Analysis::Analysis(const Trace& trace) : trace_(trace) {}
Analysis::~Analysis() = default;

void Analysis::take() {
    if (!rows_) {
        const auto worldSize = worldSizeOf(trace_.run, {});
        if (!worldSize) return;  // finish() says why
        rows_ = std::make_unique<RowReader>(trace_, *worldSize);
    }
    rows_->take();
}

core::Result<RunReport> Analysis::finish(std::string recordingPath) {
    auto read =
        recordingOf(trace_, recordingPath, rows_ ? rows_->finish() : std::vector<RankRows>{});
    rows_.reset();
    if (!read) return tl::unexpected(read.error());
    const Recording& recording = *read;
    RunReport report;
    describeRun(trace_, report);
    report.recording = std::move(recordingPath);
    report.ranks = recording.worldSize;
    report.steadySteps = recording.steadySteps;
    report.memory = memoryOf(recording);
    addPoolFacts(recording, report.memory);
    addPaperStates(recording, report.memory);
    const int worst = report.memory.peak.rank;
    report.gradients = gradientsOf(recording, worst);
    report.traffic = trafficOf(recording);
    report.time = timeOf(recording);
    report.recorderShare = recorderShareOf(recording, report.time);
    report.observed = observedOf(recording, worst);
    report.curve = curveOf(recording, worst);
    nameRanks(recording, report);
    noteCut(trace_, report);
    noteMissing(recording, report);
    noteLimits(recording, report);
    return report;
}

}  // namespace shardscope::traces
