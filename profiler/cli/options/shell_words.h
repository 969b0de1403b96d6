#pragma once
// A command line as one text that a shell would read back.

#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace shardscope::cli {

/// Words joined by spaces; those with anything unusual in single quotes.
std::string joinForShell(std::span<const std::string> words);
/// @p line broken between words into lines of @p columns, each but the last ended by a backslash, so that
/// it can be pasted; lines after the first start with four spaces. A longer word stays whole.
std::string brokenForShell(std::string_view line, int columns);
/// The words of what joinForShell() made.
std::vector<std::string> wordsOf(std::string_view line);

}  // namespace shardscope::cli
