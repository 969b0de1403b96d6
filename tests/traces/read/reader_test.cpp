// What a reader of other people's traces must tolerate (R1-R13), and what it must refuse.

#include <gtest/gtest.h>
#include <zlib.h>

#include <filesystem>

#include "tests/traces/sample_trace.h"
#include "traces/file.h"
#include "traces/read/read_trace.h"
#include "traces/text/numbers.h"

namespace shardscope::traces {
namespace {

core::Result<Trace> read(std::string_view text) {
    return readTraceFrom(memorySource(text), "test.json", 0, {});
}

/// Reads @p text, which must be a trace.
Trace readGood(std::string_view text) {
    auto trace = read(text);
    EXPECT_TRUE(trace) << text << "\n" << core::toString(trace.error());
    return trace ? *std::move(trace) : Trace{};
}

std::string x(const std::string& name, const std::string& rest = "") {
    return R"({"ph": "X", "cat": "c", "name": ")" + name +
           R"(", "pid": 1, "tid": 2, "ts": 5, "dur": 1)" + rest + "}";
}

/// "name name …" in the order of the trace.
std::string namesOf(const Trace& trace) {
    std::string out;
    for (const Event& event : trace.events) {
        out += (out.empty() ? "" : " ") + std::string(trace.text(event.name));
    }
    return out;
}

Event oneEvent(const std::string& fields) {
    const Trace trace = readGood("[{" + fields + "}]");
    EXPECT_EQ(trace.events.size(), 1u) << fields;
    return trace.events.empty() ? Event{} : trace.events[0];
}

std::string gzipped(std::string_view text) {
    z_stream stream{};
    deflateInit2(&stream, 6, Z_DEFLATED, 15 + 16, 8, Z_DEFAULT_STRATEGY);
    std::string out(deflateBound(&stream, text.size()), '\0');
    stream.next_in = reinterpret_cast<Bytef*>(const_cast<char*>(text.data()));
    stream.avail_in = static_cast<uInt>(text.size());
    stream.next_out = reinterpret_cast<Bytef*>(out.data());
    stream.avail_out = static_cast<uInt>(out.size());
    deflate(&stream, Z_FINISH);
    out.resize(stream.total_out);
    deflateEnd(&stream);
    return out;
}

TEST(ReaderRule, R1ObjectAndArrayForm) {
    EXPECT_EQ(namesOf(readGood("[" + x("a") + "," + x("b") + "]")), "a b");
    EXPECT_EQ(namesOf(readGood("\xEF\xBB\xBF { \"traceEvents\" : [" + x("a") + "]}")), "a");
    EXPECT_FALSE(readGood("[" + x("a") + "]").incomplete);
}

TEST(ReaderRule, R1TrailingCommasAndEmptyObjectsAndMissingEnds) {
    const Trace trace =
        readGood("{\"traceEvents\": [" + x("a") + ", {}, " + x("b") + ",], \"k\": 1,}");
    EXPECT_EQ(namesOf(trace), "a b");
    EXPECT_EQ(trace.unreadable, 0);
    EXPECT_FALSE(trace.incomplete);
    for (const std::string end : {"", ",", ",\n", "\n", ",{\"ph\": \"X\", \"na"}) {
        const Trace cut = readGood("[" + x("a") + "," + x("b") + end);
        EXPECT_EQ(namesOf(cut), "a b") << end;
        EXPECT_TRUE(cut.incomplete) << end;
    }
    EXPECT_TRUE(readGood("{\"traceEvents\": [" + x("a") + "]").incomplete);
}

TEST(ReaderRule, R1KeysInAnyOrderAndOthersKept) {
    const Trace trace = readGood("{\"z\": [1, 2], \"traceEvents\": [" + x("a") +
                                 "], \"distributedInfo\": {\"rank\": 3}, \"schemaVersion\": 2,"
                                 " \"baseTimeNanoseconds\": 1700000000000000001}");
    EXPECT_EQ(trace.other.dump(), R"({"schemaVersion":2,"distributedInfo":{"rank":3},"z":[1,2]})");
    EXPECT_EQ(trace.baseTimeNs, 1'700'000'000'000'000'001);
    EXPECT_TRUE(trace.run.is_null());
}

TEST(ReaderRule, R1GzipByContentAndSeveralMembersAndPadding) {
    const std::string first = gzipped("[" + x("a") + ",");
    const std::string second = gzipped(x("b") + "]");
    EXPECT_EQ(namesOf(readGood(first + second)), "a b");
    const Trace padded = readGood(first + second + std::string(512, '\0'));
    EXPECT_EQ(namesOf(padded), "a b");
    EXPECT_FALSE(padded.incomplete);
}

