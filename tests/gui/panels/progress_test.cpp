#include <gtest/gtest.h>

#include "gui/model/progress_line.h"
#include "gui/model/run_progress.h"

namespace shardscope::gui {
namespace {

constexpr const char* kLine =
    R"({"schema":"shardscope.progress/1","strategy":"zero-2","gradAccum":1,"step":3,"steps":16,)"
    R"("loss":5.5,"tokensPerSecond":667.5,"liveBytes":86169648,"peakBytes":91000000,"etaNs":9657663145})";

TEST(ProgressLine, IsReadWithItsUnits) {
    const auto line = parseProgress(kLine);
    ASSERT_TRUE(line);
    EXPECT_EQ(*line, (ProgressLine{.strategy = "zero-2",
                                   .step = 3,
                                   .steps = 16,
                                   .loss = 5.5,
                                   .tokensPerSecond = 667.5,
                                   .liveBytes = 86169648,
                                   .peakBytes = 91000000,
                                   .etaNs = 9657663145}));
}

TEST(ProgressLine, ALossThatIsNotFiniteIsAbsent) {
    QByteArray text = kLine;
    text.replace("5.5", "null");
    EXPECT_EQ(parseProgress(text)->loss, std::nullopt);
}

TEST(ProgressLine, NothingElseIsOne) {
    const QByteArray whole = kLine;
    EXPECT_FALSE(parseProgress(""));
    EXPECT_FALSE(parseProgress("shardscope: --layers: found 0"));
    EXPECT_FALSE(parseProgress("{\"schema\":\"shardscope.report/1\"}"));
    for (int length = 1; length < whole.size(); ++length) {
        EXPECT_FALSE(parseProgress(whole.left(length))) << length;
    }
}

TEST(ProgressLine, TimeLeftIsWrittenLikeAClock) {
    EXPECT_EQ(durationText(7'400'000'000), QStringLiteral("0:07"));
    EXPECT_EQ(durationText(3'723'000'000'000), QStringLiteral("1:02:03"));
    EXPECT_EQ(durationText(-1), QStringLiteral("0:00"));
}

TEST(RunProgress, InterleavedStrategiesBecomeOneCurveEach) {
    RunProgress progress;
    for (int step = 1; step <= 5; ++step) {
        progress.add({.strategy = step % 2 ? "zero-1" : "zero-2",
                      .step = step,
                      .steps = 8,
                      .loss = step,
                      .peakBytes = 10 * step});
    }
    ASSERT_EQ(progress.strategies.size(), 2u);
    EXPECT_EQ(progress.strategies[0].points.size(), 3u);
    EXPECT_EQ(progress.strategies[1].points.size(), 2u);
    EXPECT_EQ(progress.strategies[1].points[1].peakBytes, 40);
    EXPECT_EQ(progress.stepsEach(), 4);
}

}  // namespace
}  // namespace shardscope::gui
