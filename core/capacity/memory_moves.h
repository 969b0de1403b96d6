#pragma once
// Settings that save memory on as many ranks, as the options name them. Pure functions; any thread.

#include <functional>
#include <string>
#include <vector>

#include "core/capacity/question.h"

namespace shardscope::core {

struct Move {
    /// In the order in which moves are made and named: what a stage has of its own comes first.
    enum class Kind : uint8_t {
        Stage,
        ShardGroup,
        MicroBatch,
        Attention,
        Checkpointing,
        Bucket,
        InFlight
    };
    Kind kind = Kind::Stage;
    std::string option;  ///< "--in-flight 1"
    std::string from;    ///< what it was: "2"
    std::function<void(Configuration&)> make;
};

/// Moves of one kind, the smallest first.
using Moves = std::vector<Move>;
/// What @p from leaves to move, one entry a kind, none empty. Whether it helps, or can be, is not asked.
std::vector<Moves> movesFrom(const PlanQuestion& question, const Configuration& from);

}  // namespace shardscope::core
