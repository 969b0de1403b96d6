#include "core/capacity/change_trials.h"

#include <algorithm>
#include <cstdlib>

namespace shardscope::core {

ChangeTrials::ChangeTrials(Evaluator& evaluator, const PlanQuestion& question,
                           const Configuration& from)
    : evaluator_(evaluator), question_(question), from_(from) {
    keepPossible(movesFrom(question, from));
}

/// Drops moves that cannot be: a model without attention, a checkpointing that it has not.
void ChangeTrials::keepPossible(std::vector<Moves> moves) {
    for (Moves& kind : moves) {
        std::erase_if(kind, [&](const Move& move) {
            return !evaluator_.evaluate(made({&move}, from_.ranks));
        });
    }
    std::erase_if(moves, [](const Moves& kind) { return kind.empty(); });
    moves_ = std::move(moves);
}

int ChangeTrials::distance(int ranks) const { return std::abs(ranks - from_.ranks); }

/// A global batch keeps what it is: G follows.
std::optional<PlanRow> ChangeTrials::tried(Configuration at) const {
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

Configuration ChangeTrials::made(const MoveSet& set, int ranks) const {
    Configuration at = from_;
    at.ranks = ranks;
    for (const Move* move : set) move->make(at);
    return at;
}

std::optional<PlanRow> ChangeTrials::with(const MoveSet& set, int ranks) const {
    return tried(made(set, ranks));
}

/// Doubles the place in the list until it fits, then halves between.
std::optional<PlanRow> ChangeTrials::onNearestRanks(const MoveSet& set) const {
    const std::vector<int> all = otherRanks(question_, made(set, from_.ranks));
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

/// @return the row of what stays in @p set; nullopt when nothing had to go.
std::optional<PlanRow> ChangeTrials::leaveOut(MoveSet& set, int ranks) const {
    std::optional<PlanRow> row;
    for (size_t i = 0; i < set.size();) {
        MoveSet fewer = set;
        fewer.erase(fewer.begin() + static_cast<std::ptrdiff_t>(i));
        if (auto without = with(fewer, ranks)) {
            set = std::move(fewer);
            row = std::move(without);
        } else {
            ++i;
        }
    }
    return row;
}

/// The smallest of its kind that is enough in the place of the set's @p i th.
void ChangeTrials::makeSmaller(EnoughMoves& found, size_t i, int ranks) const {
    const Move* strong = found.set[i];
    const auto kind = std::ranges::find_if(
        moves_, [&](const Moves& moves) { return moves.front().kind == strong->kind; });
    for (const Move& weaker : *kind) {
        found.set[i] = &weaker;
        if (auto enough = with(found.set, ranks)) {
            found.row = std::move(*enough);
            return;
        }
    }
    found.set[i] = strong;
}

std::optional<EnoughMoves> ChangeTrials::weakest(MoveSet set, int ranks) const {
    auto row = with(set, ranks);
    if (!row) return std::nullopt;
    if (auto fewer = leaveOut(set, ranks)) row = std::move(fewer);
    EnoughMoves found{.set = std::move(set), .row = std::move(*row)};
    for (size_t i = 0; i < found.set.size(); ++i) makeSmaller(found, i, ranks);
    return found;
}

}  // namespace shardscope::core