TEST(ReaderRule, R1AGzipWithAWrongChecksumIsReadAndMarked) {
    std::string bytes = gzipped("[" + x("a") + "]");
    bytes[bytes.size() - 6] ^= 1;
    const Trace trace = readGood(bytes);
    EXPECT_EQ(namesOf(trace), "a");
    EXPECT_TRUE(trace.incomplete);
}

TEST(ReaderRule, R2TokensThatAreNoJson) {
    for (const std::string token : {"inf", "nan", "NaN", "Infinity", "-inf", "-Infinity"}) {
        const Trace trace =
            readGood("{\"m\": " + token + ", \"traceEvents\": [" +
                     x("a", ", \"args\": {\"gbps\": " + token + ", \"k\": 1}") + "]}");
        ASSERT_EQ(trace.events.size(), 1u) << token;
        EXPECT_EQ(trace.argsOf(trace.events[0]).size(), 2u);
        EXPECT_EQ(trace.text(static_cast<StringId>(trace.args[0].value)), token);
        EXPECT_EQ(trace.other["m"], token);
    }
}

TEST(ReaderRule, R3ControlCharactersAndBadUtf8AndUnknownEscapes) {
    EXPECT_EQ(namesOf(readGood("[" + x("a\nb\x01") + "]")), "a\nb\x01");
    EXPECT_EQ(namesOf(readGood("[" + x("\xff") + "]")), "\xEF\xBF\xBD");
    EXPECT_EQ(namesOf(readGood("[" + x(R"(a\qb\u00e9\ud83d\ude00\ud800)") + "]")),
              "a\\qb\u00e9\U0001F600\uFFFD");
}

TEST(ReaderRule, R3UnescapedQuotesAndBackslashes) {
    const Trace trace = readGood("[" + x("a") + "," + x("say \"hi\" twice") + "," + x("C:\\dir\\") +
                                 "," + x("b") + "]");
    EXPECT_EQ(namesOf(trace), "a say \"hi\" twice C:\\dir\\ b");
    EXPECT_EQ(trace.unreadable, 0);
}

TEST(ReaderRule, R3DamageIsCountedAndPassedOver) {
    const std::string bad = R"({"ph": "X", "name": oops nothing "here": [}, )";
    const Trace trace = readGood("[" + x("a") + "," + bad + x("b") + ", 17, " + x("c") +
                                 R"(, {"ph" "X"}, )" + x("d") + "]");
    EXPECT_EQ(namesOf(trace), "a b c d");
    EXPECT_EQ(trace.unreadable, 3);
    EXPECT_FALSE(trace.incomplete);
}

