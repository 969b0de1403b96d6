// When and how gradients are reduced, what is updated, and how parameters get where they are read.

#include "profiler/cli/explain/causes.h"

namespace shardscope::explain {

using core::GradientCollective;
using core::Omit;

namespace {

bool scatters(const Side& side) {
    return side.strategy().collective == GradientCollective::ReduceScatter;
}

std::optional<Reason> reducesAtAll(const Side& x, const Side& y) {
    if (y.strategy().omit != Omit::ReduceScatter || x.strategy().omit == Omit::ReduceScatter) {
        return {};
    }
    return about(Message::WhyReductionOnlyOne, x, y);
}

/// What follows from the optimizer, or only from how a system is written.
std::optional<Reason> allReduces(const Side& x, const Side& y) {
    const bool differ = x.strategy().collective == GradientCollective::AllReduce && scatters(y);
    if (!differ || x.problem.buckets.ranks == 1) return {};
    return about(x.axes.sharded ? Message::WhyAllReduceSharded : Message::WhyAllReduce, x, y);
}

std::optional<Reason> reducesIntoShard(const Side& x, const Side& y) {
    const bool collective = scatters(x) && scatters(y) && !x.staged;
    if (!collective || !x.axes.hasShards || y.axes.hasShards) return {};
    const bool sums = !x.alone && x.strategy().omit != Omit::ReduceScatter;
    return about(sums ? Message::WhyIntoShard : Message::WhyCopyIntoShard, x, y);
}

std::optional<Reason> copiesIntoShard(const Side& x, const Side& y) {
    if (!x.axes.hasShards || (!x.alone && x.strategy().omit != Omit::ReduceScatter)) return {};
    return about(Message::WhyCopyIntoShard, x, y);
}

std::optional<Reason> waitsInTheStep(const Side& x, const Side& y) {
    if (x.axes.hasShards || !y.axes.hasShards) return {};
    return about(Message::WhyWaitReduced, x, y);
}

std::optional<Reason> waitsAtOnce(const Side& x, const Side& y) {
    if (x.strategy().overlap || !y.strategy().overlap) return {};
    return about(Message::WhyOverlap, x, y);
}

std::optional<Reason> normOfSlices(const Side& x, const Side& y) {
    if (x.axes.sharded || !y.axes.sharded || y.alone) return {};
    return about(Message::WhyNormSlices, x, y, x.problem.buckets.ranks);
}

std::optional<Reason> sumsNorm(const Side& x, const Side& y) {
    if (!x.axes.sharded || y.axes.sharded) return {};
    return about(Message::WhyNormSummed, x, y);
}

std::optional<Reason> updatesOwnPart(const Side& x, const Side& y) {
    if (!x.axes.sharded || y.axes.sharded || x.alone) return {};
    return about(Message::WhyUpdate, x, y);
}

std::optional<Reason> updatesEachParameter(const Side& x, const Side& y) {
    const bool inPieces = y.strategy().layout == core::ShardLayout::PerParameter;
    if (!x.axes.kept || y.axes.kept || inPieces) return {};
    return about(Message::WhyUpdatesEach, x, y);
}

bool returns(const Side& side) {
    return side.axes.returnsWeights && side.strategy().omit != Omit::AllGather;
}

/// One rank has the events of a return, but nothing to send.
std::optional<Reason> returnsNothing(const Side& x, const Side& y) {
    if (!x.alone || !(returns(x) || returns(y))) return {};
    return about(Message::WhyReturnOneRank, x, y);
}

/// Parameters return in @p x only: because of what @p y is.
std::optional<Reason> returnsAlone(const Side& x, const Side& y) {
    if (!returns(x) || returns(y)) return {};
    const How how{Message::End, nameOf(x.strategy().weightReturn)};
    Message message = Message::WhyReturnNotReplicated;
    if (y.axes.gathersWeights) message = Message::WhyReturnNotGathered;
    if (y.strategy().omit == Omit::AllGather) message = Message::WhyReturnLeftOut;
    return compared(message, x, y, how, {});
}

std::optional<Reason> broadcasts(const Side& x, const Side& y) {
    const bool both = returns(x) && returns(y);
    if (!both || x.strategy().weightReturn != core::WeightReturn::Broadcast) return {};
    if (y.strategy().weightReturn == core::WeightReturn::Broadcast) return {};
    return about(Message::WhyBroadcast, x, y);
}

std::optional<Reason> returnsAtOnce(const Side& x, const Side& y) {
    if (!returns(x) || !returns(y) || !x.axes.flatWeights || y.axes.flatWeights) return {};
    return about(Message::WhyFlatReturn, x, y);
}

std::optional<Reason> onlyGathers(Message message, const Side& x, const Side& y) {
    if (!x.axes.gathersWeights || y.axes.gathersWeights) return {};
    return about(message, x, y);
}
std::optional<Reason> gathers(const Side& x, const Side& y) {
    return onlyGathers(Message::WhyGathersForUse, x, y);
}
std::optional<Reason> awaitsGathered(const Side& x, const Side& y) {
    return onlyGathers(Message::WhyWaitGathered, x, y);
}
std::optional<Reason> freesGathered(const Side& x, const Side& y) {
    return onlyGathers(Message::WhyGatheredFreed, x, y);
}

Causes causesOfReduction(Topic topic) {
    switch (topic) {
        case Topic::Reduce:
            return {.alone = {{reducesAtAll},
                              {splitsParameters},
                              {reducesLate},
                              {cadence},
                              {allReduces},
                              {reducesIntoShard},
                              {convertsOnly},
                              {copiesIntoShard}},
                    .changed = {{reducesAtAll},
                                {allReduces},
                                {splitsParameters},
                                {cadence},
                                {reducesIntoShard},
                                {convertsOnly}}};
        case Topic::WaitReduced:
            return {.alone = {{waitsInTheStep}}, .changed = {}};
        case Topic::OverlapWait:
            return {.alone = {{waitsAtOnce}, {reducesLate}, {cadence}}, .changed = {{cadence}}};
        default:
            return {};
    }
}

Causes causesOfUpdate(Topic topic) {
    switch (topic) {
        case Topic::Norm:
            return {.alone = {{normOfSlices}, {ownsOtherPieces}}, .changed = {}};
        case Topic::NormSum:
            return {.alone = {{sumsNorm}}, .changed = {}};
        case Topic::Update:
            return {.alone = {{updatesOwnPart}, {ownsOtherPieces}, {updatesEachParameter}},
                    .changed = {{updatesOwnPart}, {ownsOtherPieces}, {updatesEachParameter}}};
        case Topic::UpdateCopy:
            return {.alone = {{flattensForUpdate}}, .changed = {{flattensForUpdate}}};
        default:
            return {};
    }
}

Causes causesOfParameters(Topic topic) {
    switch (topic) {
        case Topic::Return:
        case Topic::WaitReturn:
            return {
                .alone = {{returnsNothing},
                          {returnsAlone},
                          {broadcasts},
                          {returnsAtOnce},
                          {splitsParameters}},
                .changed = {{returnsNothing}, {broadcasts}, {returnsAtOnce}, {splitsParameters}}};
        case Topic::OverlapReturn:
            return {.alone = {{waitsAtOnce},
                              {returnsNothing},
                              {returnsAlone},
                              {broadcasts},
                              {returnsAtOnce}},
                    .changed = {}};
        case Topic::GatherBirth:
        case Topic::Gather:
            return {.alone = {{gathers}, {packs}}, .changed = {{packs}}};
        case Topic::WaitGather:
            return {.alone = {{awaitsGathered}}, .changed = {}};
        case Topic::GatheredFree:
            return {.alone = {{freesGathered}}, .changed = {}};
        case Topic::Packing:
            return {.alone = {{packs}}, .changed = {}};
        default:
            return {};
    }
}

}  // namespace

Causes updateCauses(Topic topic) {
    for (Causes (*causes)(Topic) : {causesOfReduction, causesOfUpdate, causesOfParameters}) {
        Causes found = causes(topic);
        if (!found.alone.empty()) return found;
    }
    return {};
}

}  // namespace shardscope::explain
