#pragma once
// What is sharded, when it is reduced, how long it lives: the axes of which "stage 1", "stage 2" are
// presets. Sources: ZeRO (arXiv 1910.02054) for zero-*, each system's code for the rest.

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "core/base/result.h"
#include "core/shard/bucket_map.h"

namespace shardscope::core {

enum class OptimizerSharding : uint8_t { Replicated, Sharded };
enum class ShardLayout : uint8_t { None, PerBucket, PerParameter, Contiguous, WholeParameter };
enum class GradientCollective : uint8_t { AllReduce, ReduceScatter, ReduceToOwner };
enum class Cadence : uint8_t { LastMicroBatch, EveryMicroBatch };
enum class FullGradientStorage : uint8_t { Persistent, UntilStep, FreedPerBucket };
enum class ParameterStorage : uint8_t { Replicated, GatheredPerForward, GatheredPerUse };
enum class WeightReturn : uint8_t { None, AllGather, Broadcast };

std::string_view nameOf(OptimizerSharding);
std::string_view nameOf(ShardLayout);
std::string_view nameOf(GradientCollective);
std::string_view nameOf(Cadence);
std::string_view nameOf(FullGradientStorage);
std::string_view nameOf(ParameterStorage);
std::string_view nameOf(WeightReturn);

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
    BucketSize bucket;
    int inFlight = 2;  ///< k: full-size buckets alive at once where gradients are freed per bucket
    bool overlap = true;
    Omit omit = Omit::Nothing;

    bool operator==(const Strategy&) const = default;
};

/// Refuses combinations that cannot be, naming the rule that is broken. Errors: InvalidInput.
Result<void> validate(const Strategy& strategy);
/// "zero-0" … "zero-3". Errors: InvalidInput listing what is allowed, with the nearest name.
Result<Strategy> presetNamed(std::string_view name, std::string_view where);
/// The stage whose axes these are (0…3), or -1.
int stageOf(const Strategy& strategy);
std::vector<std::string_view> presetNames();

}  // namespace shardscope::core
