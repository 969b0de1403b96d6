#pragma once
// Plain text for terminals: ASCII only, within a width.

#include <string>
#include <string_view>
#include <vector>

namespace shardscope::table {

/// UTF-8 as ASCII: what has a plain spelling gets it (the multiplication sign, dashes, Psi), any
/// other character is "?"; control characters are spaces.
std::string asciiOf(std::string_view text);
/// @p text broken at spaces into lines of at most @p columns, each ended by a newline; lines after
/// the first start with @p indent spaces. A word longer than a line goes on in the next one.
std::string wrapped(std::string_view text, int columns, int indent = 2);
/// @p parts joined by " | ", broken between parts where the line would be too long; a part that is
/// longer than a line is broken at spaces.
std::string wrappedParts(const std::vector<std::string>& parts, int columns);
/// "a", "a and b", "a, b and c".
std::string listOf(const std::vector<std::string>& names);

}  // namespace shardscope::table
