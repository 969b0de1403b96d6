#pragma once
// A command line as one text that a shell would read back.

#include <span>
#include <string>

namespace shardscope::cli {

/// Words joined by spaces; those with anything unusual in single quotes.
std::string joinForShell(std::span<const std::string> words);

}  // namespace shardscope::cli
