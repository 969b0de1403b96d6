#include "core/base/nearest.h"

#include <fmt/format.h>

#include <algorithm>

namespace shardscope::core {

namespace {

/// Optimal string alignment distance.
size_t editDistance(std::string_view a, std::string_view b) {
    std::vector<std::vector<size_t>> d(a.size() + 1, std::vector<size_t>(b.size() + 1));
    for (size_t i = 0; i <= a.size(); ++i) d[i][0] = i;
    for (size_t j = 0; j <= b.size(); ++j) d[0][j] = j;
    for (size_t i = 1; i <= a.size(); ++i) {
        for (size_t j = 1; j <= b.size(); ++j) {
            const size_t replace = d[i - 1][j - 1] + (a[i - 1] == b[j - 1] ? 0 : 1);
            d[i][j] = std::min({d[i - 1][j] + 1, d[i][j - 1] + 1, replace});
            if (i > 1 && j > 1 && a[i - 1] == b[j - 2] && a[i - 2] == b[j - 1]) {
                d[i][j] = std::min(d[i][j], d[i - 2][j - 2] + 1);
            }
        }
    }
    return d[a.size()][b.size()];
}

}  // namespace

std::string_view nearest(std::string_view found, const std::vector<std::string_view>& allowed) {
    std::string_view best;
    size_t bestDistance = std::max<size_t>(1, found.size() / 3) + 1;
    for (std::string_view word : allowed) {
        const size_t distance = editDistance(found, word);
        if (distance < bestDistance) {
            best = word;
            bestDistance = distance;
        }
    }
    return best;
}

std::string didYouMean(std::string_view found, const std::vector<std::string_view>& allowed) {
    const std::string_view word = nearest(found, allowed);
    return word.empty() ? "" : fmt::format(" (did you mean \"{}\"?)", word);
}

}  // namespace shardscope::core
