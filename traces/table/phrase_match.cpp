#include "traces/table/phrase_match.h"

#include <algorithm>
#include <optional>

namespace shardscope::table {

namespace {

/// Where the next mark of @p pattern begins: "% of" is none.
size_t markIn(std::string_view pattern) {
    for (size_t at = 0; at + 1 < pattern.size(); ++at) {
        if (pattern[at] == '%' && pattern[at + 1] >= '1' && pattern[at + 1] <= '9') return at;
    }
    return std::string_view::npos;
}

/// What stands in place of the marks of @p pattern in @p text; nothing where it does not fit. Each
/// mark takes as little as it can.
std::optional<std::vector<std::string>> argumentsOf(std::string_view pattern,
                                                    std::string_view text) {
    std::vector<std::string> arguments;
    size_t mark = markIn(pattern);
    if (text.substr(0, mark) != pattern.substr(0, mark)) return std::nullopt;
    if (mark == std::string_view::npos) return arguments;
    text.remove_prefix(mark);
    while (mark != std::string_view::npos) {
        pattern.remove_prefix(mark + 2);
        mark = markIn(pattern);
        const std::string_view after = pattern.substr(0, mark);
        const bool last = mark == std::string_view::npos;
        const size_t end =
            last ? text.size() - std::min(text.size(), after.size()) : text.find(after);
        if (end == std::string_view::npos || text.substr(end, after.size()) != after ||
            (last && end + after.size() != text.size()) || end == 0) {
            return std::nullopt;
        }
        arguments.emplace_back(text.substr(0, end));
        text.remove_prefix(end + after.size());
    }
    return arguments;
}

}  // namespace

Phrase toldBy(const std::vector<Phrase>& known, const std::string& text) {
    for (const Phrase& each : known) {
        const std::string pattern = each.english();
        const auto found = argumentsOf(pattern, text);
        if (!found) continue;
        std::vector<Phrase> arguments;
        for (const std::string& argument : *found) arguments.push_back(toldBy(known, argument));
        return Phrase::of(pattern, std::move(arguments));
    }
    return text;
}

}  // namespace shardscope::table
