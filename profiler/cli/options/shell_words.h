#pragma once
// A command line as one text that a shell would read back.

#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace shardscope::cli {

/// Words joined by spaces; those with anything unusual in single quotes.
std::string joinForShell(std::span<const std::string> words);
/// The words of what joinForShell() made.
std::vector<std::string> wordsOf(std::string_view line);

}  // namespace shardscope::cli
