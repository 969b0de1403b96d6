#include "gui/layout/pool_rows.h"

#include <algorithm>
#include <cmath>

namespace shardscope::gui {
namespace {

constexpr double kLeastPitch = 13.0, kGoodPitch = 22.0, kMostPitch = 34.0;  ///< px from row to row
constexpr double kBetween = 6.0;  ///< px between segments of one row
constexpr int kMostFolds = 32;    ///< rows of the longest segment

using Segments = std::vector<int64_t>;

PoolRows placed(const Segments& segments, int64_t rowBytes, double width, bool shared) {
    PoolRows rows{.spots = {}, .rowBytes = rowBytes, .width = width, .shared = shared};
    double x = 0.0;
    for (const int64_t bytes : segments) {
        const double length = rows.px(bytes);
        const bool beside = shared && rows.count > 0 && x > 0.0 && x + length <= width + 0.5;
        if (!beside) x = 0.0;
        const int first = beside ? rows.count - 1 : rows.count;
        rows.spots.push_back({first, x, bytes});
        rows.count = first + std::max(1, static_cast<int>((bytes + rowBytes - 1) / rowBytes));
        x = bytes > rowBytes ? 0.0 : x + length + kBetween;
    }
    return rows;
}

struct Choice {
    std::vector<PoolRows> rows;
    int most = 1;  ///< rows of one map
};

Choice chosen(const std::vector<Segments>& segments, int64_t rowBytes, double width, bool shared) {
    Choice choice;
    for (const Segments& each : segments) {
        choice.rows.push_back(placed(each, rowBytes, width, shared));
        choice.most = std::max(choice.most, choice.rows.back().count);
    }
    return choice;
}

}  // namespace

std::pair<int64_t, double> PoolRows::scaleBar() const {
    int64_t bytes = 512;
    while (px(2 * bytes) <= width / 5.0) bytes *= 2;
    return {bytes, px(bytes)};
}

std::vector<PoolRows> poolRowsOf(const std::vector<Segments>& segments, double width,
                                 double height) {
    int64_t longest = 1;
    for (const Segments& each : segments) {
        for (const int64_t bytes : each) longest = std::max(longest, bytes);
    }
    Choice best = chosen(segments, longest, width, false);
    if (best.most * kLeastPitch > height) best = chosen(segments, longest, width, true);
    for (int folds = 2; folds <= kMostFolds; ++folds) {
        Choice next =
            chosen(segments, (longest + folds - 1) / folds, width, best.rows.front().shared);
        if (next.most * kGoodPitch > height) break;
        best = std::move(next);
    }
    for (PoolRows& rows : best.rows)
        rows.pitch = std::clamp(std::floor(height / best.most), kLeastPitch, kMostPitch);
    return std::move(best.rows);
}

}  // namespace shardscope::gui
