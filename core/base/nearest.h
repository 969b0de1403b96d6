#pragma once
// The name that a person probably meant. Pure functions; any thread.

#include <optional>
#include <span>
#include <string>
#include <string_view>

namespace shardscope::core {

/// Edits (insert, delete, replace, swap neighbours) that turn @p a into @p b, ignoring case.
/// Source: optimal string alignment, Damerau 1964.
int editDistance(std::string_view a, std::string_view b);
/// The candidate within a third of the word's length, or one that continues @p word; first on ties.
std::optional<std::string_view> nearest(std::string_view word,
                                        std::span<const std::string_view> candidates);
/// "; did you mean X?", all of them where two to five continue @p word, or nothing.
std::string suggestion(std::string_view word, std::span<const std::string_view> candidates);

}  // namespace shardscope::core
