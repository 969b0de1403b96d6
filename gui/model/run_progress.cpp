#include "gui/model/run_progress.h"

#include <algorithm>

namespace shardscope::gui {

void RunProgress::add(const ProgressLine& line) {
    last = line;
    auto found = std::ranges::find(strategies, line.strategy, &StrategyProgress::strategy);
    if (found == strategies.end()) {
        strategies.push_back({.strategy = line.strategy});
        found = std::prev(strategies.end());
    }
    found->points.push_back({.loss = line.loss, .peakBytes = line.peakBytes});
    found->tokensPerSecond = line.tokensPerSecond;
}

qint64 RunProgress::stepsEach() const {
    if (strategies.empty()) return 0;
    const auto count = static_cast<qint64>(strategies.size());
    qint64 most = (last.steps + count - 1) / count;
    for (const StrategyProgress& each : strategies) {
        most = std::max(most, static_cast<qint64>(each.points.size()));
    }
    return most;
}

}  // namespace shardscope::gui
