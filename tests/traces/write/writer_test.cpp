// The rules W1-W19 of a trace that others open.

#include <gtest/gtest.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <unistd.h>
#include <zlib.h>

#include <csignal>
#include <cstdlib>
#include <filesystem>

#include "tests/traces/sample_trace.h"
#include "traces/file.h"
#include "traces/overlap.h"
#include "traces/text/json_text.h"
#include "traces/write/write_trace.h"

namespace shardscope::traces {
namespace {

namespace fs = std::filesystem;

/// The text that writeTrace() makes of @p trace.
std::string textOf(const Trace& trace) {
    const std::string path = test::freshFolder("writer") + "/a.trace.json";
    const auto written = writeTrace(trace, path);
    EXPECT_TRUE(written) << core::toString(written.error());
    return test::contentOf(path);
}

/// As textOf, parsed by a strict parser; fails the test when it is not strict JSON.
Json jsonOf(const Trace& trace) {
    Json json = Json::parse(textOf(trace), nullptr, false);
    EXPECT_FALSE(json.is_discarded());
    return json;
}

std::vector<Json> eventsOf(const Trace& trace, const std::string& phase) {
    std::vector<Json> out;
    const Json file = jsonOf(trace);
    for (const Json& event : file["traceEvents"]) {
        if (event["ph"] == phase) out.push_back(event);
    }
    return out;
}

Trace oneEvent(int64_t tsNs, int64_t durNs) {
    TraceBuilder builder;
    builder.complete(1, 2, "kernel", "matmul", tsNs, durNs);
    return builder.finish();
}

int filesIn(const fs::path& folder) {
    return static_cast<int>(std::distance(fs::directory_iterator(folder), {}));
}

TEST(WriterRule, W1MetadataComesBeforeTheEventsAndNothingAfterTheBrace) {
    const std::string text = textOf(test::smallTrace());
    EXPECT_TRUE(text.starts_with(R"({"schemaVersion": 1, "displayTimeUnit": "ns")"));
    EXPECT_TRUE(text.ends_with("\n]}"));
    const size_t events = text.find("\"traceEvents\"");
    for (const char* key : {"schemaVersion", "displayTimeUnit", "baseTimeNanoseconds", "traceName",
                            "deviceProperties", "distributedInfo", "shardscope"}) {
        EXPECT_LT(text.find('"' + std::string(key) + '"'), events) << key;
    }
}

TEST(WriterRule, W2ColonsAreFollowedByASpace) {
    TraceBuilder builder;
    builder.raw("nested", R"({"a":[1,{"b":2}]})");
    builder.complete(1, 2, "kernel", "matmul", 0, 1);
    const Trace trace = builder.finish();
    EXPECT_NE(textOf(trace).find(R"({"a": [1, {"b": 2}]})"), std::string::npos);
    EXPECT_NE(textOf(test::smallTrace()).find(R"("world_size": 2)"), std::string::npos);
}

TEST(WriterRule, W3TimesAreFixedPoint) {
    const std::string text = textOf(oneEvent(9'007'199'254'740'993, 1));
    EXPECT_NE(text.find(R"("ts": 9007199254740.993, "dur": 0.001)"), std::string::npos);
    std::string out;
    for (int64_t ns : {0L, 999L, 1000L, -1L, -1500L, INT64_MIN}) {
        appendMicroseconds(ns, out);
        out += ' ';
    }
    EXPECT_EQ(out, "0.000 0.999 1.000 -0.001 -1.500 -9223372036854775.808 ");
}

TEST(WriterRule, W4TheTimeUnitIsNanosecondsWhateverWasRead) {
    Trace trace = oneEvent(1, 1);
    trace.other["displayTimeUnit"] = "ms";
    EXPECT_EQ(jsonOf(trace)["displayTimeUnit"], "ns");
}

TEST(WriterRule, W5LengthsAreNeverNegative) {
    Trace trace = oneEvent(5, 1);
    trace.events[0].durNs = -7;
    EXPECT_EQ(eventsOf(trace, "X")[0]["dur"], 0.0);
}

TEST(WriterRule, W6IdsOfProcessesAreWholeNumbers) {
    TraceBuilder builder;
    builder.complete(0xFFFFFFFF, 0xFFFFFFFE, "kernel", "matmul", 0, 1);
    const Json event = eventsOf(builder.finish(), "X")[0];
    EXPECT_EQ(event["pid"], 4294967295);
    EXPECT_EQ(event["tid"], 4294967294);
}

TEST(WriterRule, W7OverlapsGoToALaneOfTheirOwn) {
    TraceBuilder builder;
    builder.process(1, "rank 0", 0);
    builder.thread(1, 2, "stream", 5);
    for (int64_t begin : {0, 50, 60}) builder.complete(1, 2, "kernel", "k", begin, 100);
    builder.complete(1, 2, "kernel", "inside", 10, 20);
    const Trace trace = builder.finish();
    std::vector<uint32_t> tids;
    for (const Event& event : trace.events) tids.push_back(event.tid);
    EXPECT_EQ(tids, (std::vector<uint32_t>{2, 2, 102, 202}));
    EXPECT_EQ(trace.lanes[2], (Lane{1, 102, false, "stream (2)", 5}));
    EXPECT_EQ(trace.lanes[3], (Lane{1, 202, false, "stream (3)", 5}));
    EXPECT_FALSE(hasOverlaps(trace));
}

TEST(WriterRule, W7AnOverflowLanePassesOverATidThatMeansSomethingElse) {
    TraceBuilder builder;
    builder.thread(1, 2, "stream", 0);
    builder.thread(1, 102, "another stream", 0);
    builder.complete(1, 2, "kernel", "k", 0, 100);
    builder.complete(1, 2, "kernel", "k", 50, 100);
    EXPECT_EQ(builder.finish().events[1].tid, 202u);
}

TEST(WriterRule, W7TheWriterSpreadsWhatWasNotBuiltHere) {
    Trace trace = oneEvent(0, 100);
    trace.events.push_back(trace.events[0]);
    trace.events[1].tsNs = 50;
    const auto events = eventsOf(trace, "X");
    EXPECT_EQ(events[0]["tid"], 2);
    EXPECT_EQ(events[1]["tid"], 102);
}

TEST(WriterRule, W8ParentsComeFirstAndFlowsAfterTheirSlice) {
    TraceBuilder builder;
    builder.flow(Phase::FlowStart, 1, 2, "bucket", "bucket", 1, 10);
    builder.complete(1, 2, "kernel", "empty", 10, 0);
    builder.complete(1, 2, "kernel", "child", 10, 5);
    builder.complete(1, 2, "kernel", "parent", 10, 20);
    builder.complete(1, 2, "kernel", "before", 0, 3);
    std::string order;
    const Trace trace = builder.finish();
    for (const Event& event : trace.events) order += std::string(trace.text(event.name)) + ' ';
    EXPECT_EQ(order, "before parent child empty bucket ");
}

TEST(WriterRule, W9FlowsEndOnTheirSliceAndHaveIntegerIds) {
    const auto ends = eventsOf(test::smallTrace(), "f");
    ASSERT_EQ(ends.size(), 1u);
    EXPECT_EQ(ends[0]["bp"], "e");
    EXPECT_EQ(ends[0]["id"], 9);
    EXPECT_FALSE(eventsOf(test::smallTrace(), "s")[0].contains("bp"));
}

TEST(WriterRule, W10CountersHaveOneNumber) {
    const auto counters = eventsOf(test::smallTrace(), "C");
    ASSERT_EQ(counters.size(), 1u);
    EXPECT_EQ(counters[0]["args"], Json({{"bytes", 1 << 20}}));
}

TEST(WriterRule, W11LanesAreNamedBeforeTheEvents) {
    const Json events = jsonOf(test::smallTrace())["traceEvents"];
    std::set<std::string> names;
    bool timed = false;
    for (const Json& event : events) {
        EXPECT_FALSE(timed && event["ph"] == "M");
        timed = timed || event["ph"] != "M";
        if (!timed) names.insert(event["name"].get<std::string>());
    }
    EXPECT_EQ(names, (std::set<std::string>{"process_labels", "process_name", "process_sort_index",
                                            "thread_name", "thread_sort_index"}));
}

TEST(WriterRule, W12StringsAreEscapedAndRepaired) {
    std::string out;
    appendQuoted("a\"b\\c\nd\te\rf\x01g\x7f 한국\xff\xc0\xaf\xed\xa0\x80z", out);
    EXPECT_EQ(out,
              "\"a\\\"b\\\\c\\nd\\te\\rf\\u0001g\x7f 한국"
              "\xEF\xBF\xBD\xEF\xBF\xBD\xEF\xBF\xBD\xEF\xBF\xBD\xEF\xBF\xBD\xEF\xBF\xBDz\"");
    EXPECT_FALSE(Json::parse(out, nullptr, false).is_discarded());
}

TEST(WriterRule, W13IntegersAbove53BitsAreHexStrings) {
    TraceBuilder builder;
    builder.arg("exact", kExactInteger).arg("large", kExactInteger + 1);
    builder.arg("least", INT64_MIN).raw("unsigned", "18446744073709551615");
    builder.async(Phase::AsyncBegin, 1, "c", "n", uint64_t{1} << 63, 0);
    const Trace trace = builder.finish();
    const Json event = eventsOf(trace, "b")[0];
    EXPECT_EQ(event["args"]["exact"], kExactInteger);
    EXPECT_EQ(event["args"]["large"], "0x20000000000001");
    EXPECT_EQ(event["args"]["least"], "-0x8000000000000000");
    EXPECT_EQ(event["args"]["unsigned"], "0xffffffffffffffff");
    EXPECT_EQ(event["id"], "0x8000000000000000");
    EXPECT_EQ(trace.args[1].value, kExactInteger + 1);
}

/// Inflates as the simplest readers do: one member, to its end.
std::string inflateFirstMember(const std::string& bytes, size_t& used) {
    z_stream stream{};
    inflateInit2(&stream, 15 + 16);
    std::string out(64 << 20, '\0');
    stream.next_in = reinterpret_cast<Bytef*>(const_cast<char*>(bytes.data()));
    stream.avail_in = static_cast<uInt>(bytes.size());
    stream.next_out = reinterpret_cast<Bytef*>(out.data());
    stream.avail_out = static_cast<uInt>(out.size());
    EXPECT_EQ(inflate(&stream, Z_FINISH), Z_STREAM_END);
    out.resize(stream.total_out);
    used = stream.total_in;
    inflateEnd(&stream);
    return out;
}

TEST(WriterRule, W14GzipIsOneMemberWhateverTheNumberOfThreads) {
    const Trace trace = test::largeRecording(3 * kEventsPerBlock);
    const std::string folder = test::freshFolder("gzip");
    std::vector<std::string> files;
    for (int threads : {1, 2, 3}) {
        const std::string path = folder + "/" + std::to_string(threads) + ".json.gz";
        ASSERT_TRUE(writeTraceWith(trace, path, threads));
        files.push_back(test::contentOf(path));
    }
    EXPECT_EQ(files[0], files[1]);
    EXPECT_EQ(files[0], files[2]);
    EXPECT_EQ(files[0].substr(4, 4), std::string(4, '\0')) << "mtime";
    size_t used = 0;
    EXPECT_EQ(inflateFirstMember(files[0], used), textOf(trace));
    EXPECT_EQ(used, files[0].size());
}

TEST(WriterRule, W15AFileAppearsWholeOrNotAtAll) {
    const std::string folder = test::freshFolder("atomic");
    const std::string path = folder + "/a.json";
    test::putContent(path, "old");
    ASSERT_TRUE(writeTrace(test::smallTrace(), path));
    EXPECT_NE(test::contentOf(path), "old");
    EXPECT_EQ(filesIn(folder), 1);
}

void expectIoError(const core::Result<void>& result, const std::string& path,
                   const std::string& reason) {
    ASSERT_FALSE(result);
    EXPECT_EQ(result.error().code, core::ErrorCode::Io);
    EXPECT_EQ(result.error().where, path);
    EXPECT_NE(result.error().message.find(reason), std::string::npos) << result.error().message;
}

TEST(WriterRule, W15AFullDiskIsAnErrorAndLeavesTheOldFile) {
    const std::string folder = test::freshFolder("full");
    const Trace trace = test::largeRecording(20'000);
    rlimit before{};
    ASSERT_EQ(getrlimit(RLIMIT_FSIZE, &before), 0);
    const auto handler = std::signal(SIGXFSZ, SIG_IGN);
    const rlimit small{.rlim_cur = 100'000, .rlim_max = before.rlim_max};
    for (const std::string name : {"a.json", "a.json.gz"}) {
        test::putContent(folder + "/" + name, "old");
        ASSERT_EQ(setrlimit(RLIMIT_FSIZE, &small), 0);
        const auto result = writeTrace(trace, folder + "/" + name);
        setrlimit(RLIMIT_FSIZE, &before);
        expectIoError(result, folder + "/" + name, "File too large");
        EXPECT_EQ(test::contentOf(folder + "/" + name), "old");
    }
    std::signal(SIGXFSZ, handler);
    EXPECT_EQ(filesIn(folder), 2);
}

TEST(WriterRule, W15AFolderThatRefusesIsAnError) {
    const std::string folder = test::freshFolder("refuses");
    const std::string missing = folder + "/none/a.json";
    expectIoError(writeTrace(test::smallTrace(), missing), missing, "No such file or directory");
    expectIoError(writeTrace(test::smallTrace(), folder), folder, "it is a folder");
    expectIoError(writeTrace(test::smallTrace(), "/dev/full"), "/dev/full", "it is a device");
    EXPECT_EQ(filesIn(folder), 0);
}

TEST(WriterRule, W15AFolderWithoutPermissionIsAnError) {
    if (::geteuid() == 0) GTEST_SKIP() << "root may write everywhere";
    const std::string folder = test::freshFolder("readonly");
    fs::permissions(folder, fs::perms::owner_read | fs::perms::owner_exec);
    expectIoError(writeTrace(test::smallTrace(), folder + "/a.json"), folder + "/a.json",
                  "Permission denied");
}

TEST(WriterRule, W18CollectivesKeepTheirExactKeys) {
    const Trace trace = test::recording(2, 1, 1);
    for (const Json& event : eventsOf(trace, "X")) {
        if (!event["args"].contains("Collective name")) continue;
        EXPECT_EQ(event["args"]["Process Group Ranks"], Json({0, 1, 2, 3}));
        EXPECT_EQ(event["args"]["In msg nelems"], (7 << 20) / 4);
        return;
    }
    FAIL() << "no collective";
}

TEST(WriterRule, W19CategoriesAreKinetos) {
    std::set<std::string> found;
    const Json file = jsonOf(test::recording(2, 1, 1));
    for (const Json& event : file["traceEvents"]) {
        if (event.contains("cat")) found.insert(event["cat"].get<std::string>());
    }
    for (const char* category :
         {"kernel", "user_annotation", "gpu_user_annotation", "cpu_instant_event"}) {
        EXPECT_TRUE(found.contains(category)) << category;
    }
}

TEST(Writer, BytesOfASmallTraceAreAsTheGoldenFile) {
    const std::string golden = SHARDSCOPE_SOURCE_DIR "/tests/traces/small.trace.json";
    const std::string text = textOf(test::smallTrace());
    if (std::getenv("SHARDSCOPE_UPDATE_GOLDEN")) test::putContent(golden, text);
    EXPECT_EQ(text, test::contentOf(golden));
}

}  // namespace
}  // namespace shardscope::traces
