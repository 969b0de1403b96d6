#include "core/capacity/change_search.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <tuple>

#include "core/capacity/advice.h"
#include "core/capacity/memory_moves.h"

namespace shardscope::core {

namespace {

constexpr size_t kMostChanges = 3;

/// Moves that are made together, one of a kind, by kind.
using Set = std::vector<const Move*>;

class Search {
  public:
    Search(Evaluator& evaluator, const PlanQuestion& question, const PlanRow& from)
        : evaluator_(evaluator), question_(question), from_(from.at) {
        keepPossible(movesFrom(question, from.at));
    }

    std::vector<Change> found();

  private:
    struct Found {
        Set set;
        PlanRow row;
    };
    void keepPossible(std::vector<Moves> moves);
    std::optional<PlanRow> tried(Configuration at) const;
    std::optional<PlanRow> with(const Set& set, int ranks) const;
    std::optional<PlanRow> onLeastRanks(const Set& set) const;
    std::vector<Set> strongest() const;
    std::optional<Found> weakest(Set set, int ranks) const;
    std::vector<Found> singles(int ranks) const;
    std::vector<Found> pairs(int ranks) const;
    std::vector<Found> around(int ranks) const;
    std::vector<Found> onMoreRanks(bool needed) const;
    std::optional<Found> withOneMore() const;
    std::tuple<int, size_t, double, size_t> orderOf(const Found& found) const;
    const Found& best(const std::vector<Found>& all) const;
    Change changeOf(const Found& found) const;

