// The named points. Revisions of the code that was read: deepspeedai/DeepSpeed edaa722,
// NVIDIA/Megatron-LM d98e8a6, karpathy/llm.c f1e2ace; PyTorch nn/parallel/distributed.py 0028a16,
// distributed/fsdp 010ae4a and 002a76f, optim/zero_redundancy_optimizer.py 013a31b.

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <array>

#include "core/base/nearest.h"
#include "core/plan/strategy.h"

namespace shardscope::core {

namespace {

constexpr int64_t kMiB = int64_t{1} << 20;

Strategy zero(int stage) {
    Strategy s;
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

/// Buckets of 25 MiB after a first one of 1 MiB, closed when full; allocated once, beside gradients
/// that live until they are zeroed (gradient_as_bucket_view is off by default).
Strategy ddp() {
    Strategy s = zero(0);
    s.storage = FullGradientStorage::Persistent;
    s.parameterGradients = ParameterGradients::Kept;
    s.bucket = {.bytes = 25 * kMiB, .firstBytes = kMiB, .close = CloseRule::AfterReaching};
    return s;
}

/// reduce_bucket_size 5e8 elements; use_multi_rank_bucket_allreduce and contiguous_gradients on,
/// overlap_comm off; the update reads an fp32 copy of the partition's gradients.
Strategy deepSpeed(int stage) {
    Strategy s = zero(stage);
    s.layout = ShardLayout::Contiguous;
    s.collective = GradientCollective::AllReduce;
    s.bucketBuffers = BucketBuffers::Contiguous;
    s.collectiveInput = CollectiveInput::Flattened;
    s.updateGradient = UpdateGradient::Fp32Copy;
    s.shardSum = ShardSum::AfterBackward;
    s.bucket = {.elements = 500'000'000};
    s.overlap = false;
    if (stage == 2) {
        s.parameterGradients = ParameterGradients::CopiedPerParameter;
        return s;
    }
    s.storage = FullGradientStorage::UntilReduced;
    s.parameterGradients = ParameterGradients::CopiedPerBucket;
    s.unoverlapped = Unoverlapped::AfterBackward;
    return s;
}
Strategy deepSpeed1() { return deepSpeed(1); }
Strategy deepSpeed2() { return deepSpeed(2); }

/// The distributed optimizer with overlapped reduction: main gradients in a buffer that is allocated
/// once, in fp32 under bf16; bucket limit max(40M, 1M·N) elements, closed when reached.
Strategy megatron() {
    Strategy s = zero(1);
    s.storage = FullGradientStorage::Persistent;
    s.parameterGradients = ParameterGradients::CopiedPerParameter;
    s.updateGradient = UpdateGradient::Fp32Copy;
    s.unoverlapped = Unoverlapped::AfterBackward;
    s.reduceDType = s.accumulateDType = GradientDType::Fp32UnderBf16;
    s.bucket = {
        .elements = 40'000'000, .elementsPerRank = 1'000'000, .close = CloseRule::AfterReaching};
    return s;
}

/// fully_shard on each layer, reshard_after_forward on: fp32 shards of each parameter, cast for the
/// gather; gradients copied into a reduce-scatter input and added to fp32 shards.
Strategy fsdp2() {
    Strategy s = zero(3);
    s.layout = ShardLayout::PerParameter;
    s.packing = Packing::ByRank;
    s.parameterGradients = ParameterGradients::CopiedPerBucket;
    s.workingShards = WorkingShards::CastFromMaster;
    s.accumulateDType = GradientDType::Fp32;
    return s;
}

/// ZeRO stage 1 of llm.c: gradients in one allocation that is never freed, a collective a tensor,
/// those of a layer in one group.
Strategy llmC() {
    Strategy s = zero(1);
    s.layout = ShardLayout::PerParameter;
    s.storage = FullGradientStorage::Persistent;
    return s;
}

/// ZeroRedundancyOptimizer over DistributedDataParallel: owners of whole parameters broadcast them.
Strategy torchZero() {
    Strategy s = ddp();
    s.optimizer = OptimizerSharding::Sharded;
    s.layout = ShardLayout::WholeParameter;
    s.weightReturn = WeightReturn::Broadcast;
    return s;
}

struct Preset {
    std::string_view name;
    std::string_view sentence;
    Strategy (*axes)();
};

constexpr std::array<Preset, 11> kPresets{{
    {"zero-0", "nothing sharded: gradients all-reduced, kept until the step",
     [] { return zero(0); }},
    {"zero-1", "the optimizer sharded: reduce-scatter once a step, gradients kept until it",
     [] { return zero(1); }},
    {"zero-2", "gradients sharded too: reduce-scattered and freed bucket by bucket",
     [] { return zero(2); }},
    {"zero-3", "parameters sharded too: gathered for each use", [] { return zero(3); }},
    {"ddp", "PyTorch DistributedDataParallel: persistent 25 MiB buckets beside the gradients", ddp},
    {"deepspeed-1", "DeepSpeed stage 1: contiguous ranges, all-reduce after backward", deepSpeed1},
    {"deepspeed-2", "DeepSpeed stage 2: contiguous ranges, all-reduce in every micro-batch",
     deepSpeed2},
    {"megatron", "Megatron-LM distributed optimizer: fp32 main gradients that are never freed",
     megatron},
    {"fsdp2", "PyTorch fully_shard: each parameter split, gathered a layer at a time", fsdp2},
    {"llm.c", "llm.c stage 1: each tensor split, gradients never freed", llmC},
    {"torch-zero", "PyTorch ZeroRedundancyOptimizer over DDP: whole parameters, broadcast",
     torchZero},
}};

Strategy made(const Preset& preset) {
    Strategy s = preset.axes();
    s.preset = preset.name;
    return s;
}

const Preset* find(std::string_view name) {
    const auto* found = std::ranges::find(kPresets, name, &Preset::name);
    return found == kPresets.end() ? nullptr : found;
}

bool sameAxes(const Strategy& a, const Strategy& b) {
    return std::ranges::equal(axesOf(a), axesOf(b), {}, &AxisValue::value, &AxisValue::value);
}

DType habit(GradientDType habit, DType given, DType working) {
    const bool fp32 = habit == GradientDType::Fp32 ||
                      (habit == GradientDType::Fp32UnderBf16 && working == DType::Bf16);
    return fp32 ? DType::Fp32 : given;
}

}  // namespace

Result<Strategy> presetNamed(std::string_view name, std::string_view where) {
    if (const Preset* preset = find(name)) return made(*preset);
    const std::vector<std::string_view> names = presetNames();
    return invalidInput(std::string(where),
                        fmt::format("found \"{}\"{}; allowed: {}", name, suggestion(name, names),
                                    fmt::join(names, ", ")));
}

int stageOf(const Strategy& strategy) {
    for (int stage = 0; stage < 4; ++stage) {
        if (sameAxes(strategy, zero(stage))) return stage;
    }
    return -1;
}

std::vector<std::string_view> presetNames() {
    std::vector<std::string_view> names;
    for (const Preset& preset : kPresets) names.push_back(preset.name);
    return names;
}

std::string_view describePreset(std::string_view name) {
    const Preset* preset = find(name);
    return preset ? preset->sentence : "";
}

Workload withHabits(Workload workload, const Strategy& strategy) {
    workload.reduceDtype = habit(strategy.reduceDType, workload.reduceDtype, workload.dtype);
    workload.accumulateDtype =
        habit(strategy.accumulateDType, workload.accumulateDtype, workload.dtype);
    return workload;
}

}  // namespace shardscope::core