TEST(ReaderRule, R4TypesDrift) {
    EXPECT_EQ(oneEvent(R"("ph":"X","ts":"12.5","dur":"3")").tsNs, 12'500);
    EXPECT_EQ(oneEvent(R"("ph":"X","ts":"12.5","dur":"3")").durNs, 3'000);
    EXPECT_EQ(oneEvent(R"("ph":"X","ts":1,"pid":"7","tid":"8")").tid, 8u);
    EXPECT_EQ(oneEvent(R"("ph":"X","ts":1,"pid":-1)").pid, 0xFFFFFFFFu);
    const Trace trace = readGood(
        R"([{"ph":"X","ts":1,"pid":"Spans","tid":"stream 7"},
            {"ph":"X","ts":2,"pid":"Spans","tid":140737488355328},{"ph":"i","ts":3,"pid":""}])");
    EXPECT_EQ(trace.events[0].pid, trace.events[1].pid);
    EXPECT_NE(trace.events[0].tid, trace.events[1].tid);
    EXPECT_NE(trace.events[0].pid, trace.events[2].pid);
    std::vector<std::string> names;
    for (const Lane& lane : trace.lanes) names.push_back(lane.name);
    EXPECT_EQ(names, (std::vector<std::string>{"Spans", "stream 7", "140737488355328", ""}));
}

TEST(ReaderRule, R5TimesNeverGoThroughADouble) {
    EXPECT_EQ(oneEvent(R"("ph":"X","ts":1700000000000000.123)").tsNs, 1'700'000'000'000'000'123);
    EXPECT_EQ(parseMicroseconds("0.0019"), 1);
    EXPECT_EQ(parseMicroseconds("-1.5"), -1500);
    EXPECT_EQ(parseMicroseconds("1.7e9"), 1'700'000'000'000);
    EXPECT_EQ(parseMicroseconds("1E-2"), 10);
    EXPECT_EQ(parseMicroseconds("0.00000000000000000000000000001"), 0);
    EXPECT_EQ(parseMicroseconds("000000000000000000000000000000012"), 12'000);
    for (const char* bad : {"", "-", ".", "abc", "1e", "1e99", "5e15", "12abc", "1.2.3", "inf",
                            "99999999999999999999", "1e-99999999999"}) {
        EXPECT_FALSE(parseMicroseconds(bad)) << bad;
    }
}

TEST(ReaderRule, R6EventsAreSortedAndMetadataMayComeLate) {
    const Trace trace = readGood(
        R"([{"ph":"X","name":"b","ts":9,"pid":1},{"ph":"X","name":"a","ts":1,"pid":1},
            {"ph":"M","name":"process_name","pid":1,"args":{"name":"late"}},
            {"ph":"M","name":"process_sort_index","pid":1,"args":{"sort_index":99999999999}}])");
    EXPECT_EQ(namesOf(trace), "a b");
    EXPECT_EQ(trace.strings[1], "a");
    EXPECT_EQ(trace.lanes, (std::vector<Lane>{{1, 0, true, "late", INT32_MAX}}));
}

TEST(ReaderRule, R7FlowsMayBeUnpairedAndIdsMayBeText) {
    EXPECT_EQ(oneEvent(R"("ph":"f","ts":1,"id":5,"bp":"e")").scope, 'e');
    EXPECT_EQ(oneEvent(R"("ph":"s","ts":1,"id":"0x1F")").id, 0x1Fu);
    EXPECT_EQ(oneEvent(R"("ph":"b","ts":1,"id2":{"local":"ab"})").id, 0xABu);
    EXPECT_NE(oneEvent(R"("ph":"b","ts":1,"id":"not hex")").id, 0u);
    EXPECT_EQ(oneEvent(R"("ph":"b","ts":1,"id":18446744073709551615)").id, ~uint64_t{0});
}

TEST(ReaderRule, R8EventsOfMoreThanSevenDaysAreCountedInOthersFilesOnly) {
    const std::string events =
        "\"traceEvents\": [" + x("a") + R"(, {"ph":"X","name":"b","ts":0,"dur":99e10}]})";
    const Trace foreign = readGood("{" + events);
    EXPECT_EQ(namesOf(foreign), "a");
    EXPECT_EQ(foreign.unreadable, 1);
    EXPECT_EQ(readGood("{\"shardscope\": {}, " + events).events.size(), 2u);
}

TEST(ReaderRule, R9LengthsThatAreMissingOrWrong) {
    EXPECT_EQ(oneEvent(R"("ph":"X","ts":1)").durNs, 0);
    EXPECT_EQ(oneEvent(R"("ph":"X","ts":1,"dur":null)").durNs, 0);
    const Trace trace =
        readGood("[" + x("a") + R"(,{"ph":"X","ts":1,"dur":-2},{"ph":"X","dur":1}])");
    EXPECT_EQ(trace.unreadable, 2);
}

TEST(ReaderRule, BeginAndEndBecomeCompleteEvents) {
    const Trace trace = readGood(
        R"([{"ph":"B","name":"out","ts":1,"tid":1,"args":{"a":1}},{"ph":"B","name":"in","ts":2,"tid":1},
            {"ph":"E","ts":3,"tid":1},{"ph":"E","ts":9,"tid":1,"args":{"b":2}},
            {"ph":"E","ts":10,"tid":1},{"ph":"B","name":"open","ts":5,"tid":2}])");
    EXPECT_EQ(namesOf(trace), "out in open");
    EXPECT_EQ(trace.events[0].durNs, 8'000);
    EXPECT_EQ(trace.events[0].argCount, 2);
    EXPECT_EQ(trace.events[1].durNs, 1'000);
    EXPECT_EQ(trace.events[2].durNs, 5'000);
    EXPECT_EQ(trace.text(trace.argsOf(trace.events[2])[0].key), "unfinished");
    EXPECT_EQ(trace.unreadable, 1);
    for (const Event& event : trace.events) EXPECT_EQ(event.phase, Phase::Complete);
}

TEST(ReaderRule, OtherPhasesAreNotKeptAndUnknownOnesCounted) {
    const Trace trace = readGood(
        R"([{"ph":"I","name":"i","ts":1,"s":"g"},{"ph":"R","name":"r","ts":2},{"ph":"S","name":"s","ts":3,"id":1},
            {"ph":"T","name":"t","ts":4,"id":1},{"ph":"F","name":"f","ts":5,"id":1},{"ph":"P","ts":1},
            {"ph":"N","ts":1},{"ph":"(","ts":1},{"ph":"?","ts":1},{"ph":"XX","ts":1},{"name":"none"},
            {"ph":"b","name":"no id","ts":1}])");
    std::string phases;
    for (const Event& event : trace.events) phases += static_cast<char>(event.phase);
    EXPECT_EQ(phases, "iibne");
    EXPECT_EQ(trace.events[0].scope, 'g');
    EXPECT_EQ(trace.unreadable, 4);
}

TEST(ReaderRule, AnArrayMayCarryTheRunInAMetadataEvent) {
    const Trace trace = readGood(R"([{"ph":"M","name":"shardscope","args":{"baseTimeNanoseconds":
        1700000000000000001,"shardscope":{"schema":"shardscope.recording/1"}}},)" +
                                 x("a") + ",");
    EXPECT_EQ(trace.run["schema"], "shardscope.recording/1");
    EXPECT_EQ(trace.baseTimeNs, 1'700'000'000'000'000'001);
    EXPECT_TRUE(trace.incomplete);
}

