#pragma once
// What `shardscope plan --json` answered, as values. Immutable once parsed; any thread.

#include <QByteArray>
#include <QString>
#include <QStringList>
#include <memory>
#include <optional>
#include <vector>

#include "core/base/category.h"
#include "core/base/result.h"
#include "gui/model/plan_slide.h"

namespace shardscope::gui {

/// One configuration. Bytes are of one rank, of the rank with the largest peak.
struct PlanRow {
    QString strategy, bucket, checkpointing, peakPhase;
    qint64 ranks = 0, microBatch = 0, inFlight = 0;
    std::optional<qint64> gradAccum, globalBatch;
    bool evaluated = false;
    QString reason;                     ///< why it is not evaluated
    std::optional<qint64> statesBytes;  ///< model states, where they are all that is known
    std::optional<bool> fits;           ///< absent without a budget
    std::optional<qint64> marginBytes;
    qint64 neededBytes = 0;
    core::CategoryBytes atPeak{};
    std::optional<qint64> stepNs;
    QString stepNsReason;             ///< why there is no step time
    qint64 calls = 0, wireBytes = 0;  ///< a rank and step
    double elementsPerParameter = 0;
    bool onFront = false;
    QString attention;             ///< empty in files of older versions
    bool attentionListed = false;  ///< it is one of several that were asked about
    qint64 shardGroup = 0;         ///< 0 = all ranks
};

/// What would make something fit.
struct PlanChange {
    QString what;  ///< "--checkpointing full (from none)"
    qint64 marginBytes = 0, neededBytes = 0;
};

/// Why a row is recommended, as numbers; what it needs and leaves free are its own.
struct PlanReason {
    qint64 fitting = 0, configurations = 0;
    bool byTime = false;             ///< it takes the least time, else it sends the fewest bytes
    qint64 cost = 0;                 ///< ns a step, or bytes a sequence
    std::optional<size_t> lowerRow;  ///< the same settings one stage lower, which do not fit
    qint64 missingBytes = 0;         ///< of that row
    qint64 alike = 1;         ///< rows whose times the estimate cannot tell apart, this one too
    double error = 0;         ///< of the estimate, a share
    bool oneMachine = false;  ///< ranks share a CPU's memory and time
    double headroom = 0;      ///< the share of memory that is better left free
    bool tight = false;       ///< less than that is left
    QStringList decidedBy;    ///< between them, in order: "ranks", "traffic", "memory"
};

struct PlanNothingFits {
    size_t closestRow = 0;
    bool together = false;  ///< no single setting is enough: each change is of several
    std::vector<PlanChange> changes;
};

/// The rows of one strategy on one number of ranks, the best first.
struct PlanCell {
    std::vector<size_t> rows;
};

struct Plan {
    QString model;
    qint64 parameters = 0;
    QString gpu, fabric, dtype;  ///< gpu and fabric empty when none was given
    qint64 sequence = 0;
    std::optional<qint64> gpuBytes, memoryBytes, globalBatch;
    QStringList strategies;
    std::vector<qint64> ranks;
    std::vector<PlanRow> rows;
    std::vector<PlanCell> cells;  ///< strategies × ranks, ranks change fastest
    bool byTime = false;          ///< the front's cost: step time, else bytes sent
    std::vector<size_t> front;
    std::optional<size_t> recommended;
    QString reason;                     ///< of the recommendation, in the command's words
    std::optional<PlanReason> because;  ///< the same as data; not in files of older versions
    std::optional<PlanNothingFits> nothing;
    QStringList assumptions;
    std::optional<PlanSlide> slide;  ///< of a plan with --slide

    const PlanCell& cell(size_t strategy, size_t rank) const {
        return cells[strategy * ranks.size() + rank];
    }
    /// Index into cells of @p row's cell.
    size_t cellOf(size_t row) const;
    /// The row to look at first: the recommended, else the closest, else the first.
    std::optional<size_t> firstRow() const;
};

using PlanPtr = std::shared_ptr<const Plan>;

/// Parses `shardscope.plan/1`. Errors: InvalidInput when @p json is anything else, or its indices
/// point outside its rows.
core::Result<Plan> parsePlan(const QByteArray& json, const std::string& where = "plan --json");

/// What the front judges @p row by, next to memory: nanoseconds, or bytes sent, of all GPUs together a
/// sequence. nullopt when the row has none.
std::optional<double> costOf(const Plan& plan, const PlanRow& row);

}  // namespace shardscope::gui
