// Below the maps: how long a byte is, and what colours and hatches mean.

#include <algorithm>

#include "gui/layout/panel_context.h"
#include "gui/layout/pool_frame.h"
#include "gui/layout/words.h"
#include "gui/paint/theme.h"

namespace shardscope::gui {
namespace {

/// From left to right, as far as there is room.
class Foot {
  public:
    Foot(Part& part, const QSizeF& size, const TextMeter& meter)
        : part_(part), meter_(meter), top_(size.height() - kPoolFoot), right_(size.width() - 6.0) {}

    void scale(int64_t bytes, double width) {
        const double y = top_ + kPoolFoot / 2.0;
        stroke({x_, y}, {x_ + width, y});
        for (const double x : {x_, x_ + width}) stroke({x, y - 3.0}, {x, y + 3.0});
        x_ += width + 5.0;
        text(bytesText(bytes));
    }
    void entry(Fill fill, const QString& name) {
        if (x_ + 18.0 + meter_(name, TextRole::Small) > right_) return;
        part_.boxes.push_back({{x_, top_ + 4.0, 14.0, kPoolFoot - 8.0}, fill, {}});
        x_ += 18.0;
        text(name);
    }

  private:
    void stroke(QPointF from, QPointF to) {
        part_.strokes.push_back({.from = from, .to = to, .ink = Ink::Faint});
    }
    void text(const QString& words) {
        const double width = meter_(words, TextRole::Small) + 2.0;
        part_.labels.push_back({.rect = {x_, top_, width, kPoolFoot},
                                .text = words,
                                .role = TextRole::Small,
                                .ink = Ink::Faint});
        x_ += width + 12.0;
    }

    Part& part_;
    const TextMeter& meter_;
    double top_, right_, x_ = 8.0;
};

bool holds(const std::vector<PoolPanel>& panels, core::Category category) {
    return std::ranges::any_of(panels, [&](const PoolPanel& panel) {
        return std::ranges::any_of(
            panel.state.blocks, [&](const PoolBlock& block) { return block.category == category; });
    });
}

}  // namespace

Part poolFootOf(const std::vector<PoolPanel>& panels, const std::vector<PoolRows>& rows,
                const QSizeF& size, const TextMeter& meter) {
    Part part{.clip = {0.0, size.height() - kPoolFoot, size.width(), kPoolFoot}};
    Foot foot(part, size, meter);
    const bool any = std::ranges::any_of(
        panels, [](const PoolPanel& panel) { return whyNoMap(panel).isEmpty(); });
    if (!any) return part;
    const auto [bytes, width] = rows.front().scaleBar();
    foot.scale(bytes, width);
    foot.entry({.ink = Ink::Faint, .hatch = Hatch::Falling}, Compare::tr("reserved, free"));
    for (const core::Category category : stackingOrder()) {
        if (holds(panels, category))
            foot.entry({.ink = inkOf(category), .hatch = hatchOf(category)}, titleOf(category));
    }
    return part;
}

}  // namespace shardscope::gui
