#include "profiler/cli/explain/causes.h"

#include "profiler/cli/explain/strategy_name.h"

namespace shardscope::explain {

using core::Strategy;

namespace {

How ownPart(const Strategy& s) {
    switch (s.layout) {
        case core::ShardLayout::None:
            return {Message::HowOwnsEverything, {}};
        case core::ShardLayout::PerBucket:
            return {Message::HowOwnsOfBucket, {}};
        case core::ShardLayout::PerParameter:
            return {Message::HowOwnsOfParameter, {}};
        case core::ShardLayout::Contiguous:
            return {Message::HowOwnsRange, {}};
        case core::ShardLayout::WholeParameter:
            return {Message::HowOwnsParameters, {}};
    }
    core::broken("unknown ShardLayout");
}

bool oneCollectiveAParameter(const Side& side) {
    return side.strategy().layout == core::ShardLayout::PerParameter && !side.axes.byRank;
}

How updateCopies(const Side& x) {
    if (!x.flattensShards) return {Message::HowToFp32, {}};
    return {x.copiesToFp32 ? Message::HowFlattensToFp32 : Message::HowFlattens, {}};
}

How called(core::DType dtype) { return {Message::End, nameOf(dtype)}; }

}  // namespace

Side::Side(const core::Problem& asked) : problem(asked), axes(core::axesOf(asked)) {
    const Strategy& s = asked.strategy;
    const core::DType kept = asked.workload.accumulateDtype;
    alone = asked.buckets.shardCount() == 1;
    freesPerBucket = s.storage == core::FullGradientStorage::FreedPerBucket && !axes.ring;
    staged = axes.flattens || asked.workload.reduceDtype != axes.fullGradient;
    const bool arrives =
        axes.hasShards && !staged && s.collective == core::GradientCollective::ReduceScatter;
    converts = arrives && axes.fullGradient != kept;
    const bool later = axes.everyMicroBatch && asked.workload.gradAccum > 1;
    receivesApart = converts || (later && (arrives || axes.sumsAfterBackward));
    if (s.updateGradient != core::UpdateGradient::Fp32Copy) return;
    flattensShards = axes.flatWeights && axes.hasShards;
    copiesToFp32 = (axes.hasShards ? kept : axes.fullGradient) != core::DType::Fp32;
}

Reason about(Message message, const Side& x, const Side& y, int number) {
    return {.message = message,
            .has = nameOf(x.strategy()),
            .other = nameOf(y.strategy()),
            .number = number,
            .hasHow = {},
            .otherHow = {}};
}

Reason compared(Message message, const Side& x, const Side& y, How xHow, How yHow) {
    Reason reason = about(message, x, y);
    reason.hasHow = xHow;
    reason.otherHow = yHow;
    return reason;
}

std::optional<Reason> cadence(const Side& x, const Side& y) {
    const int gradAccum = x.workload().gradAccum;
    if (!x.axes.everyMicroBatch || y.axes.everyMicroBatch || gradAccum == 1) return {};
    return about(Message::WhyCadence, x, y, gradAccum);
}

std::optional<Reason> reducesLate(const Side& x, const Side& y) {
    if (!x.axes.reducesAfterBackward || y.axes.reducesAfterBackward) return {};
    return about(Message::WhyAfterBackward, x, y);
}

std::optional<Reason> splitsParameters(const Side& x, const Side& y) {
    if (!oneCollectiveAParameter(x) || oneCollectiveAParameter(y)) return {};
    if (x.problem.buckets.ranks == 1) return {};
    return about(Message::WhyPartCollectives, x, y);
}

std::optional<Reason> ownsOtherPieces(const Side& x, const Side& y) {
    if (x.strategy().layout == y.strategy().layout) return {};
    if (x.axes.sharded != y.axes.sharded && !x.alone) return {};
    return compared(Message::WhyPieces, x, y, ownPart(x.strategy()), ownPart(y.strategy()));
}

std::optional<Reason> flattensForUpdate(const Side& x, const Side& y) {
    const bool copies = x.flattensShards || x.copiesToFp32;
    const bool less =
        (x.flattensShards && !y.flattensShards) || (!y.flattensShards && !y.copiesToFp32);
    if (!copies || !less) return {};
    const How other{y.copiesToFp32 ? Message::HowOnlyToFp32 : Message::HowReadsInPlace, {}};
    return compared(Message::WhyUpdateCopy, x, y, updateCopies(x), other);
}

std::optional<Reason> packs(const Side& x, const Side& y) {
    if (!x.axes.byRank || y.axes.byRank) return {};
    const How other{y.axes.gathersWeights ? Message::HowGathersInPlace : Message::HowGathersNothing,
                    {}};
    return compared(Message::WhyPacking, x, y, {}, other);
}

std::optional<Reason> differInType(Message message, const Side& x, const Side& y, core::DType xType,
                                   core::DType yType) {
    if (xType == yType) return {};
    return compared(message, x, y, called(xType), called(yType));
}

/// Backward needs the bucket of @p x before that of @p y.
std::optional<Reason> needsBucketSooner(const Side& x, const Side& y) {
    if (!x.freesPerBucket || !y.freesPerBucket) return {};
    if (x.strategy().parameterGradients >= y.strategy().parameterGradients) return {};
    return about(Message::WhyBucketNeeded, x, y);
}

std::optional<Reason> convertsWhatArrives(const Side& x, const Side& y) {
    if (!x.converts) return {};
    return compared(Message::WhyIncomingConverts, x, y, called(x.axes.fullGradient),
                    called(x.workload().accumulateDtype));
}

std::optional<Reason> convertsOnly(const Side& x, const Side& y) {
    return y.converts ? std::nullopt : convertsWhatArrives(x, y);
}

std::optional<Reason> keepsUntilStep(const Side& x, const Side& y) {
    const core::FullGradientStorage storage = x.strategy().storage;
    if (storage != core::FullGradientStorage::UntilStep || !y.axes.hasShards) return {};
    return about(Message::WhyKeptUntilStep, x, y);
}

}  // namespace shardscope::explain
