// What is kept of a reduced gradient, and how it gets there.

#include "profiler/cli/explain/causes.h"

namespace shardscope::explain {

namespace {

std::optional<Reason> needsIncomingSooner(const Side& x, const Side& y) {
    if (!x.receivesApart || !y.receivesApart) return {};
    return needsBucketSooner(x, y);
}

std::optional<Reason> shardDtype(const Side& x, const Side& y) {
    if (!x.axes.hasShards || !y.axes.hasShards) return {};
    return differInType(Message::WhyShardDtype, x, y, x.workload().accumulateDtype,
                        y.workload().accumulateDtype);
}

std::optional<Reason> hasShard(const Side& x, const Side& y) {
    if (!x.axes.hasShards || y.axes.hasShards) return {};
    return about(Message::WhyShard, x, y);
}

/// Shards that differ in size: not because of pieces where their types say it all.
std::optional<Reason> ownsOtherSizes(const Side& x, const Side& y) {
    const bool byType = x.workload().accumulateDtype != y.workload().accumulateDtype;
    if (byType && x.axes.flatWeights == y.axes.flatWeights) return {};
    return ownsOtherPieces(x, y);
}

std::optional<Reason> keepsCrossersWhole(const Side& x, const Side& y) {
    if (!x.axes.flatWeights || y.axes.flatWeights) return {};
    return about(Message::WhyBoundary, x, y);
}

std::optional<Reason> receivesApart(const Side& x, const Side& y) {
    if (!x.receivesApart || x.converts || x.axes.sumsAfterBackward) return {};
    return about(Message::WhyIncoming, x, y);
}

std::optional<Reason> collectsSecondShard(const Side& x, const Side& y) {
    if (!x.receivesApart || !x.axes.sumsAfterBackward) return {};
    return about(Message::WhySecondShard, x, y);
}

std::optional<Reason> freesWhatArrived(const Side& x, const Side& y) {
    if (!x.receivesApart) return {};
    return about(Message::WhyIncomingFreed, x, y);
}

std::optional<Reason> addsToShard(const Side& x, const Side& y) {
    if (!x.axes.everyMicroBatch || x.axes.sumsAfterBackward) return {};
    return about(Message::WhyAddToShard, x, y);
}

std::optional<Reason> shardsElsewhere(const Side& x, const Side& y) {
    if (!x.axes.byRank || y.axes.byRank) return {};
    return about(Message::WhyShardHome, x, y);
}

}  // namespace

Causes shardCauses(Topic topic) {
    switch (topic) {
        case Topic::Shard:
            return {.alone = {{hasShard}, {ownsOtherPieces}, {reducesLate}, {cadence}},
                    .changed = {{ownsOtherSizes}, {keepsCrossersWhole}, {cadence}, {shardDtype}}};
        case Topic::Incoming:
            return {.alone = {{convertsWhatArrives, true},
                              {collectsSecondShard, true},
                              {receivesApart, true}},
                    .changed = {{convertsOnly}, {ownsOtherSizes}, {keepsCrossersWhole}}};
        case Topic::IncomingFree:
            return {.alone = {{needsIncomingSooner}, {freesWhatArrived, true}},
                    .changed = {{convertsOnly}, {ownsOtherSizes}, {keepsCrossersWhole}}};
        case Topic::AddToShard:
            return {.alone = {{collectsSecondShard, true}, {addsToShard, true}},
                    .changed = {{collectsSecondShard}, {ownsOtherPieces}}};
        case Topic::ShardFree:
            return {.alone = {{flattensForUpdate}, {hasShard}, {ownsOtherPieces}},
                    .changed = {
                        {keepsUntilStep}, {ownsOtherSizes}, {keepsCrossersWhole}, {shardDtype}}};
        case Topic::ShardHome:
            return {.alone = {{shardsElsewhere}}, .changed = {}};
        default:
            return {};
    }
}

}  // namespace shardscope::explain
