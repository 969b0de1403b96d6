// Whether losses of different strategies fell and are the same, and what went wrong in them.

#include <fmt/format.h>

#include <algorithm>

#include "traces/analysis/json_access.h"
#include "traces/table/comparable.h"
#include "traces/table/finished.h"
#include "traces/table/sentences.h"
#include "traces/table/weight_sentences.h"

namespace shardscope::table {

namespace {

using traces::Json;
using traces::RunReport;

/// Losses that are all numbers; else none.
std::vector<double> lossesOf(const RunReport& report) {
    std::vector<double> losses;
    const Json& list = traces::memberOf(report.numerics, "loss");
    if (!list.is_array() || report.source == "simulated" || stepsNotANumber(list)) return losses;
    for (const Json& loss : list) losses.push_back(loss.get<double>());
    return losses;
}

/// Rows by loss curve, in the order of the table.
using Curves = std::vector<Labelled<std::vector<double>>>;
Curves byLosses(const Rows& rows) {
    Curves curves;
    for (const TableRow* row : rows) {
        const std::vector<double> losses = lossesOf(*row->report);
        if (losses.size() >= 2) addLabel(curves, losses, row->label);
    }
    return curves;
}

/// "G=1 NOT A NUMBER from step 2 on in 1 and 2 (…)"; empty when every loss is a number.
Phrase notANumberText(const TableGroup& group) {
    std::vector<Labelled<Phrase>> said;
    for (const TableRow* row : finished(group)) {
        const auto steps = stepsNotANumber(traces::memberOf(row->report->numerics, "loss"));
        if (!steps || row->report->source == "simulated") continue;
        addLabel(said, *steps, row->label);
    }
    if (said.empty()) return {};
    std::vector<Phrase> each;
    for (const auto& [steps, labels] : said) {
        each.push_back(
            Sentences::phrase("NOT A NUMBER %1 in %2").with({steps, Phrase::listed(labels)}));
    }
    return Sentences::phrase("G=%1 %2 (a lower --lr, or --clip, may help)")
        .with({group.gradAccum, Phrase::joined(std::move(each), ", ")});
}

Phrase fellText(const TableGroup& group, const Curves& curves) {
    std::vector<std::string> rising;
    for (const auto& [losses, labels] : curves) {
        if (losses.back() < losses.front()) continue;
        rising.insert(rising.end(), labels.begin(), labels.end());
    }
    const std::vector<double>& first = curves.front().what;
    const std::string before = fmt::format("{:.4f}", first.front());
    const std::string after = fmt::format("{:.4f}", first.back());
    if (rising.empty()) {
        return Sentences::phrase("G=%1 fell %2 -> %3").with({group.gradAccum, before, after});
    }
    return Sentences::phrase("G=%1 did NOT fall in %2: %3 -> %4")
        .with({group.gradAccum, Phrase::listed(rising), before, after});
}

Phrase lossText(const TableGroup& group, const Rows& rows) {
    const Curves curves = byLosses(rows);
    if (curves.empty()) return {};
    const Phrase fell = fellText(group, curves);
    size_t runs = 0;
    std::vector<Phrase> same;
    for (const auto& curve : curves) {
        runs += curve.labels.size();
        same.push_back(Phrase::listed(curve.labels));
    }
    if (runs == 1) return fell;
    if (curves.size() == runs) {
        return Sentences::phrase("%1, different bits in each stage").with({fell});
    }
    return Sentences::phrase("%1, the same bits in %2")
        .with({fell, Phrase::joined(std::move(same), "; ")});
}

void sayLosses(const TableGroup& group, std::vector<Phrase>& out) {
    out.push_back(notANumberText(group));
    const std::vector<Rows> groups = comparableRows(group);
    for (const Rows& rows : groups) {
        const Phrase text = lossText(group, rows);
        const bool alone = groups.size() > 1 && rows.size() == 1 && !text.empty();
        out.push_back(alone ? Sentences::phrase("%1 in %2").with({text, rows.front()->label})
                            : text);
    }
}

/// "5 of 6 in 1 and 2; loss scale 4096"; empty when no step was skipped.
Phrase skippedText(const TableGroup& group) {
    struct Skipped {
        int64_t steps, of;
        std::string scale;
        bool operator==(const Skipped&) const = default;
    };
    std::vector<Labelled<Skipped>> said;
    for (const TableRow& row : group.rows) {
        const Json& numerics = row.report->numerics;
        const int64_t skipped = traces::integerOf(numerics, "skippedSteps");
        if (skipped <= 0) continue;
        const Json& scale = traces::memberOf(numerics, "lossScale");
        addLabel(said,
                 Skipped{skipped, row.report->steps,
                         scale.is_number() ? fmt::format("{:g}", scale.get<double>()) : ""},
                 row.label);
    }
    std::vector<Phrase> each;
    for (const auto& [what, labels] : said) {
        const auto sentence = what.scale.empty()
                                  ? Sentences::phrase("%1 of %2 in %3")
                                  : Sentences::phrase("%1 of %2 in %3; loss scale %4");
        each.push_back(sentence.with({what.steps, what.of, Phrase::listed(labels), what.scale}));
    }
    return Phrase::joined(std::move(each), "; ");
}

}  // namespace

std::vector<Phrase> numericsSentences(const TableModel& model) {
    std::vector<Phrase> weights, losses, skipped;
    for (const TableGroup& group : model.groups) {
        sayWeights(group, weights);
        sayLosses(group, losses);
        Phrase steps = skippedText(group);
        const bool several = model.groups.size() > 1 && !steps.empty();
        skipped.push_back(several ? Sentences::phrase("G=%1 %2").with({group.gradAccum, steps})
                                  : std::move(steps));
    }
    std::vector<Phrase> out;
    const auto say = [&](const Phrase& sentence, std::vector<Phrase> parts) {
        const Phrase text = Phrase::joined(std::move(parts), "; ");
        if (!text.empty()) out.push_back(sentence.with({text}));
    };
    say(Sentences::phrase("weights: %1."), std::move(weights));
    say(Sentences::phrase("losses: %1."), std::move(losses));
    say(Sentences::phrase("skipped steps (fp16 overflow): %1"), std::move(skipped));
    return out;
}

}  // namespace shardscope::table
