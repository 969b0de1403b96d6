#pragma once
// What `shardscope plan --slide SETTING --json` says along its setting. Immutable once parsed; any thread.

#include <QString>
#include <QStringList>
#include <optional>
#include <vector>

class QJsonObject;

namespace shardscope::gui {

enum class SlideSetting : uint8_t {
    GradAccum,  ///< micro-batches a step, G
    Bucket      ///< the bucket's size
};
/// As the command spells it: "grad-accum", "bucket".
QString nameOf(SlideSetting setting);

/// Of one row, beyond what every plan says. Times are null without hardware.
struct SlideRow {
    QString value;
    qint64 buckets = 0;
    qint64 gradientBytes = 0;  ///< the most that full gradients and staging copies hold at once
    std::optional<qint64> exposedNs;  ///< communication that no computation hides
    std::optional<qint64> tailNs;     ///< from the end of backward until the last bucket is reduced
};

/// Stage 1 and stage 2 at one value.
struct SlidePair {
    size_t stage1Row = 0, stage2Row = 0;
    qint64 extraBytes = 0, savedBytes = 0;  ///< stage 2 sends more a step, and needs less, a rank
};

struct PlanSlide {
    SlideSetting setting = SlideSetting::GradAccum;
    QStringList values;          ///< rising; "layer" last
    std::vector<SlideRow> rows;  ///< by the plan's row
    bool compared = false;       ///< both stages are among the rows
    std::optional<SlidePair> sendsMoreFrom, outweighedFrom;
    QString noOverlapFrom;  ///< the least bucket from which on nothing can overlap; empty: none
};

struct Plan;

/// Row of the plan's strategy @p strategy at value @p stop of its slide; nothing where there is none.
std::optional<size_t> slideRow(const Plan& plan, qsizetype stop, qsizetype strategy);
/// Of @p row: its place among the values, and its strategy's.
qsizetype stopOf(const Plan& plan, size_t row);
qsizetype strategyOf(const Plan& plan, size_t row);

/// "slide" of a plan's document; nothing where there is none.
std::optional<PlanSlide> slideOf(const QJsonObject& document);

}  // namespace shardscope::gui
