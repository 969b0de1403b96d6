#pragma once
// Two characters a cell: what a shard's parameters, gradient or optimizer state is on one rank.

#include <string>

#include "profiler/cli/explain/messages.h"
#include "profiler/cli/explain/snapshot.h"

namespace shardscope::explain {

struct Glyph {
    std::string text;  ///< two columns, ASCII
    Message meaning = Message::CellAbsent;
};

/// @p owner 0 … 25 gives the letter: A is the shard that rank 0 owns.
Glyph glyphOf(const ParameterCell& cell, int owner);
Glyph glyphOf(const GradientCell& cell, int owner);
Glyph glyphOf(OptimizerCell cell, int owner);

}  // namespace shardscope::explain
