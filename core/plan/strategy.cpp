#include "core/plan/strategy.h"

#include <array>

namespace shardscope::core {

namespace {

template <class Axis, size_t N>
std::string_view nameIn(const std::array<std::string_view, N>& names, Axis value) {
    return names[static_cast<size_t>(value)];
}

struct Rule {
    bool broken;
    const char* sentence;
};

std::vector<Rule> rulesOfSharding(const Strategy& s) {
    const bool sharded = s.optimizer == OptimizerSharding::Sharded;
    const bool nWay = s.layout == ShardLayout::PerBucket || s.layout == ShardLayout::PerParameter;
    const bool byOwner =
        s.layout == ShardLayout::Contiguous || s.layout == ShardLayout::WholeParameter;
    return {
        {sharded == (s.layout == ShardLayout::None),
         "a sharded optimizer needs a shard layout, and a replicated one has none"},
        {s.collective == GradientCollective::ReduceScatter && !nWay,
         "reduce-scatter needs layout per-bucket or per-parameter: each rank gets an equal part"},
        {s.collective == GradientCollective::ReduceToOwner && !byOwner,
         "reduce-to-owner needs layout contiguous or whole-parameter: each part has one owner"},
        {!sharded && s.collective != GradientCollective::AllReduce,
         "a replicated optimizer needs all-reduce: every rank updates every parameter"},
        {s.shardGroup < 0, "a shard group has at least 1 rank (0: all of them)"},
        {s.shardGroup > 0 && !sharded,
         "a shard group needs a sharded optimizer: a replicated one has no shards"},
        {s.shardGroup > 0 && !nWay,
         "a shard group needs layout per-bucket or per-parameter: its ranks get equal parts"},
        {s.shardGroup > 0 && s.collective != GradientCollective::ReduceScatter,
         "a shard group needs reduce-scatter: it reduces inside the group, then across groups"},
    };
}

std::vector<Rule> rulesOfGradients(const Strategy& s) {
    const bool sharded = s.optimizer == OptimizerSharding::Sharded;
    const bool freed = s.storage == FullGradientStorage::FreedPerBucket;
    const bool every = s.cadence == Cadence::EveryMicroBatch;
    const bool copied = s.parameterGradients == ParameterGradients::CopiedPerParameter ||
                        s.parameterGradients == ParameterGradients::CopiedPerBucket;
    const bool untilReduced = s.storage == FullGradientStorage::UntilReduced;
    return {
        {freed && !every,
         "freed-per-bucket needs every-micro-batch: what is freed cannot accumulate"},
        {!freed && every,
         "every-micro-batch needs freed-per-bucket: a gradient that is reduced where it is cannot "
         "take the next micro-batch's contribution"},
        {(freed || untilReduced) && !sharded,
         "freed-per-bucket and until-reduced need a sharded optimizer: a replicated one reads the "
         "whole gradient"},
        {s.parameterGradients == ParameterGradients::Kept && (freed || untilReduced),
         "kept parameter gradients need storage persistent or until-step: the update reads them"},
        {s.bucketBuffers == BucketBuffers::Contiguous && !((freed || untilReduced) && copied),
         "a contiguous bucket buffer needs parameter gradients that are copied into it, and "
         "storage "
         "freed-per-bucket or until-reduced: buckets take turns in it"},
        {untilReduced && s.parameterGradients == ParameterGradients::CopiedPerParameter,
         "until-reduced needs parameter gradients that are views or copied-per-bucket: they "
         "accumulate until the reduction"},
        {s.inFlight < 1, "in-flight must be at least 1: a bucket needs storage to be written"},
    };
}

std::vector<Rule> rulesOfParameters(const Strategy& s) {
    const bool sharded = s.optimizer == OptimizerSharding::Sharded;
    const bool replicated = s.parameters == ParameterStorage::Replicated;
    const bool nWay = s.layout == ShardLayout::PerBucket || s.layout == ShardLayout::PerParameter;
    const bool byRank = s.packing == Packing::ByRank;
    return {
        {!replicated && !sharded,
         "gathered parameters need a sharded optimizer: each rank keeps its own part"},
        {!replicated && sharded && !nWay,
         "gathered parameters need layout per-bucket or per-parameter: an all-gather takes equal "
         "parts"},
        {!replicated && s.weightReturn != WeightReturn::None,
         "gathered parameters return by the next gather, so weight return is none"},
        {!sharded && s.weightReturn != WeightReturn::None,
         "a replicated optimizer updates every parameter, so nothing returns"},
        {sharded && replicated && s.weightReturn == WeightReturn::None,
         "replicated parameters with a sharded optimizer need all-gather or broadcast: the next "
         "forward reads all of them"},
        {s.weightReturn == WeightReturn::Broadcast && s.layout != ShardLayout::WholeParameter,
         "broadcast needs layout whole-parameter: one owner sends it whole"},
        {s.weightReturn == WeightReturn::AllGather && s.layout == ShardLayout::WholeParameter,
         "all-gather needs equal parts: layout whole-parameter returns by broadcast"},
        {s.workingShards == WorkingShards::CastFromMaster && replicated,
         "working shards that are cast from the master need gathered parameters: replicated ones "
         "are read between updates"},
        {byRank && s.layout != ShardLayout::PerParameter,
         "packing by-rank needs layout per-parameter: other layouts have nothing to pack"},
        {byRank && (replicated || s.collective != GradientCollective::ReduceScatter ||
                    s.parameterGradients != ParameterGradients::CopiedPerBucket ||
                    s.storage != FullGradientStorage::FreedPerBucket ||
                    s.bucketBuffers != BucketBuffers::PerBucket ||
                    s.collectiveInput != CollectiveInput::InPlace),
         "packing by-rank needs gathered parameters, reduce-scatter, and gradients that are "
         "copied-per-bucket into buckets of their own, sent in place and freed-per-bucket: both "
         "collectives work on packed copies"},
    };
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
    return nameIn(std::array<std::string_view, 4>{"persistent", "until-step", "until-reduced",
                                                  "freed-per-bucket"},
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
std::string_view nameOf(ParameterGradients v) {
    return nameIn(std::array<std::string_view, 4>{"views", "copied-per-parameter",
                                                  "copied-per-bucket", "kept"},
                  v);
}
std::string_view nameOf(BucketBuffers v) {
    return nameIn(std::array<std::string_view, 2>{"per-bucket", "contiguous"}, v);
}
std::string_view nameOf(CollectiveInput v) {
    return nameIn(std::array<std::string_view, 2>{"in-place", "flattened"}, v);
}
std::string_view nameOf(UpdateGradient v) {
    return nameIn(std::array<std::string_view, 2>{"as-reduced", "fp32-copy"}, v);
}
std::string_view nameOf(ShardSum v) {
    return nameIn(std::array<std::string_view, 2>{"as-reduced", "after-backward"}, v);
}
std::string_view nameOf(Unoverlapped v) {
    return nameIn(std::array<std::string_view, 2>{"per-bucket", "after-backward"}, v);
}
std::string_view nameOf(WorkingShards v) {
    return nameIn(std::array<std::string_view, 2>{"kept", "cast-from-master"}, v);
}
std::string_view nameOf(Packing v) {
    return nameIn(std::array<std::string_view, 2>{"per-parameter", "by-rank"}, v);
}

std::vector<AxisValue> axesOf(const Strategy& s) {
    return {{"optimizer", "optimizer", nameOf(s.optimizer)},
            {"layout", "shard layout", nameOf(s.layout)},
            {"collective", "gradient collective", nameOf(s.collective)},
            {"cadence", "cadence", nameOf(s.cadence)},
            {"storage", "full-gradient storage", nameOf(s.storage)},
            {"parameters", "parameters", nameOf(s.parameters)},
            {"weightReturn", "weight return", nameOf(s.weightReturn)},
            {"parameterGradients", "parameter gradients", nameOf(s.parameterGradients)},
            {"bucketBuffers", "bucket buffers", nameOf(s.bucketBuffers)},
            {"collectiveInput", "collective input", nameOf(s.collectiveInput)},
            {"updateGradient", "update reads gradient", nameOf(s.updateGradient)},
            {"shardSum", "shard sum", nameOf(s.shardSum)},
            {"unoverlapped", "without overlap", nameOf(s.unoverlapped)},
            {"workingShards", "working shards", nameOf(s.workingShards)},
            {"packing", "packing", nameOf(s.packing)}};
}

Result<void> validate(const Strategy& s) {
    for (const auto& rules : {rulesOfSharding(s), rulesOfGradients(s), rulesOfParameters(s)}) {
        for (const Rule& rule : rules) {
            if (rule.broken) return invalidInput("strategy " + s.preset, rule.sentence);
        }
    }
    return {};
}

}  // namespace shardscope::core
