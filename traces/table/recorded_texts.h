#pragma once
// Sentences that recordings carry as text (notes, evidence, hardware, phases): told again by the
// template that they were written with, so that they can be said in another language. Pure; any
// thread.

#include <string>

#include "traces/table/phrase.h"

namespace shardscope::table {

/// @p text as its template and arguments where it is one that shardscope writes; else as it is. The
/// English of the result is @p text in either case.
Phrase recordedText(const std::string& text);

}  // namespace shardscope::table
