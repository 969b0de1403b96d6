// Whether what was run is what was asked for, and what was not recorded.

#include <fmt/format.h>

#include <algorithm>

#include "traces/analysis/json_access.h"
#include "traces/table/finished.h"
#include "traces/table/recorded_texts.h"
#include "traces/table/sentences.h"
#include "traces/table/units.h"

namespace shardscope::table {

namespace {

using traces::Json;
using traces::Observed;

/// "2 at G=4 did not do what its name says: …".
Phrase wrongText(const TableRow& row, const TableGroup& group) {
    const Observed& observed = row.report->observed;
    const Phrase why =
        observed.evidence.empty() ? Phrase() : recordedText(observed.evidence.back());
    return Sentences::phrase(
               "observed: %1 at G=%2 did not do what its name says: %3 (closest: %4).")
        .with({row.label, group.gradAccum, why, observed.closest});
}

void sayObserved(const TableModel& model, std::vector<Phrase>& out) {
    bool told = false, wrong = false, everyOne = true;
    std::vector<std::string> same;
    for (const TableGroup& group : model.groups) {
        for (const TableRow& row : group.rows) {
            if (!hasNumbers(*row.report)) continue;
            told = true;
            const bool seen = row.report->observed.distinguishable;
            everyOne = everyOne && !seen;
            if (!seen && std::ranges::find(same, row.label) == same.end())
                same.push_back(row.label);
            if (row.report->observed.agrees) continue;
            wrong = true;
            out.push_back(wrongText(row, group));
        }
    }
    if (!told || wrong) return;
    out.push_back(same.empty() ? Sentences::phrase("observed: every stage did what its name says.")
                  : everyOne
                      ? Sentences::phrase("observed: stages cannot be told apart here (N = 1, or "
                                          "one bucket holds all "
                                          "gradients); nothing contradicts their names.")
                      : Sentences::phrase("observed: every stage did what its name says, as far as "
                                          "can be told: of %1 it cannot (N = 1, or one bucket "
                                          "holds all gradients).")
                            .with({Phrase::listed(same)}));
}

void sayInterrupted(const TableModel& model, std::vector<Phrase>& out) {
    for (const TableGroup& group : model.groups) {
        for (const TableRow& row : group.rows) {
            if (row.report->status != "interrupted" || !hasNumbers(*row.report)) continue;
            const auto sentence =
                row.report->growing
                    ? Sentences::phrase("%1 at G=%2 is still running: %3 of %4 steps are whole.")
                    : Sentences::phrase("%1 at G=%2 was interrupted: %3 of %4 steps are whole.");
            out.push_back(sentence.with(
                {row.label, group.gradAccum, row.report->steadySteps + 1, row.report->steps}));
        }
    }
}

constexpr double kNoticed = 0.01;  ///< of a step

void sayRecorderCost(const TableModel& model, std::vector<Phrase>& out) {
    double most = 0.0;
    for (const TableRow* row : model.rows())
        most = std::max(most, row->report->recorderShare.value_or(0.0));
    if (most < kNoticed) return;
    out.push_back(Sentences::phrase("recorder: keeping records took about %1 % of a step; times "
                                    "without it are shorter.")
                      .with({fmt::format("{:.1f}", 100.0 * most)}));
}

void sayRecorder(const TableModel& model, std::vector<Phrase>& out) {
    int64_t dropped = 0, unmatched = 0, residualNs = 0;
    for (const TableRow* row : model.rows()) {
        const Json& recorder = row->report->recorder;
        dropped += traces::integerOf(recorder, "dropped");
        unmatched += traces::integerOf(recorder, "unmatched");
        residualNs = std::max(residualNs, traces::integerOf(recorder, "clockResidualNs"));
    }
    if (dropped + unmatched > 0) {
        out.push_back(
            Sentences::phrase("recorder: %1 records lost, %2 unmatched: numbers are lower bounds.")
                .with({dropped, unmatched}));
    }
    sayRecorderCost(model, out);
    if (residualNs > 0) {
        out.push_back(Sentences::phrase("clocks of the ranks agree within %1.")
                          .with({withTimeUnit(residualNs)}));
    }
}

/// Released too late, step after step: until the memory is full.
void sayGrowth(const TableModel& model, std::vector<Phrase>& out) {
    for (const TableGroup& group : model.groups) {
        for (const TableRow& row : group.rows) {
            const traces::LiveGrowth& growth = row.report->gradients.growth;
            if (growth.over.empty()) continue;
            const auto sentence =
                growth.over == "steps"
                    ? Sentences::phrase(
                          "gradients: of %1 at G=%2 full-size buckets pile up: %3 live "
                          "at once in the first step, %4 in the last, %5 more.")
                    : Sentences::phrase(
                          "gradients: of %1 at G=%2 full-size buckets pile up within a "
                          "step: %3 live at once in the first micro-batch, %4 in the "
                          "last, %5 more.");
            out.push_back(sentence.with(
                {row.label, group.gradAccum, growth.first, growth.last, withUnit(growth.bytes)}));
        }
    }
}

/// Each note once, with the rows that it is about unless it is about all.
void sayNotes(const TableModel& model, std::vector<Phrase>& out) {
    std::vector<Labelled<std::string>> notes;
    for (const TableRow* row : model.rows()) {
        for (const Json& note : row->report->notes) {
            if (note.is_string()) addLabel(notes, note.get<std::string>(), row->label);
        }
    }
    for (const auto& [text, labels] : notes) {
        const bool all = labels.size() == model.rows().size();
        out.push_back(all ? Sentences::phrase("note: %1").with({recordedText(text)})
                          : Sentences::phrase("note (%1): %2")
                                .with({Phrase::listed(labels), recordedText(text)}));
    }
}

}  // namespace

std::vector<Phrase> checkSentences(const TableModel& model) {
    std::vector<Phrase> out;
    sayObserved(model, out);
    sayInterrupted(model, out);
    sayGrowth(model, out);
    sayRecorder(model, out);
    sayNotes(model, out);
    return out;
}

std::vector<Phrase> sentencesOf(const TableModel& model) {
    std::vector<Phrase> all;
    for (auto* part : {memorySentences, stepSentences, numericsSentences, checkSentences}) {
        for (Phrase& sentence : part(model)) all.push_back(std::move(sentence));
    }
    return all;
}

}  // namespace shardscope::table
