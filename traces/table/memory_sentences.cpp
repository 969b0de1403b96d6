// What the numbers of stages 1 and 2 say; every sentence is computed and can say the opposite.

#include <fmt/format.h>

#include <cmath>

#include "traces/analysis/json_access.h"
#include "traces/table/pairs.h"
#include "traces/table/recorded_texts.h"
#include "traces/table/sentences.h"

namespace shardscope::table {

namespace {

using core::Category;
using traces::RunReport;

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

std::string sized(int64_t bytes, const ByteUnit& unit) {
    return fmt::format("{} {}", inUnit(bytes, unit), unit.name);
}

Phrase phaseOf(const RunReport& report) { return recordedText(report.memory.peak.phase); }

/// Activations stand at stage 1's peak, and few gradients do.
Phrase activationsDominate(const Pair& pair, const ByteUnit& unit) {
    const RunReport& one = pair.a();
    return Sentences::phrase(
               "%1 peaks in %2, where activations dominate (%3) and only %4 of its %5 full-size "
               "gradients exist yet")
        .with({pair.from->label, phaseOf(one), sized(activationsAtPeak(one), unit),
               sized(fullAtPeak(one), unit), sized(one.gradients.peakLiveFullBytes, unit)});
}

/// Why stage 2's peak is not below stage 1's.
Phrase whyNothingSaved(const Pair& pair, const ByteUnit& unit) {
    const RunReport &one = pair.a(), &two = pair.b();
    if (one.ranks == 1) return Sentences::phrase("N = 1: there is nobody to share with");
    const int64_t buffers = bytesAtPeak(two, Category::Buckets);
    if (buffers > 0 && gradientsAtPeak(two) >= gradientsAtPeak(one)) {
        return Sentences::phrase(
                   "the model is small for its buckets: the bucket buffers of %1 (%2) and its "
                   "shards weigh more than the gradients that %3 holds at its peak (%4)")
            .with({pair.to->label, sized(buffers, unit), pair.from->label,
                   sized(gradientsAtPeak(one), unit)});
    }
    if (untiedBuckets(two) <= 1 && !two.buckets.empty()) {
        return Sentences::phrase(
            "one bucket holds all gradients, so it is full-size at its end in both");
    }
    if (gradientsAtPeak(one) < one.gradients.peakLiveFullBytes &&
        activationsAtPeak(one) > fullAtPeak(one)) {
        return activationsDominate(pair, unit);
    }
    if (gradientsAtPeak(two) >= gradientsAtPeak(one)) {
        return Sentences::phrase(
                   "the buckets in flight and the shards of %1 (%2) weigh as much as the gradients "
                   "that %3 holds at its peak (%4)")
            .with({pair.to->label, sized(gradientsAtPeak(two), unit), pair.from->label,
                   sized(gradientsAtPeak(one), unit)});
    }
    return Sentences::phrase(
               "%1 peaks in %2, where it holds %3 that are not gradients (%4: %5 in %6)")
        .with({pair.to->label, phaseOf(two),
               sized(two.memory.peak.bytes - gradientsAtPeak(two), unit), pair.from->label,
               sized(one.memory.peak.bytes - gradientsAtPeak(one), unit), phaseOf(one)});
}

bool sendsTheSame(const Pair& pair) {
    return std::abs(pair.b().traffic.elementsPerParameter - pair.a().traffic.elementsPerParameter) <
           0.005;
}

/// What the difference costs in traffic.
Phrase trafficText(const Pair& pair) {
    const double before = pair.a().traffic.elementsPerParameter;
    const double after = pair.b().traffic.elementsPerParameter;
    if (sendsTheSame(pair)) {
        return before == 0.0
                   ? Sentences::phrase("Nothing is sent.")
                   : Sentences::phrase("Same bytes sent; only how long gradients live differs.");
    }
    if (before == 0.0) {
        return Sentences::phrase("%1 P sent instead of nothing.")
            .with({fmt::format("{:.2f}", after)});
    }
    const std::string ratio = fmt::format("{:.3g}", after / before);
    if (pair.areOneAndTwo() && after > before && pair.group->gradAccum > 1) {
        return Sentences::phrase(
                   "%1 x the traffic: %2 reduces every micro-batch, %3 only after the last.")
            .with({ratio, pair.to->label, pair.from->label});
    }
    return Sentences::phrase("%1 x the traffic.").with({ratio});
}

Phrase savingSentence(const Pair& pair, int64_t difference, const ByteUnit& unit) {
    const int64_t states = pair.b().memory.paperBytes - pair.a().memory.paperBytes;
    const auto sentence = sendsTheSame(pair) ? Sentences::phrase("%1: %2 (states alone %3). %4")
                                             : Sentences::phrase("%1: %2 (states alone %3) for %4");
    return sentence.with(
        {pair.name(), sized(difference, unit), inUnit(states, unit), trafficText(pair)});
}

Phrase memorySentence(const Pair& pair, const ByteUnit& unit) {
    const int64_t difference = pair.b().memory.peak.bytes - pair.a().memory.peak.bytes;
    if (ticksOf(difference, unit) < 0) return savingSentence(pair, difference, unit);
    const std::string change = (difference >= 0 ? "+" : "") + sized(difference, unit);
    if (!pair.areOneAndTwo()) {
        return Sentences::phrase("%1: %2 at the peak; %3")
            .with({pair.name(), change, trafficText(pair)});
    }
    return Sentences::phrase("%1: ZeRO-2 saves nothing at the peak here (%2), because %3. %4")
        .with({pair.name(), change, whyNothingSaved(pair, unit), trafficText(pair)});
}

Phrase whoTrains(const std::vector<std::string>& fits) {
    if (fits.empty()) return Sentences::phrase("no stage trains");
    return (fits.size() == 1 ? Sentences::phrase("%1 trains") : Sentences::phrase("%1 train"))
        .with({Phrase::listed(fits)});
}

/// Under a limit: who ran out of memory, and who trained all the same.
void sayWhoFits(const TableGroup& group, std::vector<Phrase>& out) {
    std::vector<std::string> fits, fails;
    int64_t limit = 0;
    for (const TableRow& row : group.rows) {
        if (row.report->memoryLimit <= 0) continue;
        limit = row.report->memoryLimit;
        if (row.report->status == "oom") fails.push_back(row.label);
        if (row.report->status == "ok") fits.push_back(row.label);
    }
    if (fails.empty()) return;
    const auto sentence = fails.size() == 1
                              ? Sentences::phrase("limit %1, G=%2: %3 runs out of memory; %4.")
                              : Sentences::phrase("limit %1, G=%2: %3 run out of memory; %4.");
    out.push_back(
        sentence.with({withUnit(limit), group.gradAccum, Phrase::listed(fails), whoTrains(fits)}));
}

}  // namespace

std::vector<Phrase> memorySentences(const TableModel& model) {
    std::vector<Phrase> sentences;
    for (const TableGroup& group : model.groups) sayWhoFits(group, sentences);
    for (const Pair& pair : pairsOf(model)) {
        sentences.push_back(memorySentence(pair, model.bytes));
    }
    return sentences;
}

}  // namespace shardscope::table
