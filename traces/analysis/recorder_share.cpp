// What keeping records took of a step.

#include "traces/analysis/json_access.h"
#include "traces/analysis/parts.h"

namespace shardscope::traces {

/// As if all records of a rank were kept one after another: its streams keep theirs at the same time.
std::optional<double> recorderShareOf(const Recording& recording, const TimeReport& time) {
    const Json& recorder = memberOf(recording.trace->run, "recorder");
    const Json& each = memberOf(recorder, "recordNs");
    const auto steps = static_cast<double>(integerOf(recording.trace->run, "steps"));
    const auto ranks = static_cast<double>(recording.ranks.size());
    if (!each.is_number() || steps < 1.0 || ranks < 1.0 || time.stepNs.median <= 0) return {};
    const double records = static_cast<double>(integerOf(recorder, "events")) / ranks / steps;
    return records * each.get<double>() / static_cast<double>(time.stepNs.median);
}

}  // namespace shardscope::traces
