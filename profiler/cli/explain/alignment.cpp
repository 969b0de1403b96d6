#include "profiler/cli/explain/alignment.h"

#include <algorithm>
#include <span>

namespace shardscope::explain {

namespace {

using Lines = std::span<const PlanLine>;

/// lengths(i, j): longest common subsequence of a from i on and b from j on.
class CommonLengths {
  public:
    CommonLengths(Lines a, Lines b) : width_(b.size() + 1), cells_((a.size() + 1) * width_, 0) {
        for (size_t i = a.size(); i-- > 0;) {
            for (size_t j = b.size(); j-- > 0;) {
                cell(i, j) = a[i].key == b[j].key ? at(i + 1, j + 1) + 1
                                                  : std::max(at(i + 1, j), at(i, j + 1));
            }
        }
    }
    int at(size_t i, size_t j) const { return cells_[i * width_ + j]; }

  private:
    int& cell(size_t i, size_t j) { return cells_[i * width_ + j]; }
    size_t width_;
    std::vector<int> cells_;
};

void alignPiece(Lines a, Lines b, std::vector<AlignedRow>& rows) {
    const CommonLengths lengths(a, b);
    size_t i = 0;
    size_t j = 0;
    while (i < a.size() && j < b.size()) {
        if (a[i].key == b[j].key) {
            rows.push_back({.left = &a[i++], .right = &b[j++]});
        } else if (lengths.at(i + 1, j) >= lengths.at(i, j + 1)) {
            rows.push_back({.left = &a[i++]});
        } else {
            rows.push_back({.right = &b[j++]});
        }
    }
    while (i < a.size()) rows.push_back({.left = &a[i++]});
    while (j < b.size()) rows.push_back({.right = &b[j++]});
}

/// Pieces that end after an anchor each; the last may have none.
std::vector<Lines> piecesOf(Lines lines) {
    std::vector<Lines> pieces;
    size_t begin = 0;
    for (size_t i = 0; i < lines.size(); ++i) {
        if (lines[i].topic != Topic::Anchor && i + 1 < lines.size()) continue;
        pieces.push_back(lines.subspan(begin, i + 1 - begin));
        begin = i + 1;
    }
    return pieces;
}

bool haveSameAnchors(const std::vector<Lines>& a, const std::vector<Lines>& b) {
    return std::ranges::equal(a, b, [](Lines x, Lines y) {
        const bool anchored = x.back().topic == Topic::Anchor && y.back().topic == Topic::Anchor;
        return !anchored || x.back().key == y.back().key;
    });
}

}  // namespace

std::vector<AlignedRow> align(const std::vector<PlanLine>& left,
                              const std::vector<PlanLine>& right) {
    std::vector<AlignedRow> rows;
    const auto a = piecesOf(left);
    const auto b = piecesOf(right);
    if (!haveSameAnchors(a, b)) {
        alignPiece(left, right, rows);
        return rows;
    }
    for (size_t i = 0; i < a.size(); ++i) alignPiece(a[i], b[i], rows);
    return rows;
}

}  // namespace shardscope::explain
