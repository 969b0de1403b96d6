// Which step times can be told apart, and whose times they are.

#include <fmt/format.h>

#include <algorithm>

#include "core/capacity/advice.h"
#include "traces/table/pairs.h"
#include "traces/table/sentences.h"
#include "traces/table/units.h"

namespace shardscope::table {

namespace {

bool overlap(const traces::Distribution& a, const traces::Distribution& b) {
    return a.low <= b.high && b.low <= a.high;
}

/// Whether both are times of a hardware file's cost model, which errs by core::kTimeError.
bool estimated(const Pair& pair) {
    const auto is = [](const traces::RunReport& report) {
        return report.source == "simulated" && report.time.mfu &&
               report.hardware.find(" at the times of ") == std::string::npos;
    };
    return is(pair.a()) && is(pair.b());
}

/// What can be said of two step times, without the accumulation that it holds for.
Phrase stepVerdict(const Pair& pair) {
    const traces::Distribution &a = pair.a().time.stepNs, &b = pair.b().time.stepNs;
    const std::string &from = pair.from->label, &to = pair.to->label;
    if (tooFewSteps(pair.a(), pair.b())) {
        return Sentences::phrase("%1 and %2 ran too few steps to compare their times (below %3)")
            .with({from, to, traces::kFewestSteps});
    }
    if (sameSimulatedTime(pair.a(), pair.b())) {
        return Sentences::phrase("%1 and %2 take the same time").with({from, to});
    }
    if (overlap(a, b)) {
        return Sentences::phrase("%1 and %2 cannot be told apart (intervals overlap)")
            .with({from, to});
    }
    const bool firstFaster = a.median < b.median;
    const double ratio = static_cast<double>(std::max(a.median, b.median)) /
                         static_cast<double>(std::max<int64_t>(1, std::min(a.median, b.median)));
    if (const double off = replayOff(pair.a(), pair.b()); ratio <= off) {
        return Sentences::phrase(
                   "%1 and %2 cannot be told apart (x %3, and what was recorded comes out x %4 "
                   "off)")
            .with({from, to, fmt::format("{:.2f}", ratio), fmt::format("{:.2f}", off)});
    }
    if (estimated(pair) && ratio <= 1.0 + core::kTimeError) {
        return Sentences::phrase("%1 and %2 are alike (x %3; estimated times err by %4 %)")
            .with({from, to, fmt::format("{:.2f}", ratio),
                   static_cast<int64_t>(100.0 * core::kTimeError + 0.5)});
    }
    return Sentences::phrase("%1 is x %2 faster than %3")
        .with({firstFaster ? from : to, fmt::format("{:.2f}", ratio), firstFaster ? to : from});
}

struct Verdict {
    Phrase text;
    std::vector<std::string> where;  ///< "G=1"
};

/// Verdicts in the table's order, each once.
std::vector<Verdict> stepVerdicts(const TableModel& model) {
    std::vector<Verdict> verdicts;
    for (const Pair& pair : pairsOf(model)) {
        const Phrase text = stepVerdict(pair);
        auto place = std::ranges::find(verdicts, text, &Verdict::text);
        if (place == verdicts.end()) place = verdicts.insert(place, {text, {}});
        place->where.push_back(fmt::format("G={}", pair.group->gradAccum));
    }
    return verdicts;
}

bool isCalibrated(const TableRow* row) {
    return row->report->assumptions.dump().find("measured by shardscope calibrate") !=
           std::string::npos;
}

bool isReplayed(const TableRow* row) {
    return row->report->hardware.find(" at the times of ") != std::string::npos;
}

Phrase whoseSimulatedTimes(const std::vector<const TableRow*>& rows) {
    if (std::ranges::any_of(rows, isReplayed)) {
        return Sentences::phrase("Times are simulated, by what a recording's work took.");
    }
    const bool unit = std::ranges::any_of(
        rows, [](const TableRow* row) { return !row->report->time.mfu && !isCalibrated(row); });
    if (unit) return Sentences::phrase("Times are simulated: unit costs.");
    return std::ranges::any_of(rows, isCalibrated)
               ? Sentences::phrase("Times are simulated, by what calibrate measured.")
               : Sentences::phrase("Times are simulated, uncalibrated.");
}

Phrase whoseMeasuredTimes(const std::vector<const TableRow*>& rows) {
    const bool host = std::ranges::any_of(
        rows, [](const TableRow* row) { return row->report->device == "host"; });
    return host ? Sentences::phrase("Times are this CPU's, not a GPU's.") : Phrase();
}

Phrase whoseTimes(const TableModel& model) {
    std::vector<const TableRow*> simulated, measured;
    for (const TableRow* row : model.rows()) {
        (row->report->source == "simulated" ? simulated : measured).push_back(row);
    }
    if (simulated.empty()) return whoseMeasuredTimes(measured);
    if (measured.empty()) return whoseSimulatedTimes(simulated);
    return Sentences::phrase("Some times are measured, others simulated: rows say which.");
}

}  // namespace

namespace {

constexpr double kHostBound = 0.05;  ///< of a step, from which on it is said

/// The device waits for launches: more of it would not help.
void sayHostBound(const TableModel& model, std::vector<Phrase>& out) {
    for (const TableGroup& group : model.groups) {
        for (const TableRow& row : group.rows) {
            const traces::TimeReport& time = row.report->time;
            if (!time.hostBoundNs || time.stepNs.median <= 0) continue;
            const double share =
                static_cast<double>(*time.hostBoundNs) / static_cast<double>(time.stepNs.median);
            if (share < kHostBound) continue;
            out.push_back(
                Sentences::phrase("step: %1 at G=%2 waits for its host: for at least %3 % "
                                  "of a step (%4) the compute stream had nothing queued, "
                                  "because it had not been issued yet.")
                    .with({row.label, group.gradAccum, fmt::format("{:.0f}", 100.0 * share),
                           withTimeUnit(*time.hostBoundNs)}));
        }
    }
}

}  // namespace

std::vector<Phrase> stepSentences(const TableModel& model) {
    std::vector<Phrase> verdicts;
    for (const Verdict& verdict : stepVerdicts(model)) {
        verdicts.push_back(Phrase::joined({Phrase::listed(verdict.where), verdict.text}, ": "));
    }
    Phrase said = Phrase::joined(std::move(verdicts), "; ");
    if (!said.empty()) said = Sentences::phrase("%1.").with({said});
    const Phrase text = Phrase::joined({said, whoseTimes(model)}, " ");
    std::vector<Phrase> sentences;
    if (!text.empty()) sentences.push_back(Sentences::phrase("step: %1").with({text}));
    sayHostBound(model, sentences);
    return sentences;
}

}  // namespace shardscope::table
