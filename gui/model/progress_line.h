#pragma once
// One `shardscope.progress/1` line of a command's stderr. Pure; any thread.

#include <QByteArray>
#include <QString>
#include <optional>

namespace shardscope::gui {

struct ProgressLine {
    QString strategy;  ///< "zero-2", "zero-2-g4"; empty in a plan's
    qint64 step = 0;   ///< done, over all strategies; configurations in a plan's
    qint64 steps = 0;
    std::optional<double> loss;  ///< absent when it is not finite, and in a plan's
    double tokensPerSecond = 0;
    qint64 liveBytes = 0;  ///< of rank 0 when the step has ended; 0 in a plan's
    qint64 peakBytes = 0;  ///< of rank 0, the most within the step; 0 in a plan's
    qint64 etaNs = 0;

    bool operator==(const ProgressLine&) const = default;
};

/// nullopt when @p line is anything else than a progress line.
std::optional<ProgressLine> parseProgress(const QByteArray& line);
/// "0:07", "1:02:03".
QString durationText(qint64 ns);

}  // namespace shardscope::gui
