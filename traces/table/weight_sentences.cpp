#include "traces/table/weight_sentences.h"

#include <algorithm>
#include <map>
#include <set>

#include "traces/analysis/json_access.h"
#include "traces/table/comparable.h"
#include "traces/table/finished.h"

namespace shardscope::table {

namespace {

using traces::Json;
using traces::textOf;

/// "3 not compared with 1 and 2: other number of steps", for all groups but the first.
void sayNotCompared(const TableGroup& group, const std::vector<Rows>& groups,
                    std::vector<Phrase>& out) {
    for (size_t i = 1; i < groups.size(); ++i) {
        const Phrase why =
            whyNotCompared(*groups.front().front()->report, *groups[i].front()->report);
        out.push_back(Sentences::phrase("G=%1 %2 not compared with %3: %4")
                          .with({group.gradAccum, Phrase::listed(labelsOf(groups[i])),
                                 Phrase::listed(labelsOf(groups.front())), why}));
    }
}

/// Rows by weight hash, in the order of the table.
struct Hashed {
    std::string hash;
    Rows rows;
};
std::vector<Hashed> byHash(const Rows& rows) {
    std::vector<Hashed> hashes;
    for (const TableRow* row : rows) {
        const std::string hash = textOf(row->report->numerics, "weightHash");
        if (hash.empty()) continue;
        auto place = std::ranges::find(hashes, hash, &Hashed::hash);
        if (place == hashes.end()) place = hashes.insert(place, {hash, {}});
        place->rows.push_back(row);
    }
    return hashes;
}

/// Whether rows that reduce at the same times have the same bits: with accumulation, stages 0 and 1
/// may differ from 2 and 3, and from nothing else.
bool differByCadence(const TableGroup& group, const Rows& rows) {
    std::map<std::string, std::set<std::string>> hashes;
    for (const TableRow* row : rows) {
        hashes[textOf(row->report->strategy, "cadence")].insert(
            textOf(row->report->numerics, "weightHash"));
    }
    return group.gradAccum > 1 &&
           std::ranges::all_of(hashes, [](const auto& entry) { return entry.second.size() == 1; });
}

/// Why @p row has other bits than @p rows, which share theirs: by the row whose sums have its dtype where
/// there is one. Empty when one of them should have the same.
Phrase reasonOf(const Rows& rows, const TableRow& row) {
    Phrase said;
    for (const TableRow* other : rows) {
        const Phrase why = whyBitsDiffer(*other->report, *row.report);
        if (why.empty()) return {};
        if (said.empty() || sumsInOneDtype(*other->report, *row.report)) said = why;
    }
    return said;
}

/// "b and ddp: summed in another order": why all others differ from most; empty when that is not known of
/// all.
Phrase reasonsText(const std::vector<Hashed>& hashes) {
    const auto most = std::ranges::max_element(
        hashes, {}, [](const Hashed& hashed) { return hashed.rows.size(); });
    std::vector<Labelled<Phrase>> reasons;
    for (const Hashed& hashed : hashes) {
        if (&hashed == &*most) continue;
        for (const TableRow* row : hashed.rows) {
            const Phrase why = reasonOf(most->rows, *row);
            if (why.empty()) return {};
            addLabel(reasons, why, row->label);
        }
    }
    std::vector<Phrase> each;
    for (const auto& [why, labels] : reasons) {
        each.push_back(Phrase::joined({Phrase::listed(labels), why}, ": "));
    }
    return Phrase::joined(std::move(each), "; ");
}

Phrase stagesText(size_t count) {
    return count == 1 ? Sentences::phrase("1 stage") : Sentences::phrase("%1 stages").with({count});
}
Phrase ranksText(int count) {
    return count == 1 ? Sentences::phrase("1 rank") : Sentences::phrase("%1 ranks").with({count});
}

Phrase differingText(const TableGroup& group, const Rows& rows, const std::vector<Hashed>& hashes) {
    std::vector<Phrase> each;
    for (const auto& [hash, with] : hashes) {
        each.push_back(Phrase::joined({Phrase::listed(labelsOf(with)), hash.substr(0, 8)}, " "));
    }
    const Phrase listed = Phrase::joined(std::move(each), ", ");
    if (differByCadence(group, rows)) {
        return Sentences::phrase(
                   "G=%1 differ: %2 (once a step or every "
                   "micro-batch: sums are rounded differently)")
            .with({group.gradAccum, listed});
    }
    const Phrase why = reasonsText(hashes);
    if (why.empty()) return Sentences::phrase("G=%1 differ: %2").with({group.gradAccum, listed});
    return Sentences::phrase("G=%1 differ: %2 (%3)").with({group.gradAccum, listed, why});
}

Phrase hashText(const TableGroup& group, const Rows& rows) {
    const auto hashes = byHash(rows);
    if (hashes.empty()) return {};
    if (hashes.size() > 1) return differingText(group, rows, hashes);
    return Sentences::phrase("G=%1 one hash %2, %3 x %4")
        .with({group.gradAccum, hashes.front().hash.substr(0, 8),
               stagesText(hashes.front().rows.size()), ranksText(group.ranks)});
}

/// Of rows that can be compared: one alone says nothing.
void sayHashes(const TableGroup& group, std::vector<Phrase>& out) {
    const std::vector<Rows> groups = comparableRows(group);
    for (const Rows& rows : groups) {
        if (groups.size() == 1 || rows.size() > 1) out.push_back(hashText(group, rows));
    }
    sayNotCompared(group, groups, out);
}

Phrase disagreeingText(const TableGroup& group) {
    std::vector<std::string> labels;
    for (const TableRow& row : group.rows) {
        const Json& agree = traces::memberOf(row.report->numerics, "ranksAgree");
        if (agree.is_boolean() && !agree.get<bool>()) labels.push_back(row.label);
    }
    if (labels.empty()) return {};
    return Sentences::phrase("G=%1 RANKS DISAGREE in %2")
        .with({group.gradAccum, Phrase::listed(labels)});
}

}  // namespace

void sayWeights(const TableGroup& group, std::vector<Phrase>& out) {
    sayHashes(group, out);
    out.push_back(disagreeingText(group));
}

}  // namespace shardscope::table
