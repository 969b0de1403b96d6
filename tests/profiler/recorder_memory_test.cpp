// Pool calls and counters of played runs.

#include "tests/profiler/recorder_run.h"

namespace shardscope::profiler {
namespace {

TEST(MemoryInstants, AreOneAPoolCallInPlanOrder) {
    const PlayedRun run(2, {.ranks = 2});
    const auto calls = eventsOf(run.trace, traces::kMemoryCategory);
    int64_t live = 0;
    for (size_t at = 0; at < calls.size(); ++at) {
        EXPECT_EQ(calls[at]["seq"], static_cast<int64_t>(at));
        EXPECT_EQ(calls[at].tid, traces::kHostTid);
        live += calls[at].name == "allocate" ? calls[at]["requested"] : -calls[at]["requested"];
        EXPECT_EQ(calls[at]["live"], live);
    }
    EXPECT_EQ(calls.front()["step"], -1);
    EXPECT_EQ(calls.front().text("phase"), "setup");
}

TEST(MemoryInstants, SayWhatWasAllocatedAndWhere) {
    const PlayedRun run(2, {.ranks = 2});
    auto calls = eventsOf(run.trace, traces::kMemoryCategory, "allocate");
    std::erase_if(calls, [](const Seen& c) { return c.text("category") != "gradients"; });
    ASSERT_FALSE(calls.empty());
    const Seen& call = calls.front();
    const core::BufferId buffer{static_cast<int32_t>(call["buffer"])};
    const core::BufferSpec& spec = run.step.layout[buffer];
    EXPECT_EQ(call.text("name"), spec.name);
    EXPECT_EQ(call["requested"], spec.bytes);
    EXPECT_EQ(call["block"], spec.bytes);
    EXPECT_EQ(call["segment"], 0);
    EXPECT_EQ(call["offset"], 512 * buffer.value);
    EXPECT_EQ(call["stream"], 0);
    EXPECT_EQ(call["bucket"], 0);
    EXPECT_EQ(call["allocated"] % 512, 0);
    EXPECT_GE(call["reserved"], call["allocated"]);
    EXPECT_EQ(call.text("phase"), "backward");
}

TEST(MemoryCounters, ChangeWithEveryWrittenValue) {
    const PlayedRun run(2, {.ranks = 2});
    std::map<std::string, int64_t> last;
    int64_t written = 0;
    for (const traces::Event& event : run.trace.events) {
        if (event.phase != traces::Phase::Counter) continue;
        const Seen seen = seenOf(run.trace, event);
        const auto [place, isNew] = last.try_emplace(seen.name, -1);
        EXPECT_NE(place->second, seen["bytes"]) << seen.name;
        place->second = seen["bytes"];
        ++written;
    }
    EXPECT_GT(written, 0);
    EXPECT_EQ(last["live gradients"], 0);
    EXPECT_GT(last["live weights"], 0);
    int64_t categories = 0;
    for (const auto& [name, bytes] : last) categories += name.starts_with("live ") ? bytes : 0;
    EXPECT_EQ(categories, last["live"]);
}

}  // namespace
}  // namespace shardscope::profiler
