#include "core/plan/strategy.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <array>

#include "core/base/nearest.h"

namespace shardscope::core {

namespace {

template <class Axis, size_t N>
std::string_view nameIn(const std::array<std::string_view, N>& names, Axis value) {
    return names[static_cast<size_t>(value)];
}

Strategy zero(int stage) {
    Strategy s;
    s.preset = fmt::format("zero-{}", stage);
    if (stage == 0) {
        s.optimizer = OptimizerSharding::Replicated;
        s.layout = ShardLayout::None;
        s.collective = GradientCollective::AllReduce;
        s.weightReturn = WeightReturn::None;
    }
    if (stage <= 1) {
        s.cadence = Cadence::LastMicroBatch;
        s.storage = FullGradientStorage::UntilStep;
    }
    if (stage == 3) {
        s.parameters = ParameterStorage::GatheredPerUse;
        s.weightReturn = WeightReturn::None;
    }
    return s;
}

constexpr std::array<std::string_view, 4> kPresets{"zero-0", "zero-1", "zero-2", "zero-3"};

struct Rule {
    bool broken;
    const char* sentence;
};

bool sameAxes(const Strategy& a, const Strategy& b) {
    return a.optimizer == b.optimizer && a.layout == b.layout && a.collective == b.collective &&
           a.cadence == b.cadence && a.storage == b.storage && a.parameters == b.parameters &&
           a.weightReturn == b.weightReturn;
}

}  // namespace

std::string_view nameOf(OptimizerSharding v) {
    return nameIn(std::array<std::string_view, 2>{"replicated", "sharded"}, v);
}
std::string_view nameOf(ShardLayout v) {
    return nameIn(std::array<std::string_view, 5>{"none", "per-bucket", "per-parameter",
                                                  "contiguous", "whole-parameter"},
                  v);
}
std::string_view nameOf(GradientCollective v) {
    return nameIn(
        std::array<std::string_view, 3>{"all-reduce", "reduce-scatter", "reduce-to-owner"}, v);
}
std::string_view nameOf(Cadence v) {
    return nameIn(std::array<std::string_view, 2>{"last-micro-batch", "every-micro-batch"}, v);
}
std::string_view nameOf(FullGradientStorage v) {
    return nameIn(std::array<std::string_view, 3>{"persistent", "until-step", "freed-per-bucket"},
                  v);
}
std::string_view nameOf(ParameterStorage v) {
    return nameIn(
        std::array<std::string_view, 3>{"replicated", "gathered-per-forward", "gathered-per-use"},
        v);
}
std::string_view nameOf(WeightReturn v) {
    return nameIn(std::array<std::string_view, 3>{"none", "all-gather", "broadcast"}, v);
}

Result<void> validate(const Strategy& s) {
    const bool sharded = s.optimizer == OptimizerSharding::Sharded;
    const bool replicatedWeights = s.parameters == ParameterStorage::Replicated;
    const bool nWay = s.layout == ShardLayout::PerBucket || s.layout == ShardLayout::PerParameter;
    const bool byOwner =
        s.layout == ShardLayout::Contiguous || s.layout == ShardLayout::WholeParameter;
    const Rule rules[] = {
        {sharded == (s.layout == ShardLayout::None),
         "a sharded optimizer needs a shard layout, and a replicated one has none"},
        {s.collective == GradientCollective::ReduceScatter && !nWay,
         "reduce-scatter needs layout per-bucket or per-parameter: each rank gets an equal part"},
        {s.collective == GradientCollective::ReduceToOwner && !byOwner,
         "reduce-to-owner needs layout contiguous or whole-parameter: each part has one owner"},
        {!sharded && s.collective != GradientCollective::AllReduce,
         "a replicated optimizer needs all-reduce: every rank updates every parameter"},
        {s.storage == FullGradientStorage::FreedPerBucket && s.cadence != Cadence::EveryMicroBatch,
         "freed-per-bucket needs every-micro-batch: what is freed cannot accumulate"},
        {s.storage == FullGradientStorage::FreedPerBucket && !sharded,
         "freed-per-bucket needs a sharded optimizer: a replicated one reads the whole gradient"},
        {!replicatedWeights && !sharded,
         "gathered parameters need a sharded optimizer: each rank keeps its own part"},
        {!replicatedWeights && s.weightReturn != WeightReturn::None,
         "gathered parameters return by the next gather, so weight return is none"},
        {!sharded && s.weightReturn != WeightReturn::None,
         "a replicated optimizer updates every parameter, so nothing returns"},
        {sharded && replicatedWeights && s.weightReturn == WeightReturn::None,
         "replicated parameters with a sharded optimizer need all-gather or broadcast: the next "
         "forward reads all of them"},
        {s.weightReturn == WeightReturn::Broadcast && s.layout != ShardLayout::WholeParameter,
         "broadcast needs layout whole-parameter: one owner sends it whole"},
        {s.inFlight < 1, "in-flight must be at least 1: a bucket needs storage to be written"},
    };
    for (const Rule& rule : rules) {
        if (rule.broken) return invalidInput("strategy " + s.preset, rule.sentence);
    }
    return {};
}

Result<Strategy> presetNamed(std::string_view name, std::string_view where) {
    for (int stage = 0; stage < 4; ++stage) {
        if (name == kPresets[static_cast<size_t>(stage)]) return zero(stage);
    }
    return invalidInput(std::string(where),
                        fmt::format("found \"{}\"{}; allowed: {}", name, suggestion(name, kPresets),
                                    fmt::join(kPresets, ", ")));
}

int stageOf(const Strategy& strategy) {
    for (int stage = 0; stage < 4; ++stage) {
        if (sameAxes(strategy, zero(stage))) return stage;
    }
    return -1;
}

std::vector<std::string_view> presetNames() { return {kPresets.begin(), kPresets.end()}; }

}  // namespace shardscope::core
