// Where gradients are written, what of them is kept, and when they go.

#include "profiler/cli/explain/causes.h"

namespace shardscope::explain {

using core::FullGradientStorage;
using core::ParameterGradients;

namespace {

std::optional<Reason> persists(const Side& x, const Side& y) {
    if (!x.axes.persistent || y.axes.persistent) return {};
    return about(Message::WhyPersistent, x, y);
}

std::optional<Reason> takesTurns(const Side& x, const Side& y) {
    if (!x.axes.ring || y.axes.ring) return {};
    return about(Message::WhyRing, x, y);
}

std::optional<Reason> writesOutside(const Side& x, const Side& y) {
    if (!x.axes.parameterStorage || y.axes.parameterStorage) return {};
    return about(Message::WhyParameterGradients, x, y);
}

How copied(const core::Strategy& s) {
    switch (s.parameterGradients) {
        case ParameterGradients::CopiedPerParameter:
            return {Message::HowCopiedAtOnce, {}};
        case ParameterGradients::CopiedPerBucket:
            return {Message::HowCopiedWithBucket, {}};
        default:
            return {Message::HowKept, {}};
    }
}

std::optional<Reason> copiesOtherwise(const Side& x, const Side& y) {
    const bool both = x.axes.parameterStorage && y.axes.parameterStorage;
    if (!both || x.strategy().parameterGradients == y.strategy().parameterGradients) return {};
    return compared(Message::WhyCopyTiming, x, y, copied(x.strategy()), copied(y.strategy()));
}

std::optional<Reason> bearsEachMicroBatch(const Side& x, const Side& y) {
    if (!x.axes.everyMicroBatch || !y.axes.sumsInBuckets) return {};
    if (x.workload().gradAccum == 1) return {};
    return about(Message::WhyBornEachMicroBatch, x, y);
}

std::optional<Reason> sumsOutside(const Side& x, const Side& y) {
    if (!x.axes.sumsInParameters || y.axes.sumsInParameters) return {};
    if (x.workload().gradAccum == 1) return {};
    return about(Message::WhySumsOutside, x, y);
}

std::optional<Reason> padsParameters(const Side& x, const Side& y) {
    const auto each = [](const Side& side) {
        return side.strategy().layout == core::ShardLayout::PerParameter;
    };
    if (!each(x) || each(y)) return {};
    return about(Message::WhyPadding, x, y);
}

std::optional<Reason> bucketDtype(const Side& x, const Side& y) {
    return differInType(Message::WhyGradientDtype, x, y, x.axes.fullGradient, y.axes.fullGradient);
}

std::optional<Reason> ownDtype(const Side& x, const Side& y) {
    if (!x.axes.parameterStorage || !y.axes.parameterStorage) return {};
    return differInType(Message::WhyOwnGradientDtype, x, y, x.axes.parameterGradient,
                        y.axes.parameterGradient);
}

std::optional<Reason> sentDtype(const Side& x, const Side& y) {
    return differInType(Message::WhySentDtype, x, y, x.workload().reduceDtype,
                        y.workload().reduceDtype);
}

std::optional<Reason> freesBuckets(const Side& x, const Side& y) {
    if (!x.freesPerBucket || y.axes.hasShards) return {};
    const How keeps{y.axes.persistent ? Message::HowKeepsForGood : Message::HowKeepsUntilStep, {}};
    return compared(Message::WhyFreed, x, y, {}, keeps);
}

std::optional<Reason> limitsInFlight(const Side& x, const Side& y) {
    if (!x.freesPerBucket || y.freesPerBucket) return {};
    return about(Message::WhyInFlight, x, y, x.strategy().inFlight);
}

std::optional<Reason> waitsForTurn(const Side& x, const Side& y) {
    if (!x.axes.ring || y.axes.ring) return {};
    return about(Message::WhyRingTurn, x, y);
}

std::optional<Reason> drains(const Side& x, const Side& y) {
    if (!x.axes.hasShards || y.axes.hasShards) return {};
    const bool each = x.axes.everyMicroBatch || x.workload().gradAccum == 1;
    return about(each ? Message::WhyDrain : Message::WhyDrainLast, x, y);
}

std::optional<Reason> drainsRing(const Side& x, const Side& y) {
    if (!x.axes.ring || y.axes.ring) return {};
    return about(Message::WhyDrainRing, x, y);
}

std::optional<Reason> sendsFlattened(const Side& x, const Side& y) {
    if (!x.axes.flattens || y.axes.flattens) return {};
    const How other{y.staged ? Message::HowSendsConverted : Message::HowSendsItself, {}};
    return compared(Message::WhyFlattened, x, y, {}, other);
}

/// Only one of them sends copies.
std::optional<Reason> sendsCopies(const Side& x, const Side& y) {
    if (!x.staged || y.staged) return {};
    if (x.axes.flattens) return sendsFlattened(x, y);
    return compared(Message::WhyStaging, x, y, {Message::End, nameOf(x.axes.fullGradient)},
                    {Message::End, nameOf(x.workload().reduceDtype)});
}

Causes causesOfStorage(Topic topic) {
    switch (topic) {
        case Topic::GradientBirth:
            return {
                .alone = {{persists},
                          {takesTurns},
                          {writesOutside},
                          {needsBucketSooner},
                          {reducesLate},
                          {cadence}},
                .changed = {{writesOutside}, {bearsEachMicroBatch}, {sumsOutside}, {bucketDtype}}};
        case Topic::Padding:
            return {.alone = {{writesOutside},
                              {padsParameters},
                              {copiesOtherwise},
                              {reducesLate},
                              {sumsOutside},
                              {cadence}},
                    .changed = {{cadence}, {sumsOutside}}};
        case Topic::ParameterGradient:
            return {.alone = {{writesOutside},
                              {copiesOtherwise},
                              {reducesLate},
                              {sumsOutside},
                              {cadence},
                              {packs}},
                    .changed = {{sumsOutside}, {cadence}, {ownDtype}}};
        case Topic::Ring:
            return {.alone = {{takesTurns}, {reducesLate}, {cadence}},
                    .changed = {{cadence}, {bucketDtype}}};
        case Topic::BucketFree:
            return {.alone = {{freesBuckets}, {takesTurns}, {needsBucketSooner}},
                    .changed = {{writesOutside}, {bucketDtype}}};
        case Topic::ReducedFree:
            return {.alone = {{persists}, {keepsUntilStep}}, .changed = {{keepsUntilStep}}};
        case Topic::Staging:
        case Topic::StagingFree:
            return {.alone = {{convertsWhatArrives, true},
                              {sendsCopies},
                              {reducesLate},
                              {cadence},
                              {splitsParameters},
                              {ownsOtherPieces},
                              {sendsFlattened}},
                    .changed = {{sendsCopies}, {convertsOnly}, {cadence}, {sentDtype}}};
        default:
            return {};
    }
}

Causes causesOfWaits(Topic topic) {
    switch (topic) {
        case Topic::WaitInFlight:
            return {.alone = {{needsBucketSooner},
                              {limitsInFlight, true},
                              {waitsForTurn, true},
                              {reducesLate},
                              {cadence}},
                    .changed = {{cadence}}};
        case Topic::WaitDrain:
            return {.alone = {{drains},
                              {drainsRing},
                              {waitsForTurn},
                              {needsBucketSooner},
                              {reducesLate},
                              {cadence}},
                    .changed = {{cadence}}};
        default:
            return {};
    }
}

}  // namespace

Causes gradientCauses(Topic topic) {
    for (Causes (*causes)(Topic) : {causesOfStorage, causesOfWaits}) {
        Causes found = causes(topic);
        if (!found.alone.empty()) return found;
    }
    return {};
}

}  // namespace shardscope::explain
