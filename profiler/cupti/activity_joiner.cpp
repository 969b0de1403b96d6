#include "profiler/cupti/activity_joiner.h"

namespace shardscope::profiler::cupti {

bool ActivityJoiner::match(const GpuWork& work, std::vector<TaggedWork>& out) {
    auto found = tagOf_.find(work.correlation);
    if (found == tagOf_.end() && work.outerCorrelation != 0) {
        found = tagOf_.find(work.outerCorrelation);
    }
    if (found == tagOf_.end()) return false;
    ++counts_.matched;
    if (work.stamped()) {
        out.push_back({found->second.tag, work});
    } else {
        ++counts_.unstamped;
    }
    return true;
}

std::vector<TaggedWait> ActivityJoiner::waitsOf(const ActivityBatch& batch) const {
    std::vector<TaggedWait> tagged;
    for (const HostWait& wait : batch.waits) {
        const auto found = tagOf_.find(wait.correlation);
        if (found != tagOf_.end()) tagged.push_back({found->second.tag, wait});
    }
    return tagged;
}

void ActivityJoiner::feed(const ActivityBatch& batch, std::vector<TaggedWork>& out) {
    if (batch.empty()) return;
    ++feed_;
    for (const TaggedCall& call : batch.calls) tagOf_[call.correlation] = {call.tag, feed_};
    for (const GpuWork& work : waiting_) {
        if (match(work, out)) continue;
        ++(work.startNs >= sinceNs_ ? counts_.unmatched : counts_.before);
    }
    waiting_.clear();
    for (const GpuWork& work : batch.work) {
        ++counts_.work;
        if (!match(work, out)) waiting_.push_back(work);
    }
    // Ids wrap, so old ones are forgotten. Other ranks flush while this one's kernel still runs: a few feeds
    // of each of them come before its record.
    std::erase_if(tagOf_,
                  [this](const auto& entry) { return entry.second.feed <= feed_ - kKeptFeeds; });
}

}  // namespace shardscope::profiler::cupti
