#include "traces/analysis/byte_runs.h"

#include <algorithm>
#include <iterator>

namespace shardscope::traces {

void ByteRuns::remove(ByteRun run) {
    if (run.begin >= run.end) return;
    auto at = runs_.upper_bound(run.begin);
    if (at != runs_.begin() && std::prev(at)->second > run.begin) --at;
    while (at != runs_.end() && at->first < run.end) {
        const auto [begin, end] = *at;
        at = runs_.erase(at);
        bytes_ -= std::min(end, run.end) - std::max(begin, run.begin);
        if (begin < run.begin) runs_.emplace(begin, run.begin);
        if (end > run.end) runs_.emplace(run.end, end);
    }
}

void ByteRuns::add(ByteRun run) {
    if (run.begin >= run.end) return;
    remove(run);
    bytes_ += run.bytes();
    if (const auto next = runs_.find(run.end); next != runs_.end()) {
        run.end = next->second;
        runs_.erase(next);
    }
    const auto after = runs_.lower_bound(run.begin);
    if (after != runs_.begin() && std::prev(after)->second == run.begin) {
        std::prev(after)->second = run.end;
    } else {
        runs_.emplace(run.begin, run.end);
    }
}

std::vector<ByteRun> ByteRuns::missingIn(ByteRun run) const {
    std::vector<ByteRun> missing;
    auto at = runs_.upper_bound(run.begin);
    if (at != runs_.begin() && std::prev(at)->second > run.begin) --at;
    for (; run.begin < run.end && at != runs_.end() && at->first < run.end; ++at) {
        if (at->first > run.begin) missing.push_back({run.begin, at->first});
        run.begin = at->second;
    }
    if (run.begin < run.end) missing.push_back(run);
    return missing;
}

std::vector<ByteRun> ByteRuns::all() const {
    std::vector<ByteRun> all;
    all.reserve(runs_.size());
    for (const auto& [begin, end] : runs_) all.push_back({begin, end});
    return all;
}

}  // namespace shardscope::traces
