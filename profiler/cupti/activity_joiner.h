#pragma once
// Joins what the GPU did with the tags that were on the launching thread. Pure: eats batches.
//
// CUPTI gives an API call made under a tag a record of its own, before the record of the work that the
// call launched; both carry the call's correlation id. One tag may launch many kernels (split-K) or none.

#include <cstddef>
#include <cstdint>
#include <limits>
#include <unordered_map>
#include <vector>

#include "profiler/cupti/gpu_activity.h"

namespace shardscope::profiler::cupti {

struct TaggedWork {
    uint64_t tag = 0;
    GpuWork work;
};

/// A wait of the host, and the tag of the thread that waited.
struct TaggedWait {
    uint64_t tag = 0;
    HostWait wait;
};

class ActivityJoiner {
  public:
    struct Counts {
        int64_t work = 0;       ///< kernels, copies and sets seen
        int64_t matched = 0;    ///< of them, those with a tag
        int64_t unmatched = 0;  ///< no tag, nor one in the feed after
        int64_t before = 0;     ///< likewise, but from before all work was to have one
        int64_t unstamped = 0;  ///< never got their times; not given on
    };

    /// Appends the work whose tag is known by now to @p out. Work without one waits for one more feed.
    void feed(const ActivityBatch& batch, std::vector<TaggedWork>& out);
    /// The waits of a batch that was fed, as far as their threads had a tag: others' are nobody's here.
    std::vector<TaggedWait> waitsOf(const ActivityBatch& batch) const;
    /// From here on (CUPTI's clock) all work is to have a tag. Until it is called, none is.
    void expectTagsSince(int64_t gpuNs) { sinceNs_ = gpuNs; }
    const Counts& counts() const { return counts_; }
    /// Work that waits for its tag.
    size_t waiting() const { return waiting_.size(); }

  private:
    bool match(const GpuWork& work, std::vector<TaggedWork>& out);

    struct Known {
        uint64_t tag = 0;
        int64_t feed = 0;
    };
    static constexpr int64_t kKeptFeeds = 128;   // two of each rank, with as many as a GPU takes
    std::unordered_map<uint32_t, Known> tagOf_;  // by correlation id, of the last feeds
    int64_t feed_ = 0;
    std::vector<GpuWork> waiting_;
    int64_t sinceNs_ = std::numeric_limits<int64_t>::max();
    Counts counts_;
};

}  // namespace shardscope::profiler::cupti
