#include "core/plan/reduction.h"

namespace shardscope::core {

Reduction::Reduction(const Problem& problem, const RankLayout& rank, ActionList& actions)
    : problem_(problem), rank_(rank), actions_(actions), axes_(axesOf(problem)) {}

When Reduction::incomingWhen(const BucketLayout& b) const {
    return b.convertsIncoming ? axes_.reduced() : When::NotFirst;
}

void Reduction::reduce(BucketId bucket) {
    const BucketLayout& b = of(bucket);
    if (b.staging.valid()) actions_.allocate(b.staging);
    if (b.shard.valid()) {
        WhenScope when(actions_, axes_.reducedFirst());
        actions_.allocate(b.shard);
    }
    if (b.incoming.valid()) {
        WhenScope when(actions_, incomingWhen(b));
        actions_.allocate(b.incoming);
    }
    actions_.record(kCompute, EventKind::Ready, bucket);
    actions_.wait(kCommunication, EventKind::Ready, bucket, WaitCause::Data);
    if (b.staging.valid()) cast(b.fullGradient, b.wholeStaging, "to reduce dtype", bucket);
    send(bucket);
    poison(bucket);
    actions_.record(kCommunication, EventKind::Reduced, bucket);
    if (!problem_.strategy.overlap) {
        actions_.wait(kCompute, EventKind::Reduced, bucket, WaitCause::OverlapOff);
    }
    if (b.staging.valid()) actions_.free(b.staging);
}

void Reduction::send(BucketId bucket) {
    const BucketLayout& b = of(bucket);
    const bool scatters = problem_.strategy.collective == GradientCollective::ReduceScatter;
    if (scatters && !b.staging.valid()) return scatterIntoShards(bucket);
    if (problem_.strategy.omit != Omit::ReduceScatter) {
        if (scatters) {
            scatter(bucket, &ReducedPart::inStaging);
        } else if (problem_.strategy.collective == GradientCollective::ReduceToOwner) {
            reduceToOwners(bucket);
        } else {
            reduceWhole(bucket);
        }
    }
    keep(bucket);
}

/// Without a copy: in place, straight into the shards, or into buffers that are added to them.
void Reduction::scatterIntoShards(BucketId bucket) {
    const BucketLayout& b = of(bucket);
    if (!b.shard.valid()) return scatter(bucket, &ReducedPart::inFull);
    if (!b.convertsIncoming) {
        WhenScope when(actions_, axes_.reducedFirst());
        scatter(bucket, &ReducedPart::reduced);
    }
    if (!b.incoming.valid()) return;
    WhenScope when(actions_, incomingWhen(b));
    scatter(bucket, &ReducedPart::incoming);
    for (const ReducedPart& part : b.reducedParts) takeIn(bucket, part);
}

void Reduction::takeIn(BucketId bucket, const ReducedPart& part) {
    if (of(bucket).convertsIncoming) {
        WhenScope first(actions_, axes_.reducedFirst());
        cast(part.incoming, part.reduced, "to shard dtype", bucket);
    }
    if (axes_.sumsAfterBackward || !axes_.everyMicroBatch) return;
    WhenScope later(actions_, When::NotFirst);
    add(part.incoming, part.reduced, bucket);
}

/// All parts of the bucket, one kind of collective after the other, so that a device can send them together.
void Reduction::scatter(BucketId bucket, TensorId ReducedPart::*output) {
    const BucketLayout& b = of(bucket);
    for (const ReducedPart& part : b.reducedParts) scatterPart(bucket, part, part.*output);
    if (problem_.strategy.omit == Omit::ReduceScatter) return;
    for (const ReducedPart& part : b.reducedParts) sumOverReplicas(bucket, part.*output);
}

void Reduction::scatterPart(BucketId bucket, const ReducedPart& part, TensorId output) {
    const bool staged = of(bucket).staging.valid();
    if (problem_.strategy.omit == Omit::ReduceScatter) {
        if (staged || output == part.inFull) return;
        return cast(part.inFull, output, "reduce-scatter left out", bucket);
    }
    const TensorId whole = staged ? part.wholeStaging : part.wholeFull;
    actions_.collective({.kind = CollectiveKind::ReduceScatter,
                         .purpose = Purpose::Gradient,
                         .input = whole,
                         .output = output,
                         .whole = whole,
                         .bucket = bucket,
                         .realElements = part.realElements,
                         .group = rank_.shardGroup,
                         .name = part.name});
}

/// Hybrid sharding: the shard's sum over this group, added up over the groups that hold the same one.
void Reduction::sumOverReplicas(BucketId bucket, TensorId sum) {
    if (!rank_.replicas) return;
    actions_.collective({.kind = CollectiveKind::AllReduce,
                         .purpose = Purpose::Gradient,
                         .input = sum,
                         .output = sum,
                         .whole = sum,
                         .bucket = bucket,
                         .realElements = rank_.layout[sum].elements,
                         .group = rank_.replicaGroup});
}

void Reduction::reduceWhole(BucketId bucket) {
    const BucketLayout& b = of(bucket);
    const TensorId whole = b.staging.valid() ? b.wholeStaging : b.fullGradient;
    actions_.collective({.kind = CollectiveKind::AllReduce,
                         .purpose = Purpose::Gradient,
                         .input = whole,
                         .output = whole,
                         .whole = whole,
                         .bucket = bucket,
                         .realElements = problem_.buckets[bucket].realElements});
}

void Reduction::reduceToOwners(BucketId bucket) {
    const BucketLayout& b = of(bucket);
    for (const RootedSlice& slice : b.slices) {
        const TensorId part = b.staging.valid() ? slice.inStaging : slice.inFull;
        actions_.collective({.kind = CollectiveKind::Reduce,
                             .purpose = Purpose::Gradient,
                             .input = part,
                             .output = part,
                             .whole = part,
                             .bucket = bucket,
                             .realElements = slice.realElements,
                             .root = slice.owner,
                             .name = slice.name});
    }
}

/// What was reduced in place goes to the shard, or back to the bucket when it was a copy.
void Reduction::keep(BucketId bucket) {
    const BucketLayout& b = of(bucket);
    const bool staged = b.staging.valid();
    if (!axes_.hasShards) return returnToBucket(bucket);
    for (const ReducedPart& part : b.reducedParts) {
        keepPart(bucket, part, staged ? part.inStaging : part.inFull);
    }
}

void Reduction::keepPart(BucketId bucket, const ReducedPart& part, TensorId from) {
    {
        WhenScope first(actions_, axes_.reducedFirst());
        cast(from, part.reduced, "from reduce dtype", bucket);
    }
    if (!axes_.everyMicroBatch) return;
    WhenScope later(actions_, When::NotFirst);
    if (part.incoming.valid()) {
        cast(from, part.incoming, "from reduce dtype", bucket);
    } else {
        add(from, part.reduced, bucket);
    }
}

void Reduction::returnToBucket(BucketId bucket) {
    const BucketLayout& b = of(bucket);
    const bool whole = problem_.strategy.collective == GradientCollective::AllReduce;
    if (b.staging.valid()) {
        if (whole) cast(b.wholeStaging, b.fullGradient, "from reduce dtype", bucket);
        for (const ReducedPart& part : b.reducedParts) {
            if (!whole) cast(part.inStaging, part.inFull, "from reduce dtype", bucket);
        }
    }
    if (!axes_.kept) return;
    for (const ParameterGradient& gradient : b.parameterGradients) {
        cast(gradient.inBucket, gradient.own, "back to gradient", bucket);
    }
}

/// Debug: what is reduced and belongs to others holds NaN from here on.
void Reduction::poison(BucketId bucket) {
    const bool scatters = problem_.strategy.collective != GradientCollective::AllReduce;
    if (!problem_.poison || !scatters || axes_.hasShards) return;
    for (TensorId dead : of(bucket).dead) {
        actions_.launch(kCommunication,
                        Poison{.tensor = dead, .elements = rank_.layout[dead].elements}, "poison",
                        bucket);
    }
}

void Reduction::cast(TensorId in, TensorId out, const char* name, BucketId bucket) {
    actions_.launch(kCommunication,
                    Cast{.in = in, .out = out, .elements = rank_.layout[in].elements}, name,
                    bucket);
}

void Reduction::add(TensorId in, TensorId sum, BucketId bucket) {
    actions_.launch(kCommunication,
                    AddInto{.incoming = in, .sum = sum, .elements = rank_.layout[sum].elements},
                    "add to shard", bucket);
}

}  // namespace shardscope::core
