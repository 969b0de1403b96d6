#include "core/plan/axes.h"

namespace shardscope::core {

namespace {

void addGradients(const Strategy& s, const Workload& workload, Axes& axes) {
    axes.everyMicroBatch = s.cadence == Cadence::EveryMicroBatch;
    axes.persistent = s.storage == FullGradientStorage::Persistent;
    axes.hasShards = s.storage == FullGradientStorage::FreedPerBucket ||
                     s.storage == FullGradientStorage::UntilReduced;
    axes.parameterStorage = s.parameterGradients != ParameterGradients::Views;
    axes.kept = s.parameterGradients == ParameterGradients::Kept;
    axes.copiesPerBucket = s.parameterGradients == ParameterGradients::CopiedPerBucket;
    axes.sumsInParameters =
        axes.kept || (axes.parameterStorage && s.storage == FullGradientStorage::UntilReduced);
    axes.sumsInBuckets = !axes.everyMicroBatch && !axes.sumsInParameters;
    axes.ring = s.bucketBuffers == BucketBuffers::Contiguous;
    axes.flattens = s.collectiveInput == CollectiveInput::Flattened;
    axes.byRank = s.packing == Packing::ByRank;
    axes.sumsAfterBackward = s.shardSum == ShardSum::AfterBackward;
    axes.reducesAfterBackward =
        !s.overlap && s.unoverlapped == Unoverlapped::AfterBackward && !axes.everyMicroBatch;
    axes.parameterGradient = axes.sumsInParameters ? workload.accumulateDtype : workload.dtype;
    axes.fullGradient = workload.accumulateDtype;
    if (axes.parameterStorage && !axes.sumsInBuckets) {
        const bool converted = !axes.ring && !axes.kept;  // copy-in is the conversion
        axes.fullGradient = converted ? workload.reduceDtype : axes.parameterGradient;
    }
}

}  // namespace

When Axes::born() const {
    if (everyMicroBatch) return When::Always;
    return sumsInBuckets ? When::First : When::Last;
}

Axes axesOf(const Problem& problem) {
    const Strategy& s = problem.strategy;
    Axes axes;
    axes.sharded = s.optimizer == OptimizerSharding::Sharded;
    axes.gathersWeights = s.parameters != ParameterStorage::Replicated;
    axes.gathersOnce = s.parameters == ParameterStorage::GatheredPerForward;
    axes.castsWorking =
        s.workingShards == WorkingShards::CastFromMaster && problem.workload.hasMasterWeights();
    axes.returnsWeights = s.weightReturn != WeightReturn::None;
    axes.flatWeights = s.layout == ShardLayout::Contiguous;
    addGradients(s, problem.workload, axes);
    return axes;
}

}  // namespace shardscope::core
