#include "gui/layout/folded_rows.h"

#include <algorithm>
#include <cmath>

namespace shardscope::gui {
namespace {

/// Bytes of one state, a pixel column.
class Columns {
  public:
    explicit Columns(const PanelContext& context)
        : context_(context), change_(static_cast<size_t>(context.plotWidth()) + 2, 0.0) {}

    void add(const std::vector<Life>& lives, double sign) {
        foldVisible(lives, context_.map, [&](double x0, double x1, size_t first, size_t) {
            const size_t from = indexOf(x0);
            const size_t to = std::max(from + 1, indexOf(x1));
            const double bytes = sign * static_cast<double>(lives[first].bytes);
            change_[from] += bytes;
            change_[std::min(to, change_.size() - 1)] -= bytes;
        });
    }

    /// Calls @p give (x, width, bytes) for runs of equal bytes above zero.
    template <class Give>
    void forRuns(Give give) const {
        double bytes = 0.0;
        size_t begin = 0;
        for (size_t i = 0; i + 1 < change_.size(); ++i) {
            if (change_[i] == 0.0) continue;
            if (bytes > 0.5 && i > begin)
                give(context_.map.left + static_cast<double>(begin), static_cast<double>(i - begin),
                     bytes);
            bytes += change_[i];
            begin = i;
        }
        const size_t end = change_.size() - 2;
        if (bytes > 0.5 && end > begin)
            give(context_.map.left + static_cast<double>(begin), static_cast<double>(end - begin),
                 bytes);
    }

  private:
    size_t indexOf(double x) const {
        const double last = static_cast<double>(change_.size() - 2);
        return static_cast<size_t>(std::clamp(std::round(x - context_.map.left), 0.0, last));
    }

    const PanelContext& context_;
    std::vector<double> change_;
};

}  // namespace

void layFoldedGradients(const PanelContext& context, int first, int last, double y, double height) {
    // Drawn from the highest down: everything, then what of it is useful, then the shards alone.
    Columns all(context), useful(context), shards(context);
    double most = 1.0;
    for (int bucket = first; bucket < last; ++bucket) {
        const BucketTrack& track = context.rows.buckets[static_cast<size_t>(bucket)];
        most +=
            static_cast<double>(context.timeline().buckets[static_cast<size_t>(bucket)].fullBytes);
        const bool inFull = !track.dead.empty() && !track.full.empty() &&
                            track.dead.front().endNs == track.full.front().endNs;
        for (Columns* columns : {&all, &useful}) columns->add(track.full, 1.0);
        useful.add(track.dead, -1.0);
        shards.add(track.shard, 1.0);
        if (inFull) continue;  // a shard inside the full gradient is no storage of its own
        for (Columns* columns : {&all, &useful}) columns->add(track.shard, 1.0);
    }
    const double floor = y + height;
    const Hit hit{HitKind::Gradient, context.panel, first, 0, static_cast<uint32_t>(last - first)};
    const auto lay = [&](const Columns& columns, Fill fill) {
        columns.forRuns([&](double x, double width, double bytes) {
            const double h = std::clamp(std::round(height * bytes / most), 1.0, height);
            context.part.boxes.push_back({{x, floor - h, width, h}, fill, hit});
        });
    };
    lay(all, {.ink = Ink::Dead, .hatch = Hatch::Rising});
    lay(useful, {.ink = Ink::Full});
    lay(shards, {.ink = Ink::Shard});
}

}  // namespace shardscope::gui
