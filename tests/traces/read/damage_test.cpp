// Files that are cut, mutated or made to hurt: every one is read as far as it goes or refused.

#include <gtest/gtest.h>

#include <algorithm>
#include <random>

#include "tests/traces/sample_trace.h"
#include "traces/file.h"
#include "traces/read/read_trace.h"

namespace shardscope::traces {
namespace {

core::Result<Trace> read(std::string_view bytes) {
    return readTraceFrom(memorySource(bytes), "test", 0, {});
}

std::string fileOf(const Trace& trace, const std::string& name) {
    const std::string path = test::freshFolder("damage") + "/" + name;
    EXPECT_TRUE(writeTrace(trace, path));
    return test::contentOf(path);
}

/// What every trace that is read must hold, whatever the file was.
void expectSound(const Trace& trace) {
    for (const Event& event : trace.events) {
        ASSERT_LT(event.name, trace.strings.size());
        ASSERT_LT(event.category, trace.strings.size());
        ASSERT_LE(size_t{event.firstArg} + event.argCount, trace.args.size());
        ASSERT_GE(event.durNs, 0);
        ASSERT_NE(std::string_view("XiCbenstf").find(static_cast<char>(event.phase)),
                  std::string_view::npos);
    }
    for (const Arg& arg : trace.args) {
        ASSERT_LT(arg.key, trace.strings.size());
        if (arg.kind == Arg::Kind::Integer) continue;
        ASSERT_LT(static_cast<size_t>(arg.value), trace.strings.size());
    }
}

/// Events of @p part are those that @p whole begins with.
bool isPrefix(const Trace& part, const Trace& whole) {
    return part.events.size() <= whole.events.size() &&
           std::equal(part.events.begin(), part.events.end(), whole.events.begin());
}

TEST(CutFile, AnyCutBehindTheFirstEventOpensAsIncomplete) {
    const Trace whole = test::smallTrace();
    const std::string bytes = fileOf(whole, "a.json");
    const size_t firstEvent = bytes.find('\n', bytes.find("ProfilerStep#1"));
    size_t events = 0;
    for (size_t size = firstEvent; size < bytes.size(); ++size) {
        const auto trace = read(std::string_view(bytes).substr(0, size));
        ASSERT_TRUE(trace) << size << core::toString(trace.error());
        EXPECT_TRUE(trace->incomplete);
        EXPECT_TRUE(isPrefix(*trace, whole)) << size;
        EXPECT_EQ(trace->run, whole.run);
        EXPECT_EQ(trace->lanes, whole.lanes);
        EXPECT_GE(trace->events.size(), events);
        events = trace->events.size();
    }
    EXPECT_EQ(events, whole.events.size());
}

TEST(CutFile, ACutBeforeTheFirstEventIsRefused) {
    const std::string bytes = fileOf(test::smallTrace(), "a.json");
    const size_t firstEvent = bytes.find("ProfilerStep#1");
    for (size_t size = 0; size < firstEvent; ++size) {
        const auto trace = read(std::string_view(bytes).substr(0, size));
        ASSERT_FALSE(trace) << size;
        EXPECT_EQ(trace.error().code, core::ErrorCode::InvalidInput);
    }
}

TEST(CutFile, EverythingInflatableOfACutGzipIsUsed) {
    const Trace whole = test::largeRecording(30'000);
    const std::string bytes = fileOf(whole, "a.json.gz");
    size_t events = 0;
    for (const int percent : {30, 50, 80, 99}) {
        const auto trace = read(
            std::string_view(bytes).substr(0, bytes.size() * static_cast<size_t>(percent) / 100));
        ASSERT_TRUE(trace) << percent;
        EXPECT_TRUE(trace->incomplete);
        EXPECT_TRUE(isPrefix(*trace, whole));
        EXPECT_GT(trace->events.size() * 100 / whole.events.size(),
                  static_cast<size_t>(percent) - 15);
        EXPECT_GT(trace->events.size(), events);
        events = trace->events.size();
    }
}

TEST(CutFile, ACorruptGzipIsReadUpToTheDamage) {
    const Trace whole = test::largeRecording(30'000);
    std::string bytes = fileOf(whole, "a.json.gz");
    for (size_t i = bytes.size() / 2; i < bytes.size() / 2 + 64; ++i) bytes[i] = '\xff';
    const auto trace = read(bytes);
    ASSERT_TRUE(trace);
    EXPECT_TRUE(trace->incomplete);
    EXPECT_GT(trace->events.size(), whole.events.size() / 4);
}

std::string repeated(std::string_view text, size_t times) {
    std::string out;
    for (size_t i = 0; i < times; ++i) out += text;
    return out;
}

TEST(HostileFile, DeepNestingIsDamage) {
    const std::string good = R"({"ph":"X","name":"a","ts":1})";
    for (const char* bracket : {"[", "{\"a\":", "{\"args\":{\"a\":["}) {
        const std::string deep = repeated(bracket, 200'000);
        const auto trace = read("[" + good + "," + deep);
        ASSERT_TRUE(trace) << bracket;
        EXPECT_GE(trace->events.size(), 1u);
        const auto metadata = read("{\"m\": " + deep);
        EXPECT_FALSE(metadata);
    }
}

TEST(HostileFile, HugeNumbersAndManyArgs) {
    const std::string digits(100'000, '9');
    const std::string good =
        R"({"ph":"X","name":"a","ts":1,"args":{"big":)" + std::string(300, '9') + "}}";
    const auto trace = read("[" + good + R"(,{"ph":"X","ts":)" + digits + "}," + good + "]");
    ASSERT_TRUE(trace);
    EXPECT_EQ(trace->events.size(), 2u);
    EXPECT_EQ(trace->unreadable, 1);
    const auto many =
        read("[" + good + R"(,{"ph":"X","ts":1,"args":{)" + repeated("\"k\":1,", 70'000) + "}}]");
    ASSERT_TRUE(many);
    EXPECT_EQ(many->events.size(), 1u);
}

TEST(HostileFile, DamageAllAlongTakesLinearTime) {
    for (const char* piece :
         {",{\"", "{\"a\":\"b\"c\",", ",{\"a\":[,", "\"\"\"", ",{\"a\":1,{", "]]}}"}) {
        const auto trace = read("[{\"ph\":\"X\",\"ts\":1}" + repeated(piece, 300'000));
        ASSERT_TRUE(trace) << piece;
        expectSound(*trace);
    }
}

/// One to four small changes.
std::string mutated(std::string bytes, std::mt19937& random) {
    constexpr std::string_view kBytes = "{}[]\",:\\0-9eE.nN\n\0\xff\x80";
    const auto at = [&] { return random() % (bytes.size() + 1); };
    for (int change = static_cast<int>(random() % 4); change >= 0; --change) {
        const size_t place = at();
        switch (random() % 5) {
            case 0:
                bytes.resize(place);
                break;
            case 1:
                bytes.erase(place, random() % 40);
                break;
            case 2:
                bytes.insert(place, 1, kBytes[random() % kBytes.size()]);
                break;
            case 3:
                bytes.insert(place, bytes.substr(at(), random() % 200));
                break;
            default:
                if (place < bytes.size()) bytes[place] = kBytes[random() % kBytes.size()];
        }
    }
    return bytes;
}

void readMutations(const std::string& bytes, int count) {
    std::mt19937 random(20240229);
    int readable = 0;
    for (int i = 0; i < count; ++i) {
        const auto trace = read(mutated(bytes, random));
        if (!trace) continue;
        ++readable;
        expectSound(*trace);
    }
    EXPECT_GT(readable, count / 20);
}

TEST(HostileFile, MutatedJsonIsReadOrRefused) {
    readMutations(fileOf(test::smallTrace(), "a.json"), 2000);
}

TEST(HostileFile, MutatedGzipIsReadOrRefused) {
    readMutations(fileOf(test::recording(2, 2, 3), "a.json.gz"), 1000);
}

TEST(HostileFile, WhatWasReadFromAMutatedFileCanBeWrittenAndReadAgain) {
    std::mt19937 random(7);
    const std::string bytes = fileOf(test::smallTrace(), "a.json");
    const std::string path = test::freshFolder("again") + "/a.json";
    for (int i = 0; i < 200; ++i) {
        const auto trace = read(mutated(bytes, random));
        if (!trace) continue;
        ASSERT_TRUE(writeTrace(*trace, path));
        const auto again = readTrace(path);
        ASSERT_TRUE(again) << core::toString(again.error());
        EXPECT_EQ(again->events.size(), trace->events.size());
        EXPECT_EQ(again->incomplete, trace->incomplete);
    }
}

}  // namespace
}  // namespace shardscope::traces