TEST(Reader, RefusesWhatIsNoTraceAndSaysWhatItFound) {
    const std::vector<std::pair<std::string, std::string>> cases = {
        {"", "an empty file"},
        {" \n", "a file of blanks"},
        {"\x89PNG\r\n\x1a\n....", "a PNG image"},
        {"<!DOCTYPE html><html>", "an HTML page"},
        {"\n  <HTML>", "an HTML page"},
        {"{}", "JSON without trace events"},
        {"[]", "JSON without trace events"},
        {"{\"model\": {\"name\": \"gpt\"}}", "JSON without trace events"},
        {"{\"traceEvents\": 7}", "JSON without trace events"},
        {"{\"traceEvents\": []}", "JSON without trace events"},
        {"[{\"ph\": \"X\"}, {\"a\": 1}]", "2 events, none of which can be read"},
        {"\x0a\x10\x08", "a Perfetto protobuf trace (.pftrace), which is not supported"},
        {"hello\x01", "something that begins with \"hello.\""},
        {"{\"shardscope\": {\"schema\": \"x\"}, \"traceEv", "cut before its first whole event"},
        {gzipped(""), "an empty file"},
        {"\x1f\x8b", "an empty file"},
    };
    for (const auto& [text, found] : cases) {
        const auto result = read(text);
        ASSERT_FALSE(result) << text;
        EXPECT_EQ(result.error().code, core::ErrorCode::InvalidInput);
        EXPECT_EQ(result.error().where, "test.json");
        EXPECT_NE(result.error().message.find(found), std::string::npos) << result.error().message;
        EXPECT_NE(result.error().message.find("allowed is"), std::string::npos);
    }
}

TEST(Reader, RefusesMissingFilesAndFoldersByName) {
    const std::string folder = test::freshFolder("reader");
    for (const std::string& path : {folder, folder + "/none.json"}) {
        const auto result = readTrace(path);
        ASSERT_FALSE(result);
        EXPECT_EQ(result.error().code, core::ErrorCode::InvalidInput);
        EXPECT_EQ(result.error().where, path);
    }
}

TEST(Reader, ReportsProgressAndCanBeStopped) {
    const std::string path = test::freshFolder("progress") + "/a.json.gz";
    ASSERT_TRUE(writeTrace(test::largeRecording(30'000), path));
    const auto size = static_cast<int64_t>(std::filesystem::file_size(path));
    int64_t last = -1, calls = 0;
    const auto watch = [&](int64_t done, int64_t total) {
        EXPECT_EQ(total, size);
        EXPECT_GE(done, last);
        last = done;
        return ++calls > 0;
    };
    ASSERT_TRUE(readTrace(path, {.progress = watch}));
    EXPECT_EQ(last, size);
    EXPECT_GT(calls, 2);
    const auto stopped = readTrace(path, {.progress = [](int64_t, int64_t) { return false; }});
    ASSERT_FALSE(stopped);
    EXPECT_EQ(stopped.error().code, core::ErrorCode::Interrupted);
}

}  // namespace
}  // namespace shardscope::traces
