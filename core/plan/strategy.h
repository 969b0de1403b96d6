#pragma once
// What is sharded, when it is reduced, how long it lives: the axes of which "stage 1", "ddp" or
// "deepspeed-2" are presets. Sources: ZeRO (arXiv 1910.02054) for zero-*; for the others each system's
// code, at the revisions named beside its preset in strategy_presets.cpp.

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "core/base/result.h"
#include "core/model/workload.h"
#include "core/shard/bucket_map.h"
#include "core/shard/ownership.h"

namespace shardscope::core {

enum class OptimizerSharding : uint8_t { Replicated, Sharded };
enum class GradientCollective : uint8_t { AllReduce, ReduceScatter, ReduceToOwner };
enum class Cadence : uint8_t { LastMicroBatch, EveryMicroBatch };
/// How long a full-size gradient is kept. Persistent: its storage is allocated in set-up. UntilStep:
/// from the first micro-batch's backward to the update. UntilReduced: it accumulates over micro-batches
/// and is freed bucket by bucket when the last one's reduction has it (DeepSpeed stage 1).
/// FreedPerBucket: in every micro-batch.
enum class FullGradientStorage : uint8_t { Persistent, UntilStep, UntilReduced, FreedPerBucket };
enum class ParameterStorage : uint8_t { Replicated, GatheredPerForward, GatheredPerUse };
enum class WeightReturn : uint8_t { None, AllGather, Broadcast };

/// Where backward writes a parameter's gradient. Views: into its place in the bucket (DDP's
/// gradient_as_bucket_view). CopiedPerParameter: into storage of its own, copied into the bucket and
/// freed as soon as it is complete (a hook: DeepSpeed stage 2, Megatron-LM's main gradients).
/// CopiedPerBucket: the same for a whole bucket when it is reduced (FSDP2's copy-in). Kept: copied into
/// the bucket, reduced, copied back and kept until the update (DDP's default).
enum class ParameterGradients : uint8_t { Views, CopiedPerParameter, CopiedPerBucket, Kept };
/// PerBucket: each bucket has storage of its own. Contiguous: buckets take turns in one buffer of the
/// bucket size, two with overlap, that lives from the first gradient to the last reduction (DeepSpeed's
/// contiguous_gradients).
enum class BucketBuffers : uint8_t { PerBucket, Contiguous };
/// InPlace: the collective works on the bucket. Flattened: on a copy of it, made for each reduction of
/// a bucket with more than one parameter (DeepSpeed).
enum class CollectiveInput : uint8_t { InPlace, Flattened };
/// What the optimizer reads. AsReduced: the reduced gradient, converted in registers. Fp32Copy: an fp32
/// copy of all that this rank owns, made for the step (nothing where gradients are fp32 already).
enum class UpdateGradient : uint8_t { AsReduced, Fp32Copy };
/// When a later micro-batch's reduced part is added to the shard: bucket by bucket, or after backward
/// (DeepSpeed: a second gradient shard exists until then).
enum class ShardSum : uint8_t { AsReduced, AfterBackward };
/// What `--overlap off` means: compute waits after each bucket's reduction, or all reductions start when
/// backward is over (DeepSpeed stage 1, Megatron-LM).
enum class Unoverlapped : uint8_t { PerBucket, AfterBackward };
/// What is kept of gathered parameters between uses: the working shard, or only the fp32 master shard
/// that a gather converts (FSDP2).
enum class WorkingShards : uint8_t { Kept, CastFromMaster };
/// PerParameter: a parameter-wise split takes one collective a parameter (llm.c groups them). ByRank:
/// one a bucket, of a copy in which each rank's parts are neighbours (FSDP2).
enum class Packing : uint8_t { PerParameter, ByRank };
/// A preset's habit where the workload does not say.
enum class GradientDType : uint8_t { AsWorkload, Fp32, Fp32UnderBf16 };

std::string_view nameOf(OptimizerSharding);
std::string_view nameOf(ShardLayout);
std::string_view nameOf(GradientCollective);
std::string_view nameOf(Cadence);
std::string_view nameOf(FullGradientStorage);
std::string_view nameOf(ParameterStorage);
std::string_view nameOf(WeightReturn);
std::string_view nameOf(ParameterGradients);
std::string_view nameOf(BucketBuffers);
std::string_view nameOf(CollectiveInput);
std::string_view nameOf(UpdateGradient);
std::string_view nameOf(ShardSum);
std::string_view nameOf(Unoverlapped);
std::string_view nameOf(WorkingShards);
std::string_view nameOf(Packing);

/// When m and v (and momentum) get their memory: in set-up, or each right before its first update, as
/// PyTorch's optimizers and so DeepSpeed's, FSDP2's and DDP's do.
enum class StateBirth : uint8_t { Setup, FirstUpdate };

/// `run --without …`: leaves a collective out on purpose, to show what it is for.
enum class Omit : uint8_t { Nothing, AllGather, ReduceScatter };

struct Strategy {
    std::string preset = "zero-2";  ///< the label; behaviour comes from the axes alone
    OptimizerSharding optimizer = OptimizerSharding::Sharded;
    ShardLayout layout = ShardLayout::PerBucket;
    GradientCollective collective = GradientCollective::ReduceScatter;
    Cadence cadence = Cadence::EveryMicroBatch;
    FullGradientStorage storage = FullGradientStorage::FreedPerBucket;
    ParameterStorage parameters = ParameterStorage::Replicated;
    WeightReturn weightReturn = WeightReturn::AllGather;
    ParameterGradients parameterGradients = ParameterGradients::Views;
    BucketBuffers bucketBuffers = BucketBuffers::PerBucket;
    CollectiveInput collectiveInput = CollectiveInput::InPlace;
    UpdateGradient updateGradient = UpdateGradient::AsReduced;
    ShardSum shardSum = ShardSum::AsReduced;
    Unoverlapped unoverlapped = Unoverlapped::PerBucket;
    WorkingShards workingShards = WorkingShards::Kept;
    Packing packing = Packing::PerParameter;
    GradientDType reduceDType = GradientDType::AsWorkload;
    GradientDType accumulateDType = GradientDType::AsWorkload;
    BucketSize bucket;
    int inFlight = 2;  ///< k: full-size buckets alive at once where gradients are freed per bucket
    bool overlap = true;
    /// S: optimizer, gradients and parameters are sharded among S neighbouring ranks and replicated
    /// across the N/S groups (hybrid sharding); 0 = among all.
    int shardGroup = 0;
    StateBirth stateBirth = StateBirth::Setup;
    Omit omit = Omit::Nothing;

    bool operator==(const Strategy&) const = default;
};

/// Name and value of each axis, in the order of reports; what reports, tables and comparisons show.
struct AxisValue {
    std::string_view key;   ///< "weightReturn", as in JSON
    std::string_view name;  ///< "weight return"
    std::string_view value;
};
std::vector<AxisValue> axesOf(const Strategy& strategy);

/// Refuses combinations that cannot be, naming the rule that is broken. Errors: InvalidInput.
Result<void> validate(const Strategy& strategy);
/// "zero-0" … "zero-3", "ddp", … Errors: InvalidInput listing what is allowed, with the nearest name.
Result<Strategy> presetNamed(std::string_view name, std::string_view where);
/// The stage whose axes these are (0…3), or -1.
int stageOf(const Strategy& strategy);
std::vector<std::string_view> presetNames();
/// One line for help: "PyTorch DistributedDataParallel: …". Empty for names that are no preset's.
std::string_view describePreset(std::string_view name);
/// @p workload with the gradient dtypes that @p strategy's habits give it.
Workload withHabits(Workload workload, const Strategy& strategy);

}  // namespace shardscope::core
