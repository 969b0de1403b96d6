#include "profiler/cli/explain/display_text.h"

#include <algorithm>
#include <array>
#include <cstdint>

namespace shardscope::explain {

namespace {

struct CodePoint {
    char32_t value = 0;
    size_t bytes = 1;
};

/// Length that a first byte announces; 1 for what cannot begin a character.
size_t announcedBytes(unsigned char first) {
    if (first >= 0xF0 && first < 0xF8) return 4;
    if (first >= 0xE0 && first < 0xF0) return 3;
    if (first >= 0xC2 && first < 0xE0) return 2;
    return 1;
}

CodePoint decode(std::string_view text) {
    const auto first = static_cast<unsigned char>(text.front());
    const size_t bytes = announcedBytes(first);
    if (bytes == 1 || bytes > text.size()) return {.value = first, .bytes = 1};
    char32_t value = first & (0xFFU >> (bytes + 1));
    for (size_t i = 1; i < bytes; ++i) {
        const auto next = static_cast<unsigned char>(text[i]);
        if ((next & 0xC0U) != 0x80U) return {.value = first, .bytes = 1};
        value = (value << 6U) | (next & 0x3FU);
    }
    return {.value = value, .bytes = bytes};
}

struct Block {
    char32_t first, last;
};

int widthOf(char32_t c) {
    constexpr std::array<Block, 10> kWide{{{0x1100, 0x115F},
                                           {0x2E80, 0x303E},
                                           {0x3041, 0xA4CF},
                                           {0xA960, 0xA97F},
                                           {0xAC00, 0xD7A3},
                                           {0xF900, 0xFAFF},
                                           {0xFE30, 0xFE6F},
                                           {0xFF01, 0xFF60},
                                           {0xFFE0, 0xFFE6},
                                           {0x1F300, 0x1FAFF}}};
    constexpr std::array<Block, 3> kCombining{
        {{0x0300, 0x036F}, {0x1160, 0x11FF}, {0x200B, 0x200D}}};
    const auto within = [c](const Block& block) { return c >= block.first && c <= block.last; };
    if (std::any_of(kCombining.begin(), kCombining.end(), within)) return 0;
    return std::any_of(kWide.begin(), kWide.end(), within) ? 2 : 1;
}

std::string spaces(int count) { return std::string(static_cast<size_t>(std::max(0, count)), ' '); }

}  // namespace

int displayWidth(std::string_view text) {
    int width = 0;
    while (!text.empty()) {
        const CodePoint point = decode(text);
        width += widthOf(point.value);
        text.remove_prefix(point.bytes);
    }
    return width;
}

std::string padRight(std::string_view text, int width) {
    return std::string(text) + spaces(width - displayWidth(text));
}

std::string centred(std::string_view text, int width) {
    return padRight(spaces((width - displayWidth(text)) / 2) + std::string(text), width);
}

std::string shortened(std::string_view text, int width) {
    if (displayWidth(text) <= width) return std::string(text);
    std::string kept;
    int taken = 2;  // the two dots
    while (!text.empty()) {
        const CodePoint point = decode(text);
        taken += widthOf(point.value);
        if (taken > width) break;
        kept += text.substr(0, point.bytes);
        text.remove_prefix(point.bytes);
    }
    return kept + "..";
}

std::vector<std::string> wrapped(std::string_view text, int width) {
    std::vector<std::string> lines{""};
    while (!text.empty()) {
        const size_t space = text.find(' ');
        const std::string_view word = text.substr(0, space);
        text.remove_prefix(space == std::string_view::npos ? text.size() : space + 1);
        std::string& line = lines.back();
        if (line.empty()) {
            line = word;
        } else if (displayWidth(line) + 1 + displayWidth(word) <= width) {
            line.append(" ").append(word);
        } else {
            lines.emplace_back(word);
        }
    }
    return lines;
}

std::string hanging(std::string_view lead, std::string_view text) {
    std::string out;
    std::string margin(lead);
    for (const std::string& line : wrapped(text, kPageWidth - displayWidth(lead))) {
        out += trimmedRight(margin + line) + "\n";
        margin = spaces(displayWidth(lead));
    }
    return out;
}

std::string flowing(std::string_view lead, const std::vector<std::string>& items) {
    std::string out;
    std::string line(lead);
    bool first = true;
    for (const std::string& item : items) {
        if (!first && displayWidth(line) + 2 + displayWidth(item) > kPageWidth) {
            out += trimmedRight(line) + "\n";
            line = spaces(displayWidth(lead));
            first = true;
        }
        line += (first ? "" : "  ") + item;
        first = false;
    }
    return out + trimmedRight(line) + "\n";
}

std::string trimmedRight(std::string text) {
    text.erase(text.find_last_not_of(' ') + 1);
    return text;
}

}  // namespace shardscope::explain
