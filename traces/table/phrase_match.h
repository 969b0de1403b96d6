#pragma once
// Finished English told again by the template that it was written with, so that it can be said in
// another language. Pure; any thread.

#include <string>
#include <vector>

#include "traces/table/phrase.h"

namespace shardscope::table {

/// @p text as the first of @p known that it fits and what stands at its marks, each of which is told
/// again likewise; as it is where it fits none. Marks stand in order, "%1", "%2", …; each takes as
/// little as it can, and at least one character. The English of the result is @p text in any case.
Phrase toldBy(const std::vector<Phrase>& known, const std::string& text);

}  // namespace shardscope::table
