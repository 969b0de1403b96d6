#pragma once
// Suggestions for misspelt words.

#include <string>
#include <string_view>
#include <vector>

namespace shardscope::core {

/// The word of @p allowed within a few edits (insert, delete, replace, swap neighbours) of @p found;
/// empty when none is close. Ties: the first.
std::string_view nearest(std::string_view found, const std::vector<std::string_view>& allowed);
/// ` (did you mean "zero-2"?)`, or nothing.
std::string didYouMean(std::string_view found, const std::vector<std::string_view>& allowed);

}  // namespace shardscope::core
