#include "core/capacity/change_search.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <tuple>

#include "core/capacity/advice.h"
#include "core/capacity/change_trials.h"

namespace shardscope::core {

namespace {

constexpr size_t kMostChanges = 3;

class Search {
  public:
    Search(Evaluator& evaluator, const PlanQuestion& question, const PlanRow& from)
        : try_(evaluator, question, from.at) {}

    std::vector<Change> found() const;

  private:
    using Found = EnoughMoves;

    std::vector<MoveSet> strongest() const;
    std::vector<Found> singles(int ranks) const;
    std::vector<Found> pairs(int ranks) const;
    std::vector<Found> around(int ranks) const;
    std::vector<Found> onOtherRanks(bool needed) const;
    std::optional<Found> withOneMore() const;
    std::tuple<int, size_t, double, size_t> orderOf(const Found& found) const;
    const Found& best(const std::vector<Found>& all) const;
    Change changeOf(const Found& found) const;

    ChangeTrials try_;
};

/// The most of each kind; and without buckets, as a larger one may take less than many small ones.
std::vector<MoveSet> Search::strongest() const {
    std::vector<MoveSet> sets(2);
    for (const Moves& kind : try_.moves()) {
        sets[0].push_back(&kind.back());
        if (kind.back().kind != Move::Kind::Bucket) sets[1].push_back(&kind.back());
    }
    return sets;
}

std::vector<Search::Found> Search::singles(int ranks) const {
    std::vector<Found> all;
    for (const Moves& kind : try_.moves()) {
        const auto enough = [&](const Move& move) { return try_.with({&move}, ranks).has_value(); };
        const auto first = std::ranges::find_if(kind, enough);
        if (first != kind.end()) all.push_back({{&*first}, *try_.with({&*first}, ranks)});
    }
    return all;
}

std::vector<Search::Found> Search::pairs(int ranks) const {
    std::vector<Found> all;
    for (size_t a = 0; a < try_.moves().size(); ++a) {
        for (size_t b = a + 1; b < try_.moves().size(); ++b) {
            auto found = try_.weakest({&try_.moves()[a].back(), &try_.moves()[b].back()}, ranks);
            if (found) all.push_back(std::move(*found));
        }
    }
    return all;
}

/// Single moves that are enough; else pairs; else as few as there is a way with.
std::vector<Search::Found> Search::around(int ranks) const {
    std::vector<Found> all = singles(ranks);
    if (!all.empty()) return all;
    const std::vector<MoveSet> sets = strongest();
    const auto most = std::ranges::find_if(
        sets, [&](const MoveSet& set) { return try_.with(set, ranks).has_value(); });
    if (most == sets.end()) return all;
    all = pairs(ranks);
    if (all.empty()) all.push_back(*try_.weakest(*most, ranks));
    return all;
}

/// The best of @p all: the fewest settings, then the least cost.
const Search::Found& Search::best(const std::vector<Found>& all) const {
    return *std::ranges::min_element(all, {}, [&](const Found& found) { return orderOf(found); });
}

/// On the nearest number of ranks that one setting beside them allows; nullopt where none helps.
std::optional<Search::Found> Search::withOneMore() const {
    std::vector<Found> all;
    for (const Moves& kind : try_.moves()) {
        const auto row = try_.onNearestRanks({&kind.back()});
        if (row) all.push_back(*try_.weakest({&kind.back()}, row->at.ranks));
    }
    if (all.empty()) return std::nullopt;
    return best(all);
}

/// On other ranks alone; and, where nothing is enough on these, on the nearest that all settings allow,
/// and the nearest that one allows.
std::vector<Search::Found> Search::onOtherRanks(bool needed) const {
    std::vector<Found> all;
    const auto alone = try_.onNearestRanks({});
    if (alone) all.push_back({{}, *alone});
    if (!needed) return all;
    const auto nearer = [&](int ranks, const std::optional<PlanRow>& than) {
        return !than || try_.distance(ranks) < try_.distance(than->at.ranks);
    };
    std::optional<PlanRow> nearest;
    for (const MoveSet& set : strongest()) {
        auto row = try_.onNearestRanks(set);
        if (row && nearer(row->at.ranks, nearest)) nearest = std::move(row);
    }
    if (!nearest || !nearer(nearest->at.ranks, alone)) return all;
    all.push_back(best(around(nearest->at.ranks)));
    const auto one = withOneMore();
    if (!one || !nearer(one->row.at.ranks, alone)) return all;
    if (nearer(nearest->at.ranks, one->row)) all.push_back(*one);
    return all;
}

Change Search::changeOf(const Found& found) const {
    std::vector<std::string> options;
    Change change{.what = {}, .row = found.row};
    std::string from;
    if (found.row.at.ranks != try_.from().ranks) {
        options.push_back(fmt::format("--ranks {}", found.row.at.ranks));
        from = std::to_string(try_.from().ranks);
    }
    for (const Move* move : found.set) {
        options.push_back(move->option);
        from = move->from;
    }
    change.options = options.size();
    change.what = fmt::format("{}", fmt::join(options, " "));
    if (options.size() == 1) change.what += fmt::format(" (from {})", from);
    return change;
}

/// Where steps are not timed: what a move costs beside memory, from nothing to much.
size_t placeOf(const MoveSet& set) {
    using enum Move::Kind;
    constexpr std::array kCheap{InFlight,   Bucket,        Attention, Stage,
                                MicroBatch, Checkpointing, ShardGroup};
    size_t place = 0;
    for (const Move* move : set) {
        place += static_cast<size_t>(std::ranges::find(kCheap, move->kind) - kCheap.begin());
    }
    return place;
}

/// Nearest to the ranks asked for, fewest settings, least time where it is known, and what else it costs.
std::tuple<int, size_t, double, size_t> Search::orderOf(const Found& found) const {
    const PlanRow& row = found.row;
    const double time = row.result->stepNs ? costOf(row, CostBasis::StepTime) : 0.0;
    return {try_.distance(row.at.ranks), found.set.size(), time, placeOf(found.set)};
}

std::vector<Change> Search::found() const {
    std::vector<Found> all = around(try_.from().ranks);
    if (all.size() < kMostChanges) {
        for (Found& found : onOtherRanks(all.empty())) all.push_back(std::move(found));
    }
    std::ranges::stable_sort(all, {}, [&](const Found& found) { return orderOf(found); });
    std::vector<Change> changes;
    for (const Found& found : all) {
        if (changes.size() < kMostChanges) changes.push_back(changeOf(found));
    }
    return changes;
}

}  // namespace

std::vector<Change> cheapestChanges(Evaluator& evaluator, const PlanQuestion& question,
                                    const PlanRow& from) {
    return Search(evaluator, question, from).found();
}

}  // namespace shardscope::core
