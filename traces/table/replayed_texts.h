#pragma once
// Sentences that a replay of recorded times carries as text (assumptions, what it was held against): told
// again by the template that they were written with. Pure; any thread.

#include <string>

#include "traces/table/phrase.h"

namespace shardscope::table {

/// @p text as its template and arguments where it is one that a replay writes; else as it is. The
/// English of the result is @p text in either case.
Phrase replayedText(const std::string& text);

}  // namespace shardscope::table
