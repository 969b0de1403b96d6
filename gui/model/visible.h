#pragma once
// The part of a sorted list of intervals that a time range shows.

#include <algorithm>
#include <cstdint>
#include <functional>
#include <utility>
#include <vector>

namespace shardscope::gui {

/// The first of @p rows from @p from on whose @p projection (ascending) is at least @p ns. Doubling
/// steps: walking a list from left to right costs the logarithm of each step, not of the list.
template <class Row, class Projection>
size_t advancedTo(const std::vector<Row>& rows, size_t from, int64_t ns, Projection projection) {
    size_t low = from, step = 1;
    while (low + step < rows.size() && std::invoke(projection, rows[low + step]) < ns) {
        low += step;
        step *= 2;
    }
    const auto begin = rows.begin() + static_cast<std::ptrdiff_t>(low);
    const auto end =
        rows.begin() + static_cast<std::ptrdiff_t>(std::min(rows.size(), low + step + 1));
    return static_cast<size_t>(std::ranges::lower_bound(begin, end, ns, {}, projection) -
                               rows.begin());
}

/// When every few rows of a long list begin, side by side: a walk over a million rows in steps of
/// hundreds reads this and not the rows between.
class BeginIndex {
  public:
    BeginIndex() = default;
    /// Of @p rows, beginNs ascending.
    template <class Row>
    explicit BeginIndex(const std::vector<Row>& rows) {
        begins_.reserve(rows.size() / kStride + 1);
        for (size_t i = 0; i < rows.size(); i += kStride) begins_.push_back(rows[i].beginNs);
    }

    /// advancedTo() in the rows that this was made of. Where many lie between, less than half of them
    /// may be left for the next step.
    template <class Row>
    size_t advanced(const std::vector<Row>& rows, size_t from, int64_t ns) const {
        if (from >= rows.size()) return rows.size();
        const size_t block = advancedTo(begins_, from / kStride, ns, std::identity{});
        const size_t whole = block == 0 ? 0 : (block - 1) * kStride;
        if (block < begins_.size() && whole >= from + kMany) return whole;
        return advancedTo(rows, std::max(from, whole), ns, &Row::beginNs);
    }
    size_t sizeBytes() const { return begins_.capacity() * sizeof(int64_t); }

  private:
    static constexpr size_t kStride = 16, kMany = 4 * kStride;
    std::vector<int64_t> begins_;
};

/// Half-open range of @p rows (beginNs ascending, endNs ascending: disjoint) that touch
/// [beginNs, endNs); an interval of no length counts where it begins.
template <class Row>
std::pair<size_t, size_t> visibleIn(const std::vector<Row>& rows, int64_t beginNs, int64_t endNs) {
    const auto first = std::ranges::lower_bound(rows, beginNs, {}, &Row::endNs);
    const auto last = std::lower_bound(first, rows.end(), endNs,
                                       [](const Row& row, int64_t ns) { return row.beginNs < ns; });
    return {static_cast<size_t>(first - rows.begin()), static_cast<size_t>(last - rows.begin())};
}

}  // namespace shardscope::gui
