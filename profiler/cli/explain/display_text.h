#pragma once
// Text as terminals draw it: Korean letters are two columns wide. Pure; any thread.

#include <string>
#include <string_view>
#include <vector>

namespace shardscope::explain {

/// Columns of a terminal that nothing printed here may exceed.
inline constexpr int kPageWidth = 100;

/// Columns that UTF-8 @p text takes: 2 for Hangul, CJK and full-width forms, 0 for combining marks.
/// A byte that is not UTF-8 counts as one. Source: Unicode Standard Annex 11, East Asian Width.
int displayWidth(std::string_view text);
/// @p text and spaces up to @p width columns; longer text stays whole.
std::string padRight(std::string_view text, int width);
/// The same with as many spaces on either side.
std::string centred(std::string_view text, int width);
/// @p text cut after @p width columns, with ".." for what is lost.
std::string shortened(std::string_view text, int width);
/// Lines of at most @p width columns, broken at spaces; a longer word has a line of its own.
std::vector<std::string> wrapped(std::string_view text, int width);
/// Wrapped text where the first line starts with @p lead and the others with as many spaces.
/// Each line ends with a newline.
std::string hanging(std::string_view lead, std::string_view text);
/// The same for a list whose items are not broken, two spaces apart.
std::string flowing(std::string_view lead, const std::vector<std::string>& items);
/// Without spaces at the end.
std::string trimmedRight(std::string text);

}  // namespace shardscope::explain
