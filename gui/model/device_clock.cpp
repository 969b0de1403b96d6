#include "gui/model/device_clock.h"

#include <algorithm>

namespace shardscope::gui {

void tellDeviceTimes(std::vector<PlacedCall>& calls, const std::vector<PlacedSpan>& spans) {
    auto next = spans.begin();
    int64_t doneNs = std::numeric_limits<int64_t>::min();  // the last operation before the call
    int64_t previousNs = doneNs;
    for (PlacedCall& placed : calls) {
        for (; next != spans.end() && next->position < placed.position; ++next) {
            doneNs = std::max(doneNs, next->endNs);
        }
        const bool allocate = placed.call.change > 0;
        int64_t timeNs = placed.call.hostNs;
        if (allocate && next != spans.end()) {
            timeNs = next->beginNs;
            placed.pool.operation = next->name;
        } else if (next != spans.begin()) {
            timeNs = doneNs;
            if (!allocate) placed.pool.operation = std::prev(next)->name;
        }
        placed.call.timeNs = previousNs = std::max(previousNs, timeNs);
    }
}

}  // namespace shardscope::gui
