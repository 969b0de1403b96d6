#pragma once
// Settings changed together, tried on a number of ranks: what fits, and with how little.

#include <optional>
#include <vector>

#include "core/capacity/evaluator.h"
#include "core/capacity/memory_moves.h"

namespace shardscope::core {

/// Moves that are made together, one of a kind, by kind. Borrowed from the trials.
using MoveSet = std::vector<const Move*>;

/// A set that is enough, and the row that it makes.
struct EnoughMoves {
    MoveSet set;
    PlanRow row;
};

class ChangeTrials {
  public:
    /// Borrows both.
    ChangeTrials(Evaluator& evaluator, const PlanQuestion& question, const Configuration& from);

    const Configuration& from() const { return from_; }
    /// What there is to move, one entry a kind, the smallest first.
    const std::vector<Moves>& moves() const { return moves_; }
    /// How many ranks more, or fewer, than the row has.
    int distance(int ranks) const;
    /// The row that @p set makes on @p ranks, when it can be and fits.
    std::optional<PlanRow> with(const MoveSet& set, int ranks) const;
    /// The same on the nearest other number of ranks with which it fits (otherRanks).
    std::optional<PlanRow> onNearestRanks(const MoveSet& set) const;
    /// Leaves out of @p set, and makes smaller, what is not needed. nullopt when all of it does not fit.
    std::optional<EnoughMoves> weakest(MoveSet set, int ranks) const;

  private:
    void keepPossible(std::vector<Moves> moves);
    std::optional<PlanRow> tried(Configuration at) const;
    Configuration made(const MoveSet& set, int ranks) const;
    std::optional<PlanRow> leaveOut(MoveSet& set, int ranks) const;
    void makeSmaller(EnoughMoves& found, size_t i, int ranks) const;

    Evaluator& evaluator_;
    const PlanQuestion& question_;
    Configuration from_;
    std::vector<Moves> moves_;
};

}  // namespace shardscope::core
