#include "profiler/cli/shell_words.h"

#include <algorithm>
#include <cctype>
#include <string_view>

namespace shardscope::cli {

namespace {

bool isPlain(char c) {
    constexpr std::string_view kAlso = "-_./,:=@%+";
    return std::isalnum(static_cast<unsigned char>(c)) || kAlso.find(c) != std::string_view::npos;
}

std::string quoted(const std::string& word) {
    if (!word.empty() && std::ranges::all_of(word, isPlain)) return word;
    std::string out = "'";
    for (char c : word) out += c == '\'' ? std::string("'\\''") : std::string(1, c);
    return out + "'";
}

}  // namespace

std::string joinForShell(std::span<const std::string> words) {
    std::string line;
    for (const std::string& word : words) line += (line.empty() ? "" : " ") + quoted(word);
    return line;
}

}  // namespace shardscope::cli
