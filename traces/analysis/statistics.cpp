#include "traces/analysis/statistics.h"

#include <algorithm>
#include <cmath>

namespace shardscope::traces {

namespace {

/// Of the factorial of @p count. std::lgamma writes a global, and recordings are read side by side.
double logFactorial(int64_t count) {
    int sign = 0;
    return ::lgamma_r(static_cast<double>(count) + 1.0, &sign);
}

/// Largest 1-based order l with P(Binomial(n, 1/2) <= l - 1) <= 2.5 %; at least 1.
int64_t lowerOrder(int64_t n) {
    const auto count = static_cast<double>(n);
    double tail = 0.0;
    int64_t order = 0;
    for (int64_t k = 0; k < n; ++k) {
        const double logChoose = logFactorial(n) - logFactorial(k) - logFactorial(n - k);
        tail += std::exp(logChoose - count * std::log(2.0));
        if (tail > 0.025) break;
        order = k + 1;
    }
    return std::max<int64_t>(order, 1);
}

int64_t quantileOfSorted(const std::vector<int64_t>& sorted, double share) {
    if (sorted.empty()) return 0;
    const double place = share * static_cast<double>(sorted.size() - 1);
    const auto below = static_cast<size_t>(std::floor(place));
    const size_t above = std::min(below + 1, sorted.size() - 1);
    const double part = place - std::floor(place);
    return sorted[below] + std::llround(part * static_cast<double>(sorted[above] - sorted[below]));
}

}  // namespace

int64_t quantileOf(std::vector<int64_t> values, double share) {
    std::ranges::sort(values);
    return quantileOfSorted(values, share);
}

int64_t medianOf(std::vector<int64_t> values) { return quantileOf(std::move(values), 0.5); }

Distribution distributionOf(const std::vector<int64_t>& values) {
    if (values.empty()) return {};
    std::vector<int64_t> sorted = values;
    std::ranges::sort(sorted);
    const auto n = static_cast<int64_t>(sorted.size());
    const int64_t order = lowerOrder(n);
    return {.median = quantileOfSorted(sorted, 0.5),
            .p5 = quantileOfSorted(sorted, 0.05),
            .p95 = quantileOfSorted(sorted, 0.95),
            .n = n,
            .low = sorted[static_cast<size_t>(order - 1)],
            .high = sorted[static_cast<size_t>(n - order)]};
}

}  // namespace shardscope::traces
