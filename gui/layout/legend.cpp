// What colours, hatches and marks mean, once for all panels: as many lines as the width needs.

#include <algorithm>
#include <optional>

#include "gui/layout/frame_parts.h"
#include "gui/layout/words.h"
#include "gui/paint/theme.h"

namespace shardscope::gui {
namespace {

constexpr double kLine = 17.0;

struct Entry {
    QString text;
    Fill fill;                               ///< a swatch
    std::optional<core::Category> category;  ///< instead: a category's swatch
    std::optional<MarkKind> mark;            ///< instead: a mark
    bool heading = false;
    bool band = false;  ///< a piece of the band over all ranks
};

bool isUsed(const FrameContext& context, core::Category category) {
    for (const Frame& frame : context.frames) {
        const RankTimeline* rows = frame.rows();
        if (!rows || !frame.recording->report) continue;
        if (frame.recording->report->memory.peak.composition[static_cast<size_t>(category)] > 0) {
            return true;
        }
    }
    return false;
}

void addCategories(const FrameContext& context, std::vector<Entry>& entries) {
    entries.push_back({.text = Compare::tr("Memory"), .heading = true});
    for (const core::Category category : stackingOrder()) {
        const bool gradient =
            category == core::Category::Gradients || category == core::Category::GradientShards;
        if (gradient || isUsed(context, category)) {
            entries.push_back({.text = titleOf(category), .category = category});
        }
    }
    if (context.viewport.allRanks) {
        entries.push_back({.text = Compare::tr("least to most of all ranks"), .band = true});
    }
}

void addStates(std::vector<Entry>& entries) {
    entries.push_back({.text = Compare::tr("Gradients"), .heading = true});
    entries.push_back({.text = Compare::tr("full size"), .fill = {.ink = Ink::Full}});
    entries.push_back({.text = Compare::tr("dead (reduced, not mine)"),
                       .fill = {.ink = Ink::Dead, .hatch = Hatch::Rising}});
    entries.push_back({.text = Compare::tr("shard (1/N)"), .fill = {.ink = Ink::Shard}});
    for (int i = 0; i < kMarkKinds; ++i) {
        const auto kind = static_cast<MarkKind>(i);
        entries.push_back({.text = markName(kind), .mark = kind});
    }
    entries.push_back({.text = Compare::tr("Parameters"), .heading = true});
    entries.push_back(
        {.text = Compare::tr("stale"), .fill = {.ink = Ink::Stale, .hatch = Hatch::Falling}});
    entries.push_back({.text = Compare::tr("gathering"), .fill = {.ink = Ink::Gathering}});
    entries.push_back({.text = Compare::tr("ready"), .fill = {.ink = Ink::Ready}});
    entries.push_back({.text = Compare::tr("stalled or exposed"),
                       .fill = {.ink = Ink::Warning, .hatch = Hatch::Rising}});
}

std::vector<Entry> entriesOf(const FrameContext& context) {
    std::vector<Entry> entries;
    if (!showsOurs(context)) return entries;
    addCategories(context, entries);
    addStates(entries);
    return entries;
}

Fill swatchOf(core::Category category) {
    return {.ink = inkOf(category), .hatch = hatchOf(category)};
}

/// Calls @p place (entry, x, y of its line) for each; returns the height used.
template <class Place>
double flow(const FrameContext& context, double width, Place place) {
    double x = 12.0, y = 4.0;
    const std::vector<Entry> entries = entriesOf(context);
    for (size_t i = 0; i < entries.size(); ++i) {
        const Entry& entry = entries[i];
        double needed =
            context.meter(entry.text, entry.heading ? TextRole::Strong : TextRole::Small);
        needed += entry.heading ? 10.0 : entry.mark ? 22.0 : 30.0;
        double whole = needed;  // a heading is not left alone at a line's end
        if (entry.heading && i + 1 < entries.size()) {
            whole += context.meter(entries[i + 1].text, TextRole::Small) + 30.0;
        }
        const bool newGroup = entry.heading && entry.text == Compare::tr("Gradients");
        if (x + whole > width - 8.0 || (newGroup && x > 12.0)) {
            x = 12.0;
            y += kLine;
        }
        place(entry, x, y);
        x += needed;
    }
    return y + kLine + 2.0;
}

void lay(const FrameContext& context, Part& part, const Entry& entry, double x, double y) {
    const TextRole role = entry.heading ? TextRole::Strong : TextRole::Small;
    const double text = context.meter(entry.text, role) + 2.0;
    double offset = 0.0;
    if (entry.mark) {
        part.glyphs.push_back(
            {.centre = {x + 5.0, y + kLine / 2.0}, .kind = *entry.mark, .size = 7.0F});
        offset = 13.0;
    } else if (entry.band) {
        part.band.push_back({static_cast<float>(x), 16.0F, static_cast<float>(y + 3.0),
                             static_cast<float>(y + kLine - 3.0)});
        offset = 20.0;
    } else if (!entry.heading) {
        const Fill fill = entry.category ? swatchOf(*entry.category) : entry.fill;
        part.boxes.push_back({{x, y + 3.0, 16.0, kLine - 6.0}, fill, {}});
        offset = 20.0;
    }
    part.labels.push_back({.rect = {x + offset, y, text, kLine},
                           .text = entry.text,
                           .role = role,
                           .ink = entry.heading ? Ink::Text : Ink::Faint});
}

}  // namespace

bool showsOurs(const FrameContext& context) {
    return std::ranges::any_of(context.frames, [](const Frame& frame) {
        return frame.recording && frame.recording->timeline && frame.recording->timeline->ours;
    });
}

double legendHeight(const FrameContext& context, double width) {
    return flow(context, width, [](const Entry&, double, double) {});
}

void layLegend(const FrameContext& context, Part& part) {
    flow(context, context.viewport.size.width(),
         [&](const Entry& entry, double x, double y) { lay(context, part, entry, x, y); });
}

}  // namespace shardscope::gui
