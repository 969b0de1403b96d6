#pragma once
// One rank's rows while they are being gathered from a trace. Rows come in order of time.

#include <map>
#include <optional>
#include <string>
#include <vector>

#include "gui/model/device_clock.h"
#include "gui/model/timeline.h"

namespace shardscope::gui {

enum class LifeKind : uint8_t { Full, Dead, Shard, Stale, Gathering, Ready };

class RankBuilder {
  public:
    /// A lane's spans go to the first of its rows where they overlap nothing.
    void span(uint32_t tid, const Span& span);
    /// An operation or stall of the compute stream, for the device's clock.
    void computed(const PlacedSpan& span) { placed_.push_back(span); }
    void phase(const Span& span) { rows_.phases.push_back(span); }
    void step(const StepWindow& window) { rows_.steps.push_back(window); }
    void call(const PlacedCall& call) { calls_.push_back(call); }
    /// Of its pool, as the recording names it.
    void policy(std::string policy) { policy_ = std::move(policy); }
    void life(LifeKind kind, int64_t bucket, const Life& life);
    void mark(int64_t bucket, const Mark& mark);

    /// Sorted and summarised. @p titleOf names a lane by its tid.
    template <class TitleOf, class KindOf>
    RankTimeline finish(size_t buckets, TitleOf titleOf, KindOf kindOf) {
        for (auto& [tid, rows] : lanes_) {
            for (Lane& lane : rows) {
                lane.title = titleOf(tid);
                lane.kind = kindOf(tid);
                rows_.lanes.push_back(std::move(lane));
            }
        }
        return settle(buckets);
    }

  private:
    RankTimeline settle(size_t buckets);
    BucketTrack* trackOf(int64_t bucket);
    void settleMemory();
    void settleExposed();

    RankTimeline rows_;
    std::map<uint32_t, std::vector<Lane>> lanes_;  ///< by tid; overlapping spans in further rows
    std::vector<PlacedSpan> placed_;
    std::vector<PlacedCall> calls_;
    std::string policy_;
};

}  // namespace shardscope::gui
