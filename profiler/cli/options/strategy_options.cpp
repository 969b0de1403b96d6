#include "profiler/cli/options/strategy_options.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>

namespace shardscope::cli {

namespace {

constexpr std::array<std::string_view, 2> kBirths{"set-up", "first-step"};
constexpr std::array<std::string_view, 2> kWithout{"all-gather", "reduce-scatter"};

core::Strategy preset(SettingReader& read, std::string_view key, const std::string& name) {
    auto strategy = core::presetNamed(name, read.where(key));
    if (strategy) return *strategy;
    read.fail(strategy.error());
    return {};
}

std::vector<core::Strategy> stages(SettingReader& read) {
    std::vector<core::Strategy> strategies;
    for (int stage : read.integers("stage", 0, 0, 3)) {
        strategies.push_back(preset(read, "stage", fmt::format("zero-{}", stage)));
    }
    return strategies;
}

/// What runs when neither --stage nor --strategy says: all stages, or those that a broken variant
/// can be shown with.
std::vector<core::Strategy> defaults(SettingReader& read) {
    std::vector<core::Strategy> strategies;
    for (const char* name : {"zero-0", "zero-1", "zero-2", "zero-3"}) {
        const core::Strategy strategy = preset(read, "strategy", name);
        const int stage = core::stageOf(strategy);
        if (!read.has("without") || stage == 1 || stage == 2) strategies.push_back(strategy);
    }
    return strategies;
}

core::Omit readOmit(SettingReader& read) {
    if (!read.has("without")) return core::Omit::Nothing;
    return read.choice("without", "", kWithout) == "all-gather" ? core::Omit::AllGather
                                                                : core::Omit::ReduceScatter;
}

bool has(const core::Strategy& strategy, core::Omit collective) {
    return collective == core::Omit::Nothing ||
           (collective == core::Omit::AllGather
                ? strategy.weightReturn == core::WeightReturn::AllGather
                : strategy.collective == core::GradientCollective::ReduceScatter);
}

/// What is given replaces a preset's habit.
void overrideHabits(SettingReader& read, const core::Workload& workload, core::Strategy& strategy) {
    if (read.has("reduceDtype")) strategy.reduceDType = core::GradientDType::AsWorkload;
    if (read.has("accumulateDtype")) strategy.accumulateDType = core::GradientDType::AsWorkload;
    if (read.has("overlap")) strategy.overlap = read.onOff("overlap", true);
    if (!read.has("bucket")) return;
    const int64_t elementBytes =
        core::bytesOf(core::withHabits(workload, strategy).accumulateDtype);
    const auto bucket =
        core::parseBucketSize(read.text("bucket", "layer"), elementBytes, read.where("bucket"));
    if (!bucket) {
        read.fail(bucket.error());
    } else {
        strategy.bucket = *bucket;
    }
}

}  // namespace

std::string presetsText() {
    std::string text = "Presets of --strategy:";
    for (const std::string_view name : core::presetNames()) {
        text += fmt::format("\n  {:<12} {}", name, core::describePreset(name));
    }
    return text;
}

std::vector<core::Strategy> readPresets(SettingReader& read) {
    if (read.has("stage") && read.has("strategy")) {
        read.fail("stage", fmt::format("is the short form of --strategy, which is given too ({}); "
                                       "give one of them",
                                       read.where("strategy")));
        return {};
    }
    if (read.has("stage")) return stages(read);
    std::vector<core::Strategy> strategies;
    for (const std::string& name : read.list("strategy")) {
        strategies.push_back(preset(read, "strategy", name));
    }
    return strategies;
}

void readStrategies(SettingReader& read, profiler::RunRequest& request) {
    request.strategies = readPresets(read);
    if (request.strategies.empty()) request.strategies = defaults(read);
    const int inFlight = static_cast<int>(read.integer("inFlight", 2, 1, 1 << 20));
    const int shardGroup = static_cast<int>(read.integer("shardGroup", 0, 1, 1 << 20));
    const core::Omit omit = readOmit(read);
    const bool late = read.choice("optimizerState", kBirths.front(), kBirths) == kBirths.back();
    for (core::Strategy& strategy : request.strategies) {
        overrideHabits(read, request.workload, strategy);
        strategy.inFlight = inFlight;
        strategy.shardGroup = shardGroup;
        strategy.omit = omit;
        if (late) strategy.stateBirth = core::StateBirth::FirstUpdate;
        if (has(strategy, omit)) continue;
        read.fail("without", fmt::format("{} has no {} that could be left out", strategy.preset,
                                         read.text("without", "")));
    }
}

}  // namespace shardscope::cli
