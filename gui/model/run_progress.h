#pragma once
// What the progress lines of a run have said so far: one curve a strategy. A value.

#include <QString>
#include <optional>
#include <vector>

#include "gui/model/progress_line.h"

namespace shardscope::gui {

struct ProgressPoint {
    std::optional<double> loss;
    qint64 peakBytes = 0;  ///< the most within the step
};

/// One strategy's steps, in order; point i is step i + 1 of its own.
struct StrategyProgress {
    QString strategy;
    std::vector<ProgressPoint> points;
    double tokensPerSecond = 0;  ///< of its last step
};

struct RunProgress {
    std::vector<StrategyProgress> strategies;  ///< in the order of their first step
    ProgressLine last;

    void add(const ProgressLine& line);
    bool empty() const { return strategies.empty(); }
    /// Steps that each strategy will have made when all are done; at least those made.
    qint64 stepsEach() const;
};

}  // namespace shardscope::gui
