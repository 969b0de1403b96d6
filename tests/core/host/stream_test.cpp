#include "core/host/stream.h"

#include <gtest/gtest.h>

#include <chrono>
#include <latch>
#include <vector>

#include "core/host/events.h"

namespace shardscope::core {
namespace {

using Task = std::function<void()>;

void runTask(Task& task) { task(); }

TEST(Stream, ExecutesInOrderBeyondItsCapacity) {
    std::vector<uint32_t> seen;
    const uint32_t count = 5 * Stream<Task>::kCapacity + 3;
    Stream<Task> stream(runTask);
    for (uint32_t i = 0; i < count; ++i) stream.push([&seen, i] { seen.push_back(i); });
    stream.drain();
    ASSERT_EQ(seen.size(), count);
    for (uint32_t i = 0; i < count; ++i) ASSERT_EQ(seen[i], i);
}

TEST(Stream, ReturnsBeforeTheWorkIsDone) {
    std::latch release(1);
    Stream<Task> stream(runTask);
    stream.push([&] { release.wait(); });
    EXPECT_FALSE(stream.idle());
    release.count_down();
    stream.drain();
    EXPECT_TRUE(stream.idle());
}

TEST(Stream, DrainsManyTimesWhileItRunsDry) {
    int done = 0;
    Stream<Task> stream(runTask);
    for (int i = 1; i <= 2000; ++i) {
        stream.push([&] { ++done; });
        if (i % 3 != 0) continue;
        stream.drain();
        ASSERT_EQ(done, i);
    }
}

TEST(Stream, FinishesItsWorkBeforeItEnds) {
    int done = 0;
    {
        Stream<Task> stream(runTask);
        for (int i = 0; i < 100; ++i) stream.push([&] { ++done; });
    }
    EXPECT_EQ(done, 100);
}

TEST(EventTable, AWaitMeansTheMostRecentRecord) {
    EventTable table(2);
    EXPECT_EQ(table.latest(EventId{5}).count, 0u);
    table.record(kCompute, EventId{5});
    table.record(kCompute, EventId{6});
    const RecordTicket before = table.latest(EventId{5});
    table.record(kCommunication, EventId{5});
    EXPECT_EQ(before.stream, kCompute);
    EXPECT_EQ(before.count, 1u);
    EXPECT_EQ(table.latest(EventId{5}).stream, kCommunication);
    EXPECT_EQ(table.latest(EventId{5}).count, 1u);
    EXPECT_EQ(table.latest(EventId{6}).count, 2u);
}

TEST(RecordCounter, HoldsTheWaiterUntilTheCount) {
    RecordCounter counter;
    std::atomic<bool> passed{false};
    std::jthread waiter([&] {
        counter.waitFor(3);
        passed = true;
    });
    counter.advance();
    counter.advance();
    std::this_thread::sleep_for(std::chrono::milliseconds(2));
    EXPECT_FALSE(passed);
    counter.advance();
    waiter.join();
    EXPECT_TRUE(passed);
}

}  // namespace
}  // namespace shardscope::core
