// Write, read, write: the same trace and the same bytes.

#include <gtest/gtest.h>

#include <algorithm>

#include "tests/traces/sample_trace.h"
#include "traces/canonical.h"
#include "traces/file.h"

namespace shardscope::traces {
namespace {

/// Writes, reads, compares, writes again, compares the bytes; for both kinds of file.
void expectRoundTrip(const Trace& trace) {
    for (const char* name : {"/a.json", "/a.json.gz"}) {
        const std::string path = test::freshFolder("round") + name;
        ASSERT_TRUE(writeTrace(trace, path));
        const std::string bytes = test::contentOf(path);
        const auto read = readTrace(path);
        ASSERT_TRUE(read) << core::toString(read.error());
        EXPECT_EQ(read->strings, trace.strings);
        EXPECT_TRUE(read->args == trace.args);
        EXPECT_TRUE(read->events == trace.events);
        EXPECT_TRUE(*read == trace) << name;
        ASSERT_TRUE(writeTrace(*read, path));
        EXPECT_TRUE(test::contentOf(path) == bytes) << name;
    }
}

TEST(RoundTrip, SmallTraceWithEveryPhaseAndKindOfArg) { expectRoundTrip(test::smallTrace()); }

TEST(RoundTrip, ARecordingOfSeveralBlocks) { expectRoundTrip(test::largeRecording(20'000)); }

TEST(RoundTrip, ARecordingWithoutEvents) {
    TraceBuilder builder;
    builder.trace().run = {{"schema", "shardscope.recording/1"}, {"status", "failed"}};
    expectRoundTrip(builder.finish());
}

TEST(RoundTrip, TheRunMayBeSetAfterFinish) {
    Trace trace = test::recording(2, 1, 2);
    trace.run["name"] = "renamed";
    trace.other["cupti_version"] = 26;
    expectRoundTrip(trace);
}

TEST(RoundTrip, OddTextsAndArgs) {
    TraceBuilder b;
    b.arg("", "").arg("null", "null").arg("hex", "0x7fff123456789abc").arg("small hex", "0x1f");
    b.arg("negative", int64_t{INT64_MIN}).raw("big", "123456789012345678901234567890");
    b.raw("not json", "{oops").raw("empty", "").raw("nan", "NaN").raw("true", "true");
    b.raw("text", "\"a\\u00e9\\ud83d\\ude00\"").raw("zero", "-0").raw("float", "-1.5e-3");
    b.raw("deep", R"({"a" : [ 1,2 , {"b":null}, ], "c": -Infinity})").arg("bad", "\xff\xfe");
    b.complete(1, 1, "\xc3\x28", "null", -5, 0);
    b.instant(0, 0, "", "", INT64_MIN / 4);
    b.async(Phase::AsyncBegin, 1, "c", "n", ~uint64_t{0}, 3);
    const Trace trace = b.finish();
    expectRoundTrip(trace);
    const auto args = trace.argsOf(trace.events[1]);
    EXPECT_EQ(args[2].kind, Arg::Kind::Integer);
    EXPECT_EQ(args[2].value, 0x7fff123456789abc);
    EXPECT_EQ(args[3].kind, Arg::Kind::Text);
    EXPECT_EQ(args[6].kind, Arg::Kind::Text) << "what is no JSON is text";
    EXPECT_EQ(trace.text(static_cast<StringId>(args[13].value)),
              R"({"a": [1, 2, {"b": null}], "c": "-Infinity"})");
}

TEST(RoundTrip, MarksOfADamagedFileStay) {
    Trace trace = test::smallTrace();
    trace.incomplete = true;
    trace.unreadable = 3;
    expectRoundTrip(trace);
}

TEST(Canonical, BuildersThatAddInAnotherOrderGiveTheSameTrace) {
    const auto build = [](bool swapped) {
        TraceBuilder b;
        const auto one = [&] { b.arg("k", "v").complete(1, 1, "kernel", "one", 10, 5); };
        const auto two = [&] { b.arg("x", "y").complete(2, 1, "other", "two", 20, 5); };
        b.process(swapped ? 2 : 1, "rank", 0);
        b.process(swapped ? 1 : 2, "rank", 0);
        swapped ? two() : one();
        swapped ? one() : two();
        b.intern("never used");
        return b.finish();
    };
    EXPECT_EQ(build(false), build(true));
}

TEST(Canonical, TheLastNameOfALaneStays) {
    std::vector<Lane> lanes{{1, 2, false, "old", 1}, {1, 0, true, "p", 0}, {1, 2, false, "new", 2}};
    sortLanes(lanes);
    EXPECT_EQ(lanes, (std::vector<Lane>{{1, 0, true, "p", 0}, {1, 2, false, "new", 2}}));
}

}  // namespace
}  // namespace shardscope::traces
