#pragma once
// Collectives of one bucket that wait to go out together: as long as nothing else is enqueued between them,
// they are of one kind and among the same ranks, one piece of work carries them. Interpreter thread.

#include <vector>

#include "core/engine/activity_tags.h"
#include "gpu/communicators/gpu_communicator.h"

namespace shardscope::gpu {

class BucketCalls {
  public:
    /// Whether a collective of @p bucket may go out with those that wait; true when none does.
    bool takes(core::StreamId stream, core::BucketId bucket,
               const core::CollectiveCall& call) const;
    void add(const core::Activity& activity, core::BucketId bucket, NamedCall call);
    bool empty() const { return calls_.empty(); }

    /// What goes out: an activity a call, in order.
    struct Together {
        std::vector<core::Activity> activities;
        std::vector<NamedCall> calls;
    };
    /// Nothing waits any more.
    Together release();

  private:
    std::vector<core::Activity> activities_;
    std::vector<NamedCall> calls_;
    core::BucketId bucket_;
};

}  // namespace shardscope::gpu
