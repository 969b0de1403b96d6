// Which collectives may go out together, and how long a start is waited for.

#include "gpu/bucket_calls.h"

#include <gtest/gtest.h>

#include "gpu/communicators/nccl_calls.h"

namespace shardscope {
namespace {

TEST(NcclStarts, AQuestionThatCannotBeAskedIsTheAnswer) {
    gpu::NcclApi api;
    api.commGetAsyncError = [](ncclComm_t, ncclResult_t*) { return ncclInvalidArgument; };
    const auto on = [] { return true; };
    EXPECT_EQ(gpu::settled(api, nullptr, ncclInProgress, on), ncclInvalidArgument);
    EXPECT_EQ(gpu::settled(api, nullptr, ncclSuccess, on), ncclSuccess) << "nothing is asked";
}

core::CollectiveCall gather(core::RankSet group = {}) {
    return {.kind = core::CollectiveKind::AllGather, .elements = 8, .group = group};
}

TEST(BucketCalls, TakeWhatIsOfTheSameBucketKindRanksAndStream) {
    gpu::BucketCalls calls;
    const core::BucketId bucket{3};
    EXPECT_TRUE(calls.takes(core::kCommunication, {}, gather())) << "the first";
    calls.add({.stream = core::kCommunication}, bucket, {gather(), "gather"});
    EXPECT_TRUE(calls.takes(core::kCommunication, bucket, gather()));
    EXPECT_FALSE(calls.takes(core::kCompute, bucket, gather()));
    EXPECT_FALSE(calls.takes(core::kCommunication, core::BucketId{4}, gather()));
    EXPECT_FALSE(calls.takes(core::kCommunication, {}, gather()));
    EXPECT_FALSE(calls.takes(core::kCommunication, bucket, gather({.count = 2})));
    auto reduction = gather();
    reduction.kind = core::CollectiveKind::AllReduce;
    EXPECT_FALSE(calls.takes(core::kCommunication, bucket, reduction));
    EXPECT_EQ(calls.release().calls.size(), 1U);
    EXPECT_TRUE(calls.empty());
}

}  // namespace
}  // namespace shardscope
