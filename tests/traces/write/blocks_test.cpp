// A recording handed on in blocks while it is read: all of it, in order, and never more than a block.

#include <gtest/gtest.h>

#include <algorithm>

#include "tests/traces/sample_trace.h"
#include "traces/file.h"

namespace shardscope::traces {
namespace {

class Blocks : public ::testing::Test {
  protected:
    Blocks() : folder_(test::freshFolder("blocks")) {}

    std::string write(const Trace& trace, const std::string& name) const {
        const std::string path = folder_ + "/" + name;
        EXPECT_TRUE(writeTrace(trace, path));
        return path;
    }
    /// Puts the blocks together again.
    core::Result<bool> read(const std::string& path) {
        return readInBlocks(path, trace_, [this] {
            ++blocks_;
            largest_ = std::max(largest_, trace_.events.size());
            for (Event event : trace_.events) {
                const auto args = trace_.argsOf(event);
                event.firstArg = static_cast<uint32_t>(args_.size());
                for (const Arg& arg : args) args_.push_back(arg);
                events_.push_back(event);
            }
        });
    }
    Trace together() const {
        Trace whole = trace_;
        whole.events = events_;
        whole.args = args_;
        return whole;
    }

    std::string folder_;
    Trace trace_;
    std::vector<Event> events_;
    ArgColumn args_;
    int blocks_ = 0;
    size_t largest_ = 0;
};

TEST_F(Blocks, AreTheRecordingInOrder) {
    const std::string path = write(test::largeRecording(300'000), "run.trace.json.gz");
    const auto whole = readTrace(path);
    ASSERT_TRUE(whole);
    const auto inOrder = read(path);
    ASSERT_TRUE(inOrder);
    EXPECT_TRUE(*inOrder);
    EXPECT_GE(blocks_, 4);
    EXPECT_LT(largest_, whole->events.size() / 3);
    EXPECT_TRUE(trace_.events.empty());
    EXPECT_EQ(together(), *whole);
}

TEST_F(Blocks, AShortRecordingIsOne) {
    const std::string path = write(test::smallTrace(), "small.trace.json");
    ASSERT_TRUE(read(path).value());
    EXPECT_EQ(blocks_, 1);
    EXPECT_EQ(together(), *readTrace(path));
}

TEST_F(Blocks, AnotherProgramsTraceIsOneHoweverLong) {
    Trace foreign = test::largeRecording(200'000);
    foreign.run = nullptr;
    const std::string path = write(foreign, "other.json");
    ASSERT_TRUE(read(path).value());
    EXPECT_EQ(blocks_, 1);
    EXPECT_EQ(together(), *readTrace(path));
}

TEST_F(Blocks, OrderThatIsLostOnTheWayIsSaid) {
    const std::string path = write(test::largeRecording(200'000), "run.trace.json");
    std::string text = test::contentOf(path);
    text.replace(text.size() - 3, 3, ",\n{\"ph\":\"i\",\"name\":\"late\",\"pid\":1,\"ts\":0}\n]}");
    test::putContent(path, text);
    const auto inOrder = read(path);
    ASSERT_TRUE(inOrder) << core::toString(inOrder.error());
    EXPECT_FALSE(*inOrder);
}

TEST_F(Blocks, AreCancelledByTheProgress) {
    const std::string path = write(test::largeRecording(300'000), "run.trace.json.gz");
    const auto result =
        readInBlocks(path, trace_, [this] { ++blocks_; },
                     {.progress = [this](int64_t, int64_t) { return blocks_ < 1; }});
    ASSERT_FALSE(result);
    EXPECT_EQ(result.error().code, core::ErrorCode::Interrupted);
}

TEST_F(Blocks, WhatIsNoTraceIsRefusedAsEver) {
    const std::string path = folder_ + "/notes.json";
    test::putContent(path, "just notes");
    EXPECT_EQ(read(path).error().message, readTrace(path).error().message);
    EXPECT_FALSE(read(folder_ + "/missing.json"));
    EXPECT_EQ(blocks_, 0);
}

}  // namespace
}  // namespace shardscope::traces
