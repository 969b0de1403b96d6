#include "traces/table/text.h"

#include <algorithm>
#include <array>
#include <utility>

namespace shardscope::table {

namespace {

constexpr std::array<std::pair<std::string_view, std::string_view>, 8> kSpellings{{
    {"\u00d7", "x"},    // multiplication sign
    {"\u03a8", "Psi"},  // the paper's letter for the parameter count
    {"\u2013", "-"},
    {"\u2014", "-"},
    {"\u2026", "..."},
    {"\u2192", "->"},
    {"\u2019", "'"},
    {"\u00b1", "+-"},
}};

bool isContinuation(char c) { return (static_cast<unsigned char>(c) & 0xC0U) == 0x80U; }

/// Bytes of the character at the start of @p text.
size_t characterBytes(std::string_view text) {
    size_t bytes = 1;
    while (bytes < text.size() && isContinuation(text[bytes])) ++bytes;
    return bytes;
}

std::string_view spelled(std::string_view character) {
    for (const auto& [from, to] : kSpellings) {
        if (from == character) return to;
    }
    return "?";
}

std::vector<std::string_view> wordsOf(std::string_view text) {
    std::vector<std::string_view> words;
    size_t at = 0;
    while (at < text.size()) {
        const size_t end = std::min(text.find(' ', at), text.size());
        words.push_back(text.substr(at, end - at));  // empty ones keep runs of spaces as written
        at = end + 1;
    }
    return words;
}

}  // namespace

std::string asciiOf(std::string_view text) {
    std::string out;
    while (!text.empty()) {
        const auto first = static_cast<unsigned char>(text.front());
        const size_t bytes = first < 0x80 ? 1 : characterBytes(text);
        if (first >= 0x80) {
            out += spelled(text.substr(0, bytes));
        } else {
            out += first < 0x20 || first == 0x7F ? ' ' : text.front();
        }
        text.remove_prefix(bytes);
    }
    return out;
}

std::string wrapped(std::string_view text, int columns, int indent) {
    const auto width = static_cast<size_t>(columns);
    const std::string margin(static_cast<size_t>(indent), ' ');
    std::string out, line;
    bool fresh = true;
    for (std::string_view word : wordsOf(text)) {
        if (!fresh && line.size() + 1 + word.size() > width) {
            out += line + "\n";
            line = margin;
            fresh = true;
        }
        if (!fresh) line += ' ';
        while (line.size() + word.size() > width) {
            const size_t room = width - line.size();
            out += line.append(word.substr(0, room)) + "\n";
            word.remove_prefix(room);
            line = margin;
        }
        line += word;
        fresh = false;
    }
    return out + line + "\n";
}

std::string wrappedParts(const std::vector<std::string>& parts, int columns) {
    const auto width = static_cast<size_t>(columns);
    std::string out, line;
    const auto end = [&] {
        if (!line.empty()) out += line.size() > width ? wrapped(line, columns) : line + "\n";
        line.clear();
    };
    for (const std::string& part : parts) {
        if (line.size() + 3 + part.size() > width) end();
        line += line.empty() ? part : " | " + part;
    }
    end();
    return out;
}

std::string listOf(const std::vector<std::string>& names) {
    std::string out;
    for (size_t i = 0; i < names.size(); ++i) {
        if (i > 0) out += i + 1 == names.size() ? " and " : ", ";
        out += names[i];
    }
    return out;
}

}  // namespace shardscope::table
