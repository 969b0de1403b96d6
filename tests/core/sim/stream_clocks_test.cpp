// What two streams do to each other: order, waiting, and slowing down while both run.

#include "core/sim/stream_clocks.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <string>

namespace shardscope::core {
namespace {

/// Writes down ends: "op 0-50", "collective 10-60".
class Notes : public StreamWatcher {
  public:
    std::vector<std::string> all;
    int64_t operationNs = 0, collectiveNs = 0;  ///< ends of the last ones

    void operated(ActionRef, StreamId, int64_t startNs, int64_t endNs) override {
        operationNs = endNs;
        all.push_back("op " + std::to_string(startNs) + "-" + std::to_string(endNs));
    }
    void communicated(ActionRef, StreamId, int64_t, int64_t startNs, int64_t endNs) override {
        collectiveNs = endNs;
        all.push_back("collective " + std::to_string(startNs) + "-" + std::to_string(endNs));
    }
    int64_t meetNs(int64_t arrivedNs, int64_t) override { return arrivedNs; }
};

constexpr ActionRef kRef{};
constexpr EventId kReady{0}, kDone{1};
constexpr OperationCost kArithmetic{.bound = Bound::Arithmetic}, kMemory{.bound = Bound::Memory};

/// One operation of @p ns from 0 on, and a collective of 100 from 100 on that slows it.
int64_t endBesideCollective(int64_t ns, const OperationCost& cost) {
    StreamClocks clocks(0);
    Notes notes;
    clocks.operate(kCompute, kRef, 0, ns, cost);
    clocks.communicate(kCommunication, kRef, 100,
                       {.durationNs = 100, .arithmeticSlowdown = 2.0, .memorySlowdown = 4.0});
    clocks.finish(notes);
    EXPECT_EQ(notes.collectiveNs, 200);  // no share of the memory is known
    return notes.operationNs;
}

TEST(StreamClocks, StretchOnlyWhatRunsBesideACollective) {
    EXPECT_EQ(endBesideCollective(50, kArithmetic), 50);
    EXPECT_EQ(endBesideCollective(120, kArithmetic), 140);
    EXPECT_EQ(endBesideCollective(120, kMemory), 180);
    EXPECT_EQ(endBesideCollective(300, kArithmetic), 350);  // 100 alone, 50 in 100, 150 alone
}

TEST(StreamClocks, SlowBothWhereTheyWantMoreMemoryBandwidthThanThereIs) {
    StreamClocks clocks(0);
    Notes notes;
    clocks.operate(kCompute, kRef, 0, 1000, {.bound = Bound::Memory, .memoryShare = 1.0});
    clocks.communicate(kCommunication, kRef, 0, {.durationNs = 400, .memoryShare = 0.25});
    clocks.finish(notes);
    EXPECT_EQ(notes.collectiveNs, 500);  // at 1.25 times its time, all of it beside the operation
    EXPECT_EQ(notes.operationNs, 1100);  // 400 done by then, 600 left
}

TEST(StreamClocks, SlowNeitherWhereTheMemorySufficesForBoth) {
    StreamClocks clocks(0);
    Notes notes;
    clocks.operate(kCompute, kRef, 0, 1000, {.memoryShare = 0.7});
    clocks.communicate(kCommunication, kRef, 0, {.durationNs = 400, .memoryShare = 0.25});
    clocks.finish(notes);
    EXPECT_EQ(notes.collectiveNs, 400);
    EXPECT_EQ(notes.operationNs, 1000);
}

TEST(StreamClocks, ACollectiveIsSlowedByWhatIsIssuedAfterIt) {
    StreamClocks clocks(0);
    Notes notes;
    clocks.communicate(kCommunication, kRef, 0, {.durationNs = 400, .memoryShare = 0.5});
    clocks.record(kCommunication, 0, kDone);
    clocks.operate(kCompute, kRef, 10, 100, {.bound = Bound::Memory, .memoryShare = 1.0});
    clocks.wait(kCompute, kRef, 10, kDone);
    clocks.operate(kCompute, kRef, 10, 30, {.bound = Bound::Memory, .memoryShare = 1.0});
    clocks.finish(notes);
    // 10 alone, 100 while the operation takes 150, the other 290 alone.
    EXPECT_EQ(notes.all, (std::vector<std::string>{"op 10-160", "collective 0-450", "op 450-480"}));
}

/// Which collectives and operations there are, not when they are placed, decides.
TEST(StreamClocks, PlacingEarlyOrLateIsTheSame) {
    const auto played = [](bool early) {
        StreamClocks clocks(0);
        Notes notes;
        for (int64_t i = 0; i < 200; ++i) {
            const double share = static_cast<double>(i % 5) / 4.0;
            clocks.operate(
                kCompute, kRef, i, 30 + 7 * (i % 11),
                {.bound = i % 2 ? Bound::Memory : Bound::Arithmetic, .memoryShare = share});
            clocks.record(kCompute, i, kReady);
            if (i % 3 == 0) {
                clocks.wait(kCommunication, kRef, i, kReady);
                clocks.communicate(kCommunication, kRef, i,
                                   {.durationNs = 90 + 13 * (i % 7),
                                    .arithmeticSlowdown = 1.1,
                                    .memoryShare = 0.3});
                clocks.record(kCommunication, i, kDone);
            }
            if (i % 9 == 8) clocks.wait(kCompute, kRef, i, kDone);
            if (early) clocks.advance(notes);
        }
        clocks.finish(notes);
        std::ranges::sort(notes.all);  // each stream is in order; the two are told as they come
        return notes.all;
    };
    const auto early = played(true), late = played(false);
    EXPECT_EQ(late.size(), 267U);
    EXPECT_EQ(early, late);
}

TEST(StreamClocks, AWaitIsForTheLatestRecordBeforeIt) {
    StreamClocks clocks(0);
    Notes notes;
    clocks.operate(kCompute, kRef, 0, 100, kArithmetic);
    clocks.record(kCompute, 0, kReady);
    clocks.wait(kCommunication, kRef, 0, kReady);
    clocks.operate(kCompute, kRef, 0, 100, kArithmetic);
    clocks.record(kCompute, 0, kReady);
    clocks.communicate(kCommunication, kRef, 0, {.durationNs = 10});
    clocks.finish(notes);
    EXPECT_EQ(notes.collectiveNs, 110);
    clocks.wait(kCommunication, kRef, 0, kReady);
    clocks.communicate(kCommunication, kRef, 0, {.durationNs = 10});
    clocks.finish(notes);
    EXPECT_EQ(notes.collectiveNs, 210);
}

}  // namespace
}  // namespace shardscope::core
