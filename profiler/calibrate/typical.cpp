#include "profiler/calibrate/typical.h"

#include <algorithm>
#include <numeric>

namespace shardscope::profiler {

double medianOf(std::vector<double> values) {
    if (values.empty()) return 0.0;
    const auto middle = values.begin() + static_cast<std::ptrdiff_t>(values.size() / 2);
    std::nth_element(values.begin(), middle, values.end());
    return *middle;
}

double middleMean(std::vector<double> values) {
    if (values.empty()) return 0.0;
    std::ranges::sort(values);
    const auto cut = static_cast<std::ptrdiff_t>(values.size() / 4);
    return std::accumulate(values.begin() + cut, values.end() - cut, 0.0) /
           static_cast<double>(values.size() - 2 * static_cast<size_t>(cut));
}

std::vector<bool> inMiddleHalf(const std::vector<int64_t>& values) {
    std::vector<size_t> order(values.size());
    std::iota(order.begin(), order.end(), size_t{0});
    std::ranges::stable_sort(order, {}, [&](size_t at) { return values[at]; });
    std::vector<bool> inside(values.size(), false);
    const size_t cut = values.size() / 4;
    for (size_t i = cut; i + cut < order.size(); ++i) inside[order[i]] = true;
    return inside;
}

}  // namespace shardscope::profiler
