// Collectives: Kineto's keys, ours, and the bytes on the wire.

#include "tests/profiler/recorder_run.h"

namespace shardscope::profiler {
namespace {

int64_t elementsOf(const PlayedRun& run, const Seen& event) {
    return run.problem.buckets[core::BucketId{static_cast<int32_t>(event["bucket"])}].elements;
}

TEST(RecorderCollectives, HaveTheKeysThatTraceAnalysersRead) {
    const PlayedRun run(2, {.ranks = 4});
    const auto scatters = ofStep(run.collectives("reduce_scatter"), 0);
    ASSERT_EQ(scatters.size(), static_cast<size_t>(run.buckets()));
    const Seen& first = scatters.front();
    const int64_t elements = elementsOf(run, first);
    EXPECT_EQ(first.name, "reduce-scatter " + first.text("label"));
    EXPECT_EQ(first["In msg nelems"], elements);
    EXPECT_EQ(first["Out msg nelems"], elements / 4);
    EXPECT_EQ(first["Group size"], 4);
    EXPECT_EQ(first["Rank"], 3);
    EXPECT_EQ(first["Seq"], 0);
    EXPECT_EQ(first.text("dtype"), "BFloat16");
    EXPECT_EQ(first.text("Process Group Ranks"), "[0, 1, 2, 3]");
    EXPECT_EQ(first.tid, traces::kCommunicationTid);
}

TEST(RecorderCollectives, TellPaddedFromUnpaddedAndPayloadFromWire) {
    const PlayedRun run(2, {.ranks = 4});
    for (const Seen& event : run.collectives("reduce_scatter")) {
        const core::BucketId bucket{static_cast<int32_t>(event["bucket"])};
        EXPECT_EQ(event["elements"], run.problem.buckets[bucket].realElements);
        EXPECT_EQ(event["paddedElements"], elementsOf(run, event));
        EXPECT_EQ(event["payloadBytes"], 2 * elementsOf(run, event));
        EXPECT_EQ(event["wireBytes"], 2 * elementsOf(run, event) * 3 / 4);
        EXPECT_EQ(event.text("purpose"), "gradient");
    }
}

TEST(RecorderCollectives, SendTwiceAsMuchWhenTheyAllReduce) {
    const PlayedRun run(0, {.ranks = 4});
    const auto reductions = run.collectives("allreduce");
    ASSERT_FALSE(reductions.empty());
    for (const Seen& event : reductions) {
        EXPECT_EQ(event["wireBytes"], 2 * (2 * elementsOf(run, event) * 3 / 4));
        EXPECT_EQ(event["In msg nelems"], event["Out msg nelems"]);
    }
}

TEST(RecorderCollectives, GatherPartsIntoAWhole) {
    const PlayedRun run(1, {.ranks = 4});
    const auto gathers = ofStep(run.collectives("allgather"), 1);
    ASSERT_EQ(gathers.size(), static_cast<size_t>(run.buckets()));
    for (const Seen& event : gathers) {
        EXPECT_EQ(event["In msg nelems"], elementsOf(run, event) / 4);
        EXPECT_EQ(event["Out msg nelems"], elementsOf(run, event));
        EXPECT_EQ(event.text("purpose"), "parameter");
    }
}

TEST(RecorderCollectives, CountTheNormApart) {
    const PlayedRun run(1, {.ranks = 4});
    const auto norms = ofStep(run.collectives("allreduce"), 0);
    ASSERT_EQ(norms.size(), 1U);
    EXPECT_EQ(norms[0].name, "all-reduce norm");
    EXPECT_EQ(norms[0].text("purpose"), "small");
    EXPECT_EQ(norms[0].text("dtype"), "Float");
    EXPECT_EQ(norms[0]["elements"], norms[0]["paddedElements"]);
}

TEST(RecorderCollectives, BeginWhenTheRankArrivesAndSayHowLongItWaited) {
    const PlayedRun run(2, {.transferNs = 7000});
    for (const Seen& event : run.collectives("reduce_scatter")) {
        EXPECT_EQ(event["waitNs"], Player::kPeersNs);
        EXPECT_EQ(event.endNs - event.tsNs, Player::kPeersNs + 7000);
    }
}

TEST(RecorderCollectives, AreNumberedInTheOrderInWhichTheyRan) {
    const PlayedRun run(3, {.gradAccum = 2});
    std::vector<Seen> all;
    for (const Seen& event : eventsOf(run.trace, traces::kKernelCategory)) {
        if (event["Seq"] >= 0) all.push_back(event);
    }
    ASSERT_GT(all.size(), 10U);
    for (size_t at = 0; at < all.size(); ++at) {
        EXPECT_EQ(all[at]["Seq"], static_cast<int64_t>(at));
    }
}

TEST(RecorderCollectives, LeaveOutTheMiddleOfALongRankList) {
    const PlayedRun run(2, {.ranks = 64, .steps = 1});
    EXPECT_EQ(run.collectives("reduce_scatter").front().text("Process Group Ranks"),
              "[0, 1, 2, ..., 63]");
}

}  // namespace
}  // namespace shardscope::profiler
