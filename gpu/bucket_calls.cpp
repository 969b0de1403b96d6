#include "gpu/bucket_calls.h"

#include <utility>

namespace shardscope::gpu {

bool BucketCalls::takes(core::StreamId stream, core::BucketId bucket,
                        const core::CollectiveCall& call) const {
    if (calls_.empty()) return true;
    const core::CollectiveCall& first = calls_.front().call;
    return bucket.valid() && bucket == bucket_ && stream == activities_.front().stream &&
           call.kind == first.kind && call.group == first.group;
}

void BucketCalls::add(const core::Activity& activity, core::BucketId bucket, NamedCall call) {
    bucket_ = bucket;
    activities_.push_back(activity);
    calls_.push_back(std::move(call));
}

BucketCalls::Together BucketCalls::release() {
    return {.activities = std::exchange(activities_, {}), .calls = std::exchange(calls_, {})};
}

}  // namespace shardscope::gpu
