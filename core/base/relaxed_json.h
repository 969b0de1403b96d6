#pragma once
// JSON as people write it, made strict: what a strict parser refuses is blanked, byte for byte, so that
// every position in the result is the position in the file. Pure; any thread.

#include <string>
#include <string_view>

namespace shardscope::core {

/// @p text with `// …` and `/* … */` comments, and commas before a closing bracket, replaced by
/// spaces; line ends stay. A comment that is never closed stays too, for the parser to point at.
std::string strictJson(std::string_view text);

}  // namespace shardscope::core
