#include "profiler/run/peer_arrivals.h"

#include <algorithm>

namespace shardscope::profiler {

void alignArrivals(std::vector<RecordedRank>& ranks) {
    std::vector<std::vector<int64_t>> arrivals;
    for (const RecordedRank& rank : ranks) {
        arrivals.push_back(rank.recorder->arrivals());
        if (arrivals.back().size() != arrivals.front().size()) return;
    }
    if (arrivals.empty()) return;
    std::vector<int64_t> all = arrivals.front();  // on rank 0's clock
    for (size_t r = 0; r < ranks.size(); ++r) {
        for (size_t i = 0; i < all.size(); ++i) {
            const int64_t entered = arrivals[r][i] - ranks[r].clockOffsetNs;
            all[i] = r == 0 ? entered : std::max(all[i], entered);
        }
    }
    for (const RecordedRank& rank : ranks) {
        std::vector<int64_t> mine = all;
        for (int64_t& timeNs : mine) timeNs += rank.clockOffsetNs;
        rank.recorder->startCollectivesAt(mine);
    }
}

}  // namespace shardscope::profiler
