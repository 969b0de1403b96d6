#include "core/base/nearest.h"

#include <fmt/ranges.h>

#include <algorithm>
#include <cctype>
#include <iterator>
#include <vector>

namespace shardscope::core {

namespace {

char lower(char c) { return static_cast<char>(std::tolower(static_cast<unsigned char>(c))); }

/// What remains to compare once leading dashes, which every option has, are left out.
std::string_view bare(std::string_view word) {
    return word.substr(std::min(word.find_first_not_of('-'), word.size()));
}

bool continues(std::string_view candidate, std::string_view word) {
    return word.size() >= 3 && candidate.size() > word.size() &&
           editDistance(candidate.substr(0, word.size()), word) == 0;
}

}  // namespace

int editDistance(std::string_view a, std::string_view b) {
    std::vector<std::vector<int>> cost(a.size() + 1, std::vector<int>(b.size() + 1));
    for (size_t i = 0; i <= a.size(); ++i) cost[i][0] = static_cast<int>(i);
    for (size_t j = 0; j <= b.size(); ++j) cost[0][j] = static_cast<int>(j);
    for (size_t i = 1; i <= a.size(); ++i) {
        for (size_t j = 1; j <= b.size(); ++j) {
            const char x = lower(a[i - 1]), y = lower(b[j - 1]);
            cost[i][j] = std::min(
                {cost[i - 1][j] + 1, cost[i][j - 1] + 1, cost[i - 1][j - 1] + (x == y ? 0 : 1)});
            if (i > 1 && j > 1 && x == lower(b[j - 2]) && lower(a[i - 2]) == y) {
                cost[i][j] = std::min(cost[i][j], cost[i - 2][j - 2] + 1);
            }
        }
    }
    return cost[a.size()][b.size()];
}

std::optional<std::string_view> nearest(std::string_view word,
                                        std::span<const std::string_view> candidates) {
    constexpr size_t kLongest = 64;  // the table is quadratic, and no name is longer
    const std::string_view wanted = bare(word);
    if (wanted.empty() || wanted.size() > kLongest) return std::nullopt;
    int best = std::max(1, static_cast<int>(wanted.size()) / 3) + 1;
    std::optional<std::string_view> found;
    for (std::string_view candidate : candidates) {
        const int distance = editDistance(wanted, bare(candidate));
        if (distance >= best) continue;
        best = distance;
        found = candidate;
    }
    if (found) return found;
    const auto longer = std::ranges::find_if(
        candidates, [&](std::string_view c) { return continues(bare(c), wanted); });
    return longer == candidates.end() ? std::nullopt : std::optional(*longer);
}

std::string suggestion(std::string_view word, std::span<const std::string_view> candidates) {
    constexpr size_t kMost = 5;
    std::vector<std::string_view> longer;
    std::ranges::copy_if(candidates, std::back_inserter(longer),
                         [&](std::string_view c) { return continues(bare(c), bare(word)); });
    if (longer.size() > 1 && longer.size() <= kMost) {
        const std::string_view last = longer.back();
        longer.pop_back();
        return fmt::format("; did you mean {} or {}?", fmt::join(longer, ", "), last);
    }
    const auto name = nearest(word, candidates);
    return name ? fmt::format("; did you mean {}?", *name) : std::string();
}

}  // namespace shardscope::core
