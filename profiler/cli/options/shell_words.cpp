#include "profiler/cli/options/shell_words.h"

#include <algorithm>
#include <cctype>
#include <string_view>

namespace shardscope::cli {

namespace {

constexpr std::string_view kIndent = "    ";

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

std::string brokenForShell(std::string_view line, int columns) {
    const size_t width = static_cast<size_t>(columns) - 2;  // for " \\"
    std::string out, row;
    for (const std::string& word : wordsOf(line)) {
        const std::string text = quoted(word);
        const bool begins = row.empty() || row == kIndent;
        if (!begins && row.size() + 1 + text.size() > width) {
            out += row + " \\\n";
            row = kIndent;
        } else if (!begins) {
            row += ' ';
        }
        row += text;
    }
    return out + row + "\n";
}

std::vector<std::string> wordsOf(std::string_view line) {
    std::vector<std::string> words;
    bool inWord = false, inQuotes = false;
    for (size_t i = 0; i < line.size(); ++i) {
        const char c = line[i];
        if (c == ' ' && !inQuotes) {
            inWord = false;
            continue;
        }
        if (!inWord) words.emplace_back();
        inWord = true;
        if (c == '\'') {
            inQuotes = !inQuotes;
        } else {
            words.back() += c == '\\' && !inQuotes && i + 1 < line.size() ? line[++i] : c;
        }
    }
    return words;
}

}  // namespace shardscope::cli
