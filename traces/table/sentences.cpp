// What the numbers of stages 1 and 2 say; every sentence is computed and can say the opposite.

#include "traces/table/sentences.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "core/base/units.h"
#include "traces/analysis/json_access.h"
#include "traces/table/text.h"

namespace shardscope::table {

namespace {

using core::Category;
using traces::RunReport;

/// Two rows of one group: from fewer sharded things to more.
struct Pair {
    const TableRow *from = nullptr, *to = nullptr;
    const TableGroup* group = nullptr;

    const RunReport& a() const { return *from->report; }
    const RunReport& b() const { return *to->report; }
    std::string name() const {
        return fmt::format("{} -> {}, G={}", from->label, to->label, group->gradAccum);
    }
};

/// The stage that a label claims: its axes', or the number that DeepSpeed gives it.
int claimedStage(const RunReport& report) {
    const std::string preset = traces::textOf(report.strategy, "preset");
    if (preset == "deepspeed-1") return 1;
    return preset == "deepspeed-2" ? 2 : labelledStage(report);
}

const TableRow* ofClaim(const TableGroup& group, int stage) {
    const auto found = std::ranges::find_if(group.rows, [&](const TableRow& row) {
        return claimedStage(*row.report) == stage && row.report->status == "ok" &&
               hasNumbers(*row.report);
    });
    return found == group.rows.end() ? nullptr : &*found;
}

/// Stages 1 and 2 where both ran, else the first and the last row that ran.
std::vector<Pair> pairsOf(const TableModel& model) {
    std::vector<Pair> pairs;
    for (const TableGroup& group : model.groups) {
        const TableRow *from = ofClaim(group, 1), *to = ofClaim(group, 2);
        if (!from || !to) {
            std::vector<const TableRow*> ran;
            for (const TableRow& row : group.rows) {
                if (row.report->status == "ok" && hasNumbers(*row.report)) ran.push_back(&row);
            }
            if (ran.size() < 2) continue;
            from = ran.front();
            to = ran.back();
        }
        pairs.push_back({from, to, &group});
    }
    return pairs;
}

bool areOneAndTwo(const Pair& pair) {
    return claimedStage(pair.a()) == 1 && claimedStage(pair.b()) == 2;
}

int64_t fullAtPeak(const RunReport& report) { return bytesAtPeak(report, Category::Gradients); }
int64_t gradientsAtPeak(const RunReport& report) {
    return fullAtPeak(report) + bytesAtPeak(report, Category::GradientShards) +
           bytesAtPeak(report, Category::Buckets);
}
int64_t activationsAtPeak(const RunReport& report) {
    return bytesAtPeak(report, Category::Activations) +
           bytesAtPeak(report, Category::ActivationGradients);
}

int untiedBuckets(const RunReport& report) {
    int count = 0;
    for (const traces::Json& bucket : report.buckets) count += !traces::boolOf(bucket, "tied");
    return count;
}

/// Why stage 2's peak is not below stage 1's.
std::string whyNothingSaved(const Pair& pair, const ByteUnit& unit) {
    const RunReport &one = pair.a(), &two = pair.b();
    const auto text = [&](int64_t bytes) {
        return fmt::format("{} {}", inUnit(bytes, unit), unit.name);
    };
    if (one.ranks == 1) return "N = 1: there is nobody to share with";
    const int64_t buffers = bytesAtPeak(two, Category::Buckets);
    if (buffers > 0 && gradientsAtPeak(two) >= gradientsAtPeak(one)) {
        return fmt::format(
            "the model is small for its buckets: the bucket buffers of {} ({}) and "
            "its shards weigh more than the gradients that {} holds at its peak ({})",
            pair.to->label, text(buffers), pair.from->label, text(gradientsAtPeak(one)));
    }
    if (untiedBuckets(two) <= 1 && !two.buckets.empty()) {
        return "one bucket holds all gradients, so it is full-size at its end in both";
    }
    if (gradientsAtPeak(one) < one.gradients.peakLiveFullBytes &&
        activationsAtPeak(one) > fullAtPeak(one)) {
        return fmt::format(
            "{} peaks in {}, where activations dominate ({}) and only {} of its {} full-size "
            "gradients exist yet",
            pair.from->label, one.memory.peak.phase, text(activationsAtPeak(one)),
            text(fullAtPeak(one)), text(one.gradients.peakLiveFullBytes));
    }
    if (gradientsAtPeak(two) >= gradientsAtPeak(one)) {
        return fmt::format(
            "the buckets in flight and the shards of {} ({}) weigh as much as the gradients that "
            "{} "
            "holds at its peak ({})",
            pair.to->label, text(gradientsAtPeak(two)), pair.from->label,
            text(gradientsAtPeak(one)));
    }
    return fmt::format("{} peaks in {}, where it holds {} that are not gradients ({}: {} in {})",
                       pair.to->label, two.memory.peak.phase,
                       text(two.memory.peak.bytes - gradientsAtPeak(two)), pair.from->label,
                       text(one.memory.peak.bytes - gradientsAtPeak(one)), one.memory.peak.phase);
}

/// What the difference costs in traffic.
std::string trafficText(const Pair& pair) {
    const double before = pair.a().traffic.elementsPerParameter;
    const double after = pair.b().traffic.elementsPerParameter;
    if (std::abs(after - before) < 0.005) {
        return before == 0.0 ? "Nothing is sent."
                             : "Same bytes sent; only how long gradients live differs.";
    }
    if (before == 0.0) return fmt::format("{:.2f} P sent instead of nothing.", after);
    std::string text = fmt::format("{:.3g} x the traffic", after / before);
    if (areOneAndTwo(pair) && after > before && pair.group->gradAccum > 1) {
        text += fmt::format(": {} reduces every micro-batch, {} only after the last",
                            pair.to->label, pair.from->label);
    }
    return text + ".";
}

std::string savingSentence(const Pair& pair, int64_t difference, const ByteUnit& unit) {
    const int64_t states = pair.b().memory.paperBytes - pair.a().memory.paperBytes;
    const std::string traffic = trafficText(pair);
    const bool same = traffic.front() < '0' || traffic.front() > '9';
    return fmt::format("{}: {} {} (states alone {}){}{}", pair.name(), inUnit(difference, unit),
                       unit.name, inUnit(states, unit), same ? ". " : " for ", traffic);
}

std::string memorySentence(const Pair& pair, const ByteUnit& unit) {
    const int64_t difference = pair.b().memory.peak.bytes - pair.a().memory.peak.bytes;
    if (ticksOf(difference, unit) < 0) return savingSentence(pair, difference, unit);
    const std::string change =
        fmt::format("{}{} {}", difference >= 0 ? "+" : "", inUnit(difference, unit), unit.name);
    if (!areOneAndTwo(pair)) {
        return fmt::format("{}: {} at the peak; {}", pair.name(), change, trafficText(pair));
    }
    return fmt::format("{}: ZeRO-2 saves nothing at the peak here ({}), because {}. {}",
                       pair.name(), change, whyNothingSaved(pair, unit), trafficText(pair));
}

/// Under a limit: who ran out of memory, and who trained all the same.
void sayWhoFits(const TableGroup& group, std::vector<std::string>& out) {
    std::vector<std::string> fits, fails;
    int64_t limit = 0;
    for (const TableRow& row : group.rows) {
        if (row.report->memoryLimit <= 0) continue;
        limit = row.report->memoryLimit;
        if (row.report->status == "oom") fails.push_back(row.label);
        if (row.report->status == "ok") fits.push_back(row.label);
    }
    if (fails.empty()) return;
    out.push_back(fmt::format("limit {}, G={}: {} {} out of memory; {}.", withUnit(limit),
                              group.gradAccum, listOf(fails), fails.size() == 1 ? "runs" : "run",
                              fits.empty()       ? "no stage trains"
                              : fits.size() == 1 ? fits.front() + " trains"
                                                 : listOf(fits) + " train"));
}

bool overlap(const traces::Distribution& a, const traces::Distribution& b) {
    return a.low <= b.high && b.low <= a.high;
}

/// What can be said of two step times, without the accumulation that it holds for.
std::string stepVerdict(const Pair& pair) {
    const traces::Distribution &a = pair.a().time.stepNs, &b = pair.b().time.stepNs;
    const std::string &from = pair.from->label, &to = pair.to->label;
    if (tooFewSteps(pair.a(), pair.b())) {
        return fmt::format("{} and {} ran too few steps to compare their times (below {})", from,
                           to, traces::kFewestSteps);
    }
    if (sameSimulatedTime(pair.a(), pair.b())) {
        return fmt::format("{} and {} take the same time", from, to);
    }
    if (overlap(a, b)) {
        return fmt::format("{} and {} cannot be told apart (intervals overlap)", from, to);
    }
    const bool firstFaster = a.median < b.median;
    const double ratio = static_cast<double>(std::max(a.median, b.median)) /
                         static_cast<double>(std::max<int64_t>(1, std::min(a.median, b.median)));
    return fmt::format("{} is x {:.2f} faster than {}", firstFaster ? from : to, ratio,
                       firstFaster ? to : from);
}

struct Verdict {
    std::string text;
    std::vector<std::string> where;  ///< "G=1"
};

/// Verdicts in the table's order, each once.
std::vector<Verdict> stepVerdicts(const TableModel& model) {
    std::vector<Verdict> verdicts;
    for (const Pair& pair : pairsOf(model)) {
        const std::string text = stepVerdict(pair);
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

std::string whoseTimes(const TableModel& model) {
    const auto rows = model.rows();
    const auto any = [&](auto test) { return std::ranges::any_of(rows, test); };
    if (any([](const TableRow* row) { return row->report->source == "simulated"; })) {
        if (any(isReplayed)) return "Times are simulated, by what a recording's work took.";
        const bool unit =
            any([](const TableRow* row) { return !row->report->time.mfu && !isCalibrated(row); });
        if (unit) return "Times are simulated: unit costs.";
        return any(isCalibrated) ? "Times are simulated, by what calibrate measured."
                                 : "Times are simulated, uncalibrated.";
    }
    if (any([](const TableRow* row) { return row->report->device == "host"; })) {
        return "Times are this CPU's, not a GPU's.";
    }
    return "";
}

}  // namespace

std::vector<std::string> memorySentences(const TableModel& model) {
    std::vector<std::string> sentences;
    for (const TableGroup& group : model.groups) sayWhoFits(group, sentences);
    for (const Pair& pair : pairsOf(model)) {
        sentences.push_back(memorySentence(pair, model.bytes));
    }
    return sentences;
}

std::vector<std::string> stepSentences(const TableModel& model) {
    std::string text;
    for (const Verdict& verdict : stepVerdicts(model)) {
        text +=
            fmt::format("{}{}: {}", text.empty() ? "" : "; ", listOf(verdict.where), verdict.text);
    }
    if (!text.empty()) text += ".";
    if (const std::string whose = whoseTimes(model); !whose.empty()) {
        text += (text.empty() ? "" : " ") + whose;
    }
    if (text.empty()) return {};
    return {"step: " + text};
}

}  // namespace shardscope::table
