// Whether what was run is what was asked for: weights, losses, observed axes, what was not recorded.

#include <fmt/format.h>

#include <algorithm>
#include <map>
#include <set>

#include "traces/analysis/json_access.h"
#include "traces/table/sentences.h"
#include "traces/table/text.h"

namespace shardscope::table {

namespace {

using traces::Json;
using traces::RunReport;
using traces::textOf;

std::vector<const TableRow*> finished(const TableGroup& group) {
    std::vector<const TableRow*> rows;
    for (const TableRow& row : group.rows) {
        if (row.report->status == "ok") rows.push_back(&row);
    }
    return rows;
}

/// Rows by weight hash, in the order of the table.
std::vector<std::pair<std::string, std::vector<std::string>>> byHash(const TableGroup& group) {
    std::vector<std::pair<std::string, std::vector<std::string>>> hashes;
    for (const TableRow* row : finished(group)) {
        const std::string hash = textOf(row->report->numerics, "weightHash");
        if (hash.empty() || row->report->source == "simulated") continue;
        auto place = std::ranges::find(hashes, hash,
                                       &std::pair<std::string, std::vector<std::string>>::first);
        if (place == hashes.end()) place = hashes.insert(place, {hash, {}});
        place->second.push_back(row->label);
    }
    return hashes;
}

std::string counted(size_t count, std::string_view one, std::string_view many) {
    return fmt::format("{} {}", count, count == 1 ? one : many);
}

/// Whether rows that reduce at the same times have the same bits: with accumulation, stages 0 and 1
/// may differ from 2 and 3, and from nothing else.
bool differByCadence(const TableGroup& group) {
    std::map<std::string, std::set<std::string>> hashes;
    for (const TableRow* row : finished(group)) {
        hashes[textOf(row->report->strategy, "cadence")].insert(
            textOf(row->report->numerics, "weightHash"));
    }
    return group.gradAccum > 1 &&
           std::ranges::all_of(hashes, [](const auto& entry) { return entry.second.size() == 1; });
}

std::string hashText(const TableGroup& group) {
    const auto hashes = byHash(group);
    if (hashes.empty()) return "";
    if (hashes.size() == 1) {
        return fmt::format("G={} one hash {}, {} x {}", group.gradAccum,
                           hashes.front().first.substr(0, 8),
                           counted(hashes.front().second.size(), "stage", "stages"),
                           counted(static_cast<size_t>(group.ranks), "rank", "ranks"));
    }
    std::string text = fmt::format("G={} differ:", group.gradAccum);
    for (size_t i = 0; i < hashes.size(); ++i) {
        text += fmt::format("{} {} {}", i == 0 ? "" : ",", listOf(hashes[i].second),
                            hashes[i].first.substr(0, 8));
    }
    if (differByCadence(group)) {
        text += " (once a step or every micro-batch: sums are rounded differently)";
    }
    return text;
}

std::vector<std::string> disagreeing(const TableGroup& group) {
    std::vector<std::string> labels;
    for (const TableRow& row : group.rows) {
        const Json& agree = traces::memberOf(row.report->numerics, "ranksAgree");
        if (agree.is_boolean() && !agree.get<bool>()) labels.push_back(row.label);
    }
    return labels;
}

void sayWeights(const TableModel& model, std::vector<std::string>& out) {
    std::string text;
    for (const TableGroup& group : model.groups) {
        if (const std::string hash = hashText(group); !hash.empty()) {
            text += (text.empty() ? "" : "; ") + hash;
        }
        if (const auto labels = disagreeing(group); !labels.empty()) {
            text += fmt::format("{}G={} RANKS DISAGREE in {}", text.empty() ? "" : "; ",
                                group.gradAccum, listOf(labels));
        }
    }
    if (!text.empty()) out.push_back("weights: " + text + ".");
}

/// "2 at G=4: reduced every micro-batch where its name says only the last".
void sayObserved(const TableModel& model, std::vector<std::string>& out) {
    size_t told = 0;
    std::vector<std::string> wrong;
    bool same = false;
    for (const TableGroup& group : model.groups) {
        for (const TableRow& row : group.rows) {
            const traces::Observed& observed = row.report->observed;
            if (!hasNumbers(*row.report)) continue;
            ++told;
            same = same || !observed.distinguishable;
            if (observed.agrees) continue;
            wrong.push_back(fmt::format(
                "{} at G={} did not do what its name says: {} (closest: {})", row.label,
                group.gradAccum, observed.evidence.empty() ? "" : observed.evidence.back(),
                observed.closest));
        }
    }
    if (told == 0) return;
    for (const std::string& sentence : wrong) out.push_back("observed: " + sentence + ".");
    if (!wrong.empty()) return;
    out.emplace_back(same
                         ? "observed: stages cannot be told apart here (N = 1, or one bucket holds "
                           "all gradients); nothing contradicts their names."
                         : "observed: every stage did what its name says.");
}

/// Losses that are all numbers; else none.
std::vector<double> lossesOf(const RunReport& report) {
    std::vector<double> losses;
    const Json& list = traces::memberOf(report.numerics, "loss");
    if (!list.is_array() || report.source == "simulated" || firstNotANumber(list)) return losses;
    for (const Json& loss : list) losses.push_back(loss.get<double>());
    return losses;
}

/// Rows by loss curve, in the order of the table.
struct SameLosses {
    std::vector<double> losses;
    std::vector<std::string> labels;
};
std::vector<SameLosses> byLosses(const TableGroup& group) {
    std::vector<SameLosses> curves;
    for (const TableRow* row : finished(group)) {
        const std::vector<double> losses = lossesOf(*row->report);
        if (losses.size() < 2) continue;
        auto place = std::ranges::find(curves, losses, &SameLosses::losses);
        if (place == curves.end()) place = curves.insert(place, {losses, {}});
        place->labels.push_back(row->label);
    }
    return curves;
}

/// Labels of rows about which the same is said, in the order of the table.
using Said = std::vector<std::pair<std::string, std::vector<std::string>>>;

void addLabel(Said& said, const std::string& text, const std::string& label) {
    auto place = std::ranges::find_if(said, [&](const auto& entry) { return entry.first == text; });
    if (place == said.end()) place = said.insert(place, {text, {}});
    place->second.push_back(label);
}

/// "NOT A NUMBER from step 2 on in 1 and 2"; "" when every loss is a number.
std::string notANumberText(const TableGroup& group) {
    Said said;
    for (const TableRow* row : finished(group)) {
        const Json& losses = traces::memberOf(row->report->numerics, "loss");
        const auto first = firstNotANumber(losses);
        if (!first || row->report->source == "simulated") continue;
        addLabel(said, stepsNotANumber(losses, *first), row->label);
    }
    std::string text;
    for (const auto& [steps, labels] : said) {
        text +=
            fmt::format("{}NOT A NUMBER {} in {}", text.empty() ? "" : ", ", steps, listOf(labels));
    }
    return text.empty() ? text : text + " (a lower --lr, or --clip, may help)";
}

std::string sameBitsText(const std::vector<SameLosses>& curves) {
    std::string text;
    for (const SameLosses& curve : curves) {
        text += fmt::format("{}{}", text.empty() ? "" : "; ", listOf(curve.labels));
    }
    return fmt::format(", the same bits in {}", text);
}

std::string lossText(const TableGroup& group) {
    const std::vector<SameLosses> curves = byLosses(group);
    if (curves.empty()) return "";
    std::vector<std::string> rising;
    size_t runs = 0;
    for (const SameLosses& curve : curves) {
        runs += curve.labels.size();
        if (curve.losses.back() < curve.losses.front()) continue;
        rising.insert(rising.end(), curve.labels.begin(), curve.labels.end());
    }
    const std::vector<double>& first = curves.front().losses;
    const std::string how = rising.empty() ? "fell" : "did NOT fall in " + listOf(rising) + ":";
    std::string text =
        fmt::format("G={} {} {:.4f} -> {:.4f}", group.gradAccum, how, first.front(), first.back());
    if (runs == 1) return text;
    return text + (curves.size() == runs ? ", different bits in each stage" : sameBitsText(curves));
}

void sayLosses(const TableModel& model, std::vector<std::string>& out) {
    std::string text;
    for (const TableGroup& group : model.groups) {
        if (const std::string bad = notANumberText(group); !bad.empty()) {
            text += fmt::format("{}G={} {}", text.empty() ? "" : "; ", group.gradAccum, bad);
        }
        if (const std::string loss = lossText(group); !loss.empty()) {
            text += (text.empty() ? "" : "; ") + loss;
        }
    }
    if (!text.empty()) out.push_back("losses: " + text + ".");
}

/// "5 of 6 in 1 and 2; loss scale 4096"; "" when no step was skipped.
std::string skippedText(const TableGroup& group) {
    Said said;
    for (const TableRow& row : group.rows) {
        const Json& numerics = row.report->numerics;
        const int64_t skipped = traces::integerOf(numerics, "skippedSteps");
        if (skipped <= 0) continue;
        const Json& scale = traces::memberOf(numerics, "lossScale");
        const std::string now =
            scale.is_number() ? fmt::format("; loss scale {:g}", scale.get<double>()) : "";
        addLabel(said, fmt::format("{} of {}|{}", skipped, row.report->steps, now), row.label);
    }
    std::string text;
    for (const auto& [what, labels] : said) {
        const size_t bar = what.find('|');
        text += fmt::format("{}{} in {}{}", text.empty() ? "" : "; ", what.substr(0, bar),
                            listOf(labels), what.substr(bar + 1));
    }
    return text;
}

void saySkipped(const TableModel& model, std::vector<std::string>& out) {
    std::string text;
    for (const TableGroup& group : model.groups) {
        const std::string skipped = skippedText(group);
        if (skipped.empty()) continue;
        const std::string where =
            model.groups.size() > 1 ? fmt::format("G={} ", group.gradAccum) : "";
        text += (text.empty() ? "" : "; ") + where + skipped;
    }
    if (!text.empty()) out.push_back("skipped steps (fp16 overflow): " + text);
}

void sayRecorder(const TableModel& model, std::vector<std::string>& out) {
    int64_t dropped = 0, unmatched = 0, residualNs = 0;
    for (const TableRow* row : model.rows()) {
        const Json& recorder = row->report->recorder;
        dropped += traces::integerOf(recorder, "dropped");
        unmatched += traces::integerOf(recorder, "unmatched");
        residualNs = std::max(residualNs, traces::integerOf(recorder, "clockResidualNs"));
    }
    if (dropped + unmatched > 0) {
        out.push_back(
            fmt::format("recorder: {} records lost, {} unmatched: numbers are lower bounds.",
                        dropped, unmatched));
    }
    if (residualNs > 0) {
        out.push_back(
            fmt::format("clocks of the ranks agree within {}.", withTimeUnit(residualNs)));
    }
}

/// Each note once, with the rows that it is about unless it is about all.
void sayNotes(const TableModel& model, std::vector<std::string>& out) {
    Said notes;
    for (const TableRow* row : model.rows()) {
        for (const Json& note : row->report->notes) {
            if (!note.is_string()) continue;
            addLabel(notes, note.get<std::string>(), row->label);
        }
    }
    for (const auto& [text, labels] : notes) {
        const bool all = labels.size() == model.rows().size();
        out.push_back(all ? "note: " + text : fmt::format("note ({}): {}", listOf(labels), text));
    }
}

void sayInterrupted(const TableModel& model, std::vector<std::string>& out) {
    for (const TableGroup& group : model.groups) {
        for (const TableRow& row : group.rows) {
            if (row.report->status != "interrupted" || !hasNumbers(*row.report)) continue;
            out.push_back(fmt::format("{} at G={} was interrupted: {} of {} steps are whole.",
                                      row.label, group.gradAccum, row.report->steadySteps + 1,
                                      row.report->steps));
        }
    }
}

}  // namespace

std::vector<std::string> checkSentences(const TableModel& model) {
    std::vector<std::string> out;
    sayWeights(model, out);
    sayLosses(model, out);
    saySkipped(model, out);
    sayObserved(model, out);
    sayInterrupted(model, out);
    sayRecorder(model, out);
    sayNotes(model, out);
    return out;
}

}  // namespace shardscope::table
