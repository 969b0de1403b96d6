#include "core/plan/weight_return.h"

namespace shardscope::core {

WeightReturnPart::WeightReturnPart(const Problem& problem, const RankLayout& rank,
                                   ActionList& actions)
    : problem_(problem), rank_(rank), actions_(actions), axes_(axesOf(problem)) {
    active_ = axes_.returnsWeights && problem.strategy.omit != Omit::AllGather;
}

/// After a bucket's update. One gather for all buckets waits for the last.
void WeightReturnPart::afterUpdate(BucketId bucket) {
    if (!active_) return;
    if (!axes_.flatWeights) {
        hand(bucket);
        send(bucket);
        done(bucket);
    } else if (bucket.value + 1 == problem_.buckets.count()) {
        hand(bucket);
        sendFlat();
        for (int b = 0; b < problem_.buckets.count(); ++b) done(BucketId{b});
    }
}

void WeightReturnPart::awaitAll() {
    if (!active_) return;
    actions_.phaseBegin(Phase::Gather);
    for (int b = 0; b < problem_.buckets.count(); ++b) {
        actions_.wait(kCompute, EventKind::Gathered, BucketId{b}, WaitCause::Gather);
    }
}

void WeightReturnPart::hand(BucketId bucket) {
    actions_.record(kCompute, EventKind::Updated, bucket);
    actions_.wait(kCommunication, EventKind::Updated, bucket, WaitCause::Data);
}

void WeightReturnPart::send(BucketId bucket) {
    const BucketLayout& b = rank_.buckets[bucket.index()];
    if (problem_.strategy.weightReturn == WeightReturn::Broadcast) {
        for (const RootedSlice& slice : b.slices) broadcast(bucket, slice);
        return;
    }
    for (const GatheredPart& part : b.gatheredParts) {
        gather(part.own, part.whole, part.realElements, bucket, part.name);
    }
}

void WeightReturnPart::sendFlat() {
    gather(rank_.ownFlatWeights, rank_.allFlatWeights, problem_.graph.parameterCount(), {},
           "all weights");
}

void WeightReturnPart::gather(TensorId own, TensorId whole, int64_t real, BucketId bucket,
                              const std::string& name) {
    actions_.collective({.kind = CollectiveKind::AllGather,
                         .purpose = Purpose::Parameter,
                         .input = own,
                         .output = whole,
                         .whole = whole,
                         .bucket = bucket,
                         .realElements = real,
                         .group = rank_.shardGroup,
                         .name = name});
}

void WeightReturnPart::broadcast(BucketId bucket, const RootedSlice& slice) {
    actions_.collective({.kind = CollectiveKind::Broadcast,
                         .purpose = Purpose::Parameter,
                         .input = slice.weights,
                         .output = slice.weights,
                         .whole = slice.weights,
                         .bucket = bucket,
                         .realElements = slice.realElements,
                         .root = slice.owner,
                         .name = slice.name});
}

void WeightReturnPart::done(BucketId bucket) {
    actions_.mark(MarkKind::ParameterReady, kCommunication, bucket);
    actions_.record(kCommunication, EventKind::Gathered, bucket);
    if (!problem_.strategy.overlap) {
        actions_.wait(kCompute, EventKind::Gathered, bucket, WaitCause::OverlapOff);
    }
}

}  // namespace shardscope::core
