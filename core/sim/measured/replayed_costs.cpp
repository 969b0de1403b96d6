#include "core/sim/measured/replayed_costs.h"

#include <cmath>

#include "core/sim/measured/replay_assumptions.h"

namespace shardscope::core {

namespace {

int64_t whole(double ns) { return static_cast<int64_t>(std::llround(ns)); }

}  // namespace

ReplayedCosts::ReplayedCosts(RecordedTimes times)
    : operations_(std::move(times.operations)),
      transfers_(std::move(times.transfers)),
      launchNs_(times.launchNs),
      eventNs_(times.eventNs),
      handOverNs_(times.handOverNs),
      wakeUpNs_(times.wakeUpNs),
      lateness_(times.lateness) {}

int64_t ReplayedCosts::hostLaunchNs() const { return whole(launchNs_); }
int64_t ReplayedCosts::hostEventNs() const { return whole(eventNs_); }
int64_t ReplayedCosts::wakeUpNs() const { return whole(wakeUpNs_); }
int64_t ReplayedCosts::latenessNs(int64_t sinceNs) const {
    return whole(static_cast<double>(sinceNs) * lateness_);
}

OperationCost ReplayedCosts::costOf(const Operation& operation, const Layout& layout,
                                    int microBatch) const {
    const auto time = operations_.find(operation, layout, microBatch);
    if (!time) broken("a replayed operation has a time: assumptionsFor() looks first");
    return {.durationNs = whole(time->ns + handOverNs_)};
}

CollectiveCost ReplayedCosts::costOf(CollectiveKind kind, DType dtype, int64_t elements,
                                     Participants who) const {
    const auto bytes = static_cast<double>(elements * bytesOf(dtype));
    const auto time = transfers_.find(kind, dtype, bytes, who);
    if (!time) broken("a replayed collective has a time: assumptionsFor() looks first");
    return {.durationNs = whole(time->ns)};
}

Result<std::vector<std::string>> ReplayedCosts::assumptionsFor(const Problem& problem,
                                                               std::span<const Rank> ranks,
                                                               const std::string& where) const {
    ReplayAssumptions assumptions(operations_, transfers_, problem.buckets.ranks, where);
    for (const Rank rank : ranks) {
        for (auto* plan : {&planSetup, &planStep}) {
            const auto made = (*plan)(problem, rank);
            if (!made) return tl::unexpected(made.error());
            if (auto known = assumptions.add(*made); !known) return tl::unexpected(known.error());
        }
    }
    return assumptions.sentences();
}

}  // namespace shardscope::core
