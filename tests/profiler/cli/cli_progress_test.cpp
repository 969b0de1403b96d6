#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <cstdlib>
#include <nlohmann/json.hpp>

#include "profiler/cli/job/progress.h"

namespace shardscope::cli {
namespace {

profiler::Progress sample() {
    return {.strategy = "zero-2",
            .gradAccum = 4,
            .step = 12,
            .steps = 80,
            .loss = 3.21987,
            .tokensPerSecond = 45'678.0,
            .liveBytes = 65 << 20,
            .peakBytes = 72 << 20,
            .etaNs = 83'000'000'000};
}

/// What a display of @p kind writes for @p shown.
std::string written(ProgressKind kind, const std::vector<profiler::Progress>& shown) {
    char* text = nullptr;
    size_t size = 0;
    std::FILE* out = ::open_memstream(&text, &size);
    {
        ProgressDisplay display(kind, out);
        for (const profiler::Progress& progress : shown) display.sink()(progress);
    }
    std::fclose(out);
    std::string result(text, size);
    std::free(text);
    return result;
}

TEST(CliProgress, AutoIsABarOnATerminalOnly) {
    EXPECT_EQ(progressKind("auto", true), ProgressKind::Bar);
    EXPECT_EQ(progressKind("auto", false), ProgressKind::Off);
    EXPECT_EQ(progressKind("bar", false), ProgressKind::Bar);
    EXPECT_EQ(progressKind("json", true), ProgressKind::Json);
    EXPECT_EQ(progressKind("off", true), ProgressKind::Off);
}

TEST(CliProgress, BarShowsLossRateAndTimeLeft) {
    const std::string line = progressBar(sample(), 100);
    for (const char* part :
         {"12/80", "zero-2 G=4", "loss 3.2199", "46k tok/s", "65.0 MiB", "1:23 left"}) {
        EXPECT_NE(line.find(part), std::string::npos) << line << "\n" << part;
    }
}

TEST(CliProgress, BarFitsAnyWidth) {
    for (int width : {0, 1, 10, 40, 72, 80, 100, 300}) {
        EXPECT_LT(progressBar(sample(), width).size(), static_cast<size_t>(std::max(width, 1)))
            << width;
    }
}

TEST(CliProgress, BarFillsAsStepsAreDone) {
    profiler::Progress progress = sample();
    progress.step = 0;
    EXPECT_EQ(progressBar(progress, 120).find('#'), std::string::npos);
    progress.step = progress.steps;
    EXPECT_EQ(progressBar(progress, 120).find("]"), progressBar(progress, 120).rfind('#') + 1);
}

TEST(CliProgress, JsonLinesHaveTheDocumentedKeys) {
    const auto line = nlohmann::json::parse(written(ProgressKind::Json, {sample()}));
    EXPECT_EQ(line["schema"], "shardscope.progress/1");
    EXPECT_EQ(line["step"], 12);
    EXPECT_EQ(line["steps"], 80);
    EXPECT_EQ(line["loss"], 3.21987);
    EXPECT_EQ(line["tokensPerSecond"], 45'678.0);
    EXPECT_EQ(line["liveBytes"], 65 << 20);
    EXPECT_EQ(line["peakBytes"], 72 << 20);
    EXPECT_EQ(line["etaNs"], 83'000'000'000);
    EXPECT_EQ(line["strategy"], "zero-2");
}

TEST(CliProgress, JsonIsOneLineAStep) {
    const std::string text = written(ProgressKind::Json, {sample(), sample(), sample()});
    EXPECT_EQ(std::ranges::count(text, '\n'), 3);
}

TEST(CliProgress, ALossThatIsNoNumberIsNull) {
    profiler::Progress progress = sample();
    progress.loss = std::nan("");
    EXPECT_TRUE(nlohmann::json::parse(progressJson(progress))["loss"].is_null());
}

TEST(CliProgress, ABarIsWipedAtTheEnd) {
    const std::string text = written(ProgressKind::Bar, {sample()});
    EXPECT_EQ(text.back(), '\r');
    EXPECT_EQ(std::ranges::count(text, '\n'), 0);
    EXPECT_EQ(written(ProgressKind::Off, {sample()}), "");
}

TEST(CliProgress, DurationsAreReadable) {
    EXPECT_EQ(formatDuration(0), "0:00");
    EXPECT_EQ(formatDuration(-5), "0:00");
    EXPECT_EQ(formatDuration(7'999'999'999), "0:07");
    EXPECT_EQ(formatDuration(3'723'000'000'000), "1:02:03");
}

}  // namespace
}  // namespace shardscope::cli