    Evaluator& evaluator_;
    const PlanQuestion& question_;
    Configuration from_;
    std::vector<Moves> moves_;
};

/// Drops moves that cannot be: a model without attention, a checkpointing that it has not.
void Search::keepPossible(std::vector<Moves> moves) {
    for (Moves& kind : moves) {
        std::erase_if(kind, [&](const Move& move) {
            Configuration at = from_;
            move.make(at);
            return !evaluator_.evaluate(at);
        });
    }
    std::erase_if(moves, [](const Moves& kind) { return kind.empty(); });
    moves_ = std::move(moves);
}

/// The row, when it can be and fits. A global batch keeps what it is: G follows.
std::optional<PlanRow> Search::tried(Configuration at) const {
    if (question_.globalBatch) {
        const auto g = gradAccumFor(*question_.globalBatch, at.microBatch, at.ranks);
        if (!g) return std::nullopt;
        at.gradAccum = *g;
    }
    if (!partlyFilled(question_.gpusPerNode, at.ranks).empty()) return std::nullopt;
    const auto result = evaluator_.evaluate(at);
    if (!result || !result->fits) return std::nullopt;
    return PlanRow{.at = at, .result = *result, .reason = {}};
}

Configuration made(Configuration at, const Set& set, int ranks) {
    at.ranks = ranks;
    for (const Move* move : set) move->make(at);
    return at;
}

std::optional<PlanRow> Search::with(const Set& set, int ranks) const {
    return tried(made(from_, set, ranks));
}

/// Doubles the place in the list until it fits, then halves between.
std::optional<PlanRow> Search::onLeastRanks(const Set& set) const {
    const std::vector<int> all = moreRanks(question_, made(from_, set, from_.ranks));
    size_t fails = 0, next = 1;  // places, counted from 1; before the first nothing fits
    std::optional<PlanRow> best;
    while (!all.empty() && !best) {
        best = with(set, all[next - 1]);
        if (best) break;
        if (next == all.size()) return std::nullopt;
        fails = next;
        next = std::min(next * 2, all.size());
    }
    while (best && next - fails > 1) {
        const size_t middle = fails + (next - fails) / 2;
        if (auto row = with(set, all[middle - 1])) {
            best = std::move(row);
            next = middle;
        } else {
            fails = middle;
        }
    }
    return best;
}

/// The most of each kind; and without buckets, as a larger one may take less than many small ones.
std::vector<Set> Search::strongest() const {
    std::vector<Set> sets(2);
    for (const Moves& kind : moves_) {
        sets[0].push_back(&kind.back());
        if (kind.back().kind != Move::Kind::Bucket) sets[1].push_back(&kind.back());
    }
    return sets;
}

/// Leaves out of @p set, and makes smaller, what is not needed. nullopt when all of it does not fit.
std::optional<Search::Found> Search::weakest(Set set, int ranks) const {
    auto row = with(set, ranks);
    if (!row) return std::nullopt;
    for (size_t i = 0; i < set.size();) {
        Set fewer = set;
        fewer.erase(fewer.begin() + static_cast<std::ptrdiff_t>(i));
        if (auto without = with(fewer, ranks)) {
            set = std::move(fewer);
            row = std::move(without);
        } else {
            ++i;
        }
    }
    for (const Move*& move : set) {
        const Move* strong = move;
        for (const Moves& kind : moves_) {
            if (kind.front().kind != strong->kind) continue;
            for (const Move& weaker : kind) {
                move = &weaker;
                if (auto enough = with(set, ranks)) {
                    row = std::move(enough);
                    break;
                }
                move = strong;
            }
        }
    }
    return Found{std::move(set), std::move(*row)};
}

std::vector<Search::Found> Search::singles(int ranks) const {
    std::vector<Found> all;
    for (const Moves& kind : moves_) {
        const auto enough = [&](const Move& move) { return with({&move}, ranks).has_value(); };
        const auto first = std::ranges::find_if(kind, enough);
        if (first != kind.end()) all.push_back({{&*first}, *with({&*first}, ranks)});
    }
    return all;
}

std::vector<Search::Found> Search::pairs(int ranks) const {
    std::vector<Found> all;
    for (size_t a = 0; a < moves_.size(); ++a) {
        for (size_t b = a + 1; b < moves_.size(); ++b) {
            auto found = weakest({&moves_[a].back(), &moves_[b].back()}, ranks);
            if (found) all.push_back(std::move(*found));
        }
    }
    return all;
}

/// Single moves that are enough; else pairs; else as few as there is a way with.
std::vector<Search::Found> Search::around(int ranks) const {
    std::vector<Found> all = singles(ranks);
    if (!all.empty()) return all;
    const std::vector<Set> sets = strongest();
    const auto most =
        std::ranges::find_if(sets, [&](const Set& set) { return with(set, ranks).has_value(); });
    if (most == sets.end()) return all;
    all = pairs(ranks);
    if (all.empty()) all.push_back(*weakest(*most, ranks));
    return all;
}

/// The best of @p all: the fewest settings, then the least cost.
const Search::Found& Search::best(const std::vector<Found>& all) const {
    return *std::ranges::min_element(all, {}, [&](const Found& found) { return orderOf(found); });
}

/// On the fewest ranks that one setting beside them allows; nullopt where none helps.
std::optional<Search::Found> Search::withOneMore() const {
    std::vector<Found> all;
    for (const Moves& kind : moves_) {
        const auto row = onLeastRanks({&kind.back()});
        if (row) all.push_back(*weakest({&kind.back()}, row->at.ranks));
    }
    if (all.empty()) return std::nullopt;
    return best(all);
}

/// On more ranks alone; and, where nothing is enough on these, on as few as all settings allow, and as
/// few as one allows.
std::vector<Search::Found> Search::onMoreRanks(bool needed) const {
    std::vector<Found> all;
    const auto alone = onLeastRanks({});
    if (alone) all.push_back({{}, *alone});
    if (!needed) return all;
    const auto fewer = [&](int ranks) { return !alone || ranks < alone->at.ranks; };
    std::optional<int> least;
    for (const Set& set : strongest()) {
        const auto row = onLeastRanks(set);
        if (row && (!least || row->at.ranks < *least)) least = row->at.ranks;
    }
    if (!least || !fewer(*least)) return all;
    all.push_back(best(around(*least)));
    const auto one = withOneMore();
    if (one && fewer(one->row.at.ranks) && one->row.at.ranks > *least) all.push_back(*one);
    return all;
}

Change Search::changeOf(const Found& found) const {
    std::vector<std::string> options;
    Change change{.what = {}, .row = found.row};
    std::string from;
    if (found.row.at.ranks != from_.ranks) {
        options.push_back(fmt::format("--ranks {}", found.row.at.ranks));
        from = std::to_string(from_.ranks);
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
size_t placeOf(const Set& set) {
    using enum Move::Kind;
    constexpr std::array kCheap{InFlight,   Bucket,        Attention, Stage,
                                MicroBatch, Checkpointing, ShardGroup};
    size_t place = 0;
    for (const Move* move : set) {
        place += static_cast<size_t>(std::ranges::find(kCheap, move->kind) - kCheap.begin());
    }
    return place;
}

/// Fewest ranks, fewest settings, least time where it is known, and what else it costs.
std::tuple<int, size_t, double, size_t> Search::orderOf(const Found& found) const {
    const PlanRow& row = found.row;
    const double time = row.result->stepNs ? costOf(row, CostBasis::StepTime) : 0.0;
    return {row.at.ranks, found.set.size(), time, placeOf(found.set)};
}

std::vector<Change> Search::found() {
    std::vector<Found> all = around(from_.ranks);
    if (all.size() < kMostChanges) {
        for (Found& found : onMoreRanks(all.empty())) all.push_back(std::move(found));
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
