#pragma once
// Sentences that `plan --json` carries as text (assumptions, reasons, changes): told again by the
// template that they were written with. Pure; any thread.

#include <string>

#include "traces/table/phrase.h"

namespace shardscope::table {

/// @p text as its template and arguments where it is one that the planner writes; else as it is. The
/// English of the result is @p text in either case.
Phrase plannedText(const std::string& text);

}  // namespace shardscope::table
