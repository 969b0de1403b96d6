#pragma once
// What the compare view shows, as plain shapes: made by layout, drawn by paint, asked by hit tests.
// Pixels are logical. Values; any thread.

#include <QPointF>
#include <QRectF>
#include <QString>
#include <array>
#include <cstdint>
#include <functional>
#include <vector>

#include "core/base/category.h"
#include "gui/model/timeline.h"

namespace shardscope::gui {

enum class TextRole : uint8_t { Title, Strong, Label, Small };

/// Width in pixels of a text in a role's font. Injected, so that layout needs no application.
using TextMeter = std::function<double(const QString&, TextRole)>;

/// What a shape's colour means; paint finds the colour in the theme.
enum class Ink : uint8_t {
    None,
    Background,
    Panel,
    Text,
    Faint,
    Grid,
    Accent,
    Warning,
    Full,      ///< a full-size gradient
    Dead,      ///< reduced, not mine, still allocated
    Shard,     ///< this rank's reduced part
    Incoming,  ///< a reduced part on its way into the shard
    Stale,
    Gathering,
    Ready,
    Operation,
    Collective,
    Host,
    Forward,
    Backward,
    Optimizer,
    Gather,
    OnFill,       ///< text on a filled box
    OnOperation,  ///< text on an operation
    Warmup,
    Selection,
    FirstCategory,  ///< and one for each core::Category
};

constexpr Ink inkOf(core::Category category) {
    return static_cast<Ink>(static_cast<int>(Ink::FirstCategory) + static_cast<int>(category));
}

enum class Hatch : uint8_t { None, Rising, Falling, Cross };

struct Fill {
    Ink ink = Ink::None;
    Hatch hatch = Hatch::None;
    bool faded = false;  ///< not part of what is selected or searched

    bool operator==(const Fill&) const = default;
};

enum class HitKind : uint8_t {
    Nothing,
    Panel,
    Title,
    Memory,
    Span,
    Phase,
    Gradient,
    Parameter,
    Axis,
    Minimap,
    Block,    ///< of the pool
    Segment,  ///< reserved, and no block there
};

/// What a place of the scene stands for.
struct Hit {
    HitKind kind = HitKind::Nothing;
    int32_t panel = -1;
    int32_t row = -1;  ///< of a Span: its lane; of a Gradient or Parameter: the first bucket; of a
                       ///< Block: its segment
    uint32_t index = 0;  ///< into the lane's spans; of a Block: the call that allocated it
    uint32_t count = 1;  ///< spans folded into this item, buckets folded into this row

    bool operator==(const Hit&) const = default;
};

struct Box {
    QRectF rect;
    Fill fill;
    Hit hit;
};

struct Label {
    QRectF rect;
    QString text;
    TextRole role = TextRole::Label;
    Ink ink = Ink::Text;
    Qt::Alignment align = Qt::AlignLeft | Qt::AlignVCenter;
    bool plate = false;  ///< on a plate of the background's colour, to stand out over shapes
};

struct Stroke {
    QPointF from, to;
    Ink ink = Ink::Grid;
    float width = 1.0F;
    bool dashed = false;
    bool arrow = false;  ///< a head at `to`, curved on the way
};

/// A mark of a gradient's life.
struct Glyph {
    QPointF centre;
    MarkKind kind{};
    float size = 6.0F;
};

inline constexpr int kStack = core::kCategories;

/// Live bytes of one pixel column, as heights: tops of the categories from the floor up.
struct StackColumn {
    float x = 0.0F, width = 1.0F;
    std::array<float, kStack> tops{};  ///< y of each category's upper edge, in stacking order
};

struct Stack {
    float floor = 0.0F;  ///< y of zero bytes
    std::vector<StackColumn> columns;
    bool empty() const { return columns.empty(); }
};

/// A translucent band: least to most over all ranks.
struct BandColumn {
    float x = 0.0F, width = 1.0F, top = 0.0F, bottom = 0.0F;
};

/// Shapes under one clip, drawn in the order of the members.
struct Part {
    QRectF clip;
    std::vector<Box> ground;
    Stack stack;
    std::vector<BandColumn> band;
    std::vector<Box> boxes;
    std::vector<Stroke> strokes;
    std::vector<Glyph> glyphs;
    std::vector<Label> labels;
};

struct Scene {
    QSizeF size;
    QRectF plot;                 ///< where time is drawn
    QRectF axis, minimap;        ///< for dragging on them
    double contentHeight = 0.0;  ///< of the panels; more than plot.height() scrolls
    std::vector<QRectF> panels;
    std::vector<QRectF> memories;  ///< each panel's memory area
    std::vector<Part> parts;       ///< back to front
};

/// The hatch that tells @p category from its neighbours in a stack.
Hatch hatchOf(core::Category category);
/// Order of stacking, from the floor: what is equal over stages first, gradients where they show.
const std::array<core::Category, kStack>& stackingOrder();

}  // namespace shardscope::gui
