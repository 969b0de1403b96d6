#pragma once
// One rank's actions timed by CUPTI: each action's launches carry a tag, and the records that come back
// with it say when they ran.

#include <cstdint>
#include <memory>
#include <unordered_map>
#include <vector>

#include "core/engine/activity_tags.h"
#include "core/engine/activity_timeline.h"
#include "core/engine/host_waits.h"
#include "profiler/cupti/cupti_session.h"

namespace shardscope::profiler::cupti {

/// Losses of one rank. Counted from the second step on: in the first, libraries still choose and load.
struct TagCounts {
    int64_t actions = 0;    ///< operations and collectives that ran
    int64_t launching = 0;  ///< of them, those with at least one record
    int64_t records = 0;    ///< kernels, copies and sets that belong to them
    int64_t lost = 0;       ///< records fewer than the same action had before
    int64_t late = 0;       ///< records that came after their action had been reported
};

class CuptiTags : public core::ActivityTags {
  public:
    explicit CuptiTags(std::shared_ptr<CuptiSession> session);
    ~CuptiTags() override;

    void begin(const core::Activity& activity) override;
    void end() override;
    core::Result<void> deliver(core::Observer& observer) override;
    int64_t nowNs() override;

    const TagCounts& counts() const { return counts_; }
    const CuptiSession& session() const { return *session_; }

  private:
    struct Tagged {
        core::Activity activity;
        int64_t issuedNs = 0;
        int64_t firstNs = 0, lastNs = 0;
        int32_t records = 0;
    };
    static bool works(core::ActivityKind kind) {
        return kind == core::ActivityKind::Compute || kind == core::ActivityKind::Communicate;
    }
    static uint64_t keyOf(const core::ActionRef& ref);
    void tagThread();
    core::Result<void> collect();
    void take();
    bool complete() const;
    void deliverWaits(core::Observer& observer);
    /// In whose bracket the host waited; outside of one, what it had issued last. Null: nothing.
    const Tagged* issuerOf(const TaggedWait& wait) const;
    core::HostWaitFor targetOf(const HostWait& wait) const;
    int32_t expected(const Tagged& tagged) const;
    void learn(const Tagged& tagged);

    const std::shared_ptr<CuptiSession> session_;
    const int place_;
    std::vector<Tagged> window_;  // since the last deliver
    uint64_t firstSequence_ = 1;  // of window_.front()
    bool pushed_ = false, steady_ = false;
    std::unordered_map<uint64_t, int32_t> usual_;  // records an action makes
    std::vector<TaggedWait> waits_;                // since the last deliver
    std::unordered_map<uint32_t, core::StreamId>
        streamOf_;  // by CUPTI's number, of work seen there
    core::ActivityTimeline timeline_;
    TagCounts counts_;
};

}  // namespace shardscope::profiler::cupti
