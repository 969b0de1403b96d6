// Pinned buffers on their way to the GPU: filled again only after their copy, and what is said when a call of
// the runtime is refused.

#include "gpu/uploads.h"

#include <gtest/gtest.h>

#include <array>
#include <cstring>

#include "tests/doubles/cuda/fake_gpu.h"

namespace shardscope::gpu {
namespace {

constexpr int kCopies = 6;  // two more than there are buffers

/// Copies the numbers 0, 1, … to places of their own; @return how many were refused.
int copyAll(int64_t refused) {
    doubles::cuda::reset();
    const auto stream = *makeStream();
    const auto target = *makeDeviceBytes(kCopies * sizeof(int));
    Uploads uploads(stream.get());
    if (refused > 0) doubles::cuda::setDrills({.failCall = doubles::cuda::tally().calls + refused});
    int refusals = 0;
    for (int i = 0; i < kCopies; ++i) {
        const auto done =
            uploads.copy(static_cast<int*>(target.get()) + i, sizeof i,
                         [&](std::span<std::byte> to) { std::memcpy(to.data(), &i, sizeof i); });
        refusals += !done;
    }
    doubles::cuda::setDrills({});
    EXPECT_EQ(cudaStreamSynchronize(stream.get()), cudaSuccess);
    std::array<int, kCopies> arrived{};
    EXPECT_EQ(cudaMemcpy(arrived.data(), target.get(), sizeof arrived, cudaMemcpyDeviceToHost),
              cudaSuccess);
    for (int i = 0; i < kCopies && refusals == 0; ++i) EXPECT_EQ(arrived[i], i);
    return refusals;
}

TEST(Uploads, ArriveThoughTheirBuffersAreFilledAgain) {
    EXPECT_EQ(copyAll(0), 0);
    EXPECT_EQ(doubles::cuda::tally().liveHostBlocks, 0);
}

// Four buffers are made, each with an event; the fifth copy waits for the first one's.
TEST(Uploads, ARefusedCallIsTheErrorOfItsCopyAlone) {
    constexpr int64_t kCalls = 4 * 4 + 2 * 3;
    for (int64_t refused = 1; refused <= kCalls; ++refused) {
        EXPECT_EQ(copyAll(refused), 1) << "call " << refused;
        EXPECT_EQ(doubles::cuda::tally().liveHostBlocks, 0) << "call " << refused;
        EXPECT_EQ(doubles::cuda::tally().liveEvents, 0) << "call " << refused;
    }
}

}  // namespace
}  // namespace shardscope::gpu
