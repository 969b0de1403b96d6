#include "profiler/cli/explain/reasons.h"

#include "profiler/cli/explain/strategy_name.h"

namespace shardscope::explain {

using core::Problem;
using core::Strategy;

namespace {

bool keepsToStep(const Problem& problem) {
    return problem.strategy.storage != core::FullGradientStorage::FreedPerBucket;
}

/// A reason about the strategy of @p has, which @p other has not.
Reason about(Message message, const Problem& has, const Problem& other, int number = 0) {
    return {.message = message,
            .has = nameOf(has.strategy),
            .other = nameOf(other.strategy),
            .number = number};
}

/// Parameters return in @p has only: because of what @p other is.
Message whyReturns(const Strategy& other) {
    if (other.omit == core::Omit::AllGather) return Message::WhyReturnLeftOut;
    if (other.optimizer == core::OptimizerSharding::Replicated) {
        return Message::WhyReturnNotReplicated;
    }
    const bool gathers = other.parameters != core::ParameterStorage::Replicated;
    return gathers ? Message::WhyReturnNotGathered : Message::WhyReturn;
}

bool splitsParameters(const Strategy& s) {
    return s.layout == core::ShardLayout::PerParameter && s.packing == core::Packing::PerParameter;
}

/// All gradients are there before the first is sent.
bool reducesLate(const Strategy& s) {
    return !s.overlap && s.unoverlapped == core::Unoverlapped::AfterBackward &&
           s.cadence == core::Cadence::LastMicroBatch;
}

Message whyReduces(const Strategy& has, const Strategy& other) {
    if (other.omit == core::Omit::ReduceScatter) return Message::WhyReductionOnlyOne;
    if (splitsParameters(has) && !splitsParameters(other)) return Message::WhyPartCollectives;
    if (has.shardGroup > 0 && other.shardGroup == 0) return Message::WhyReplicas;
    if (reducesLate(has) != reducesLate(other)) return Message::WhyAfterBackward;
    return has.cadence != other.cadence ? Message::WhyCadence : Message::WhyOnlyOne;
}

/// Parameters return in both, but this row has no partner.
Message whyReturnsSo(const Strategy& has, const Strategy& other) {
    const bool both = has.weightReturn != core::WeightReturn::None &&
                      other.weightReturn != core::WeightReturn::None &&
                      other.omit != core::Omit::AllGather;
    if (!both) return whyReturns(other);
    if (has.weightReturn != other.weightReturn) {
        return has.weightReturn == core::WeightReturn::Broadcast ? Message::WhyBroadcast
                                                                 : Message::WhyOnlyOne;
    }
    if (splitsParameters(has)) return Message::WhyPartCollectives;
    const bool flat = has.layout == core::ShardLayout::Contiguous;
    return flat != (other.layout == core::ShardLayout::Contiguous) ? Message::WhyFlatReturn
                                                                   : Message::WhyOnlyOne;
}

bool isPersistent(const Problem& problem) {
    return problem.strategy.storage == core::FullGradientStorage::Persistent;
}

/// Sending a copy: to convert it, or because the system flattens.
Message whyStaged(const Problem& has) {
    return has.strategy.collectiveInput == core::CollectiveInput::Flattened ? Message::WhyFlattened
                                                                            : Message::WhyStaging;
}

Reason whyReturnHere(const Problem& has, const Problem& other) {
    const Message message = whyReturnsSo(has.strategy, other.strategy);
    const bool aboutOther =
        message == Message::WhyFlatReturn && other.strategy.layout == core::ShardLayout::Contiguous;
    return aboutOther ? about(message, other, has) : about(message, has, other);
}

/// @p has the row, @p other has not; the reason may be about @p other.
Reason whyLate(Message message, const Problem& has, const Problem& other) {
    const bool aboutOther =
        (message == Message::WhyAfterBackward && reducesLate(other.strategy)) ||
        (message == Message::WhyCadence && has.strategy.cadence == core::Cadence::LastMicroBatch);
    const Problem& one = aboutOther ? other : has;
    const Problem& two = aboutOther ? has : other;
    return about(message, one, two, has.workload.gradAccum);
}

bool writesOutside(const Problem& problem) {
    return problem.strategy.parameterGradients != core::ParameterGradients::Views;
}

/// Storage of a bucket, or its end, that only @p has has.
Reason whyBucketStorage(const Problem& has, const Problem& other) {
    if (isPersistent(other)) return about(Message::WhyPersistent, has, other);
    if (writesOutside(other) && !writesOutside(has)) {
        return about(Message::WhyParameterGradients, other, has);
    }
    return about(Message::WhyOnlyOne, has, other);
}

/// A replicated optimizer sums every rank's slice; owners differ in their pieces.
Reason whyNorm(const Problem& has, const Problem& other) {
    const bool replicated = has.strategy.optimizer == core::OptimizerSharding::Replicated;
    if (!replicated) return about(Message::WhyPieces, has, other);
    return about(Message::WhyNormSlices, has, other, has.buckets.ranks);
}

Reason whyOneSided(Topic topic, const Problem& has, const Problem& other) {
    switch (topic) {
        case Topic::GradientBirth:
        case Topic::ReducedFree:
            return whyBucketStorage(has, other);
        case Topic::ParameterGradient:
            return about(
                writesOutside(other) ? Message::WhyCopyTiming : Message::WhyParameterGradients, has,
                other);
        case Topic::Ring:
            return about(Message::WhyRing, has, other);
        case Topic::UpdateCopy:
            return about(Message::WhyUpdateCopy, has, other);
        case Topic::Packing:
            return about(Message::WhyPacking, has, other);
        case Topic::Shard:
            return about(Message::WhyShard, has, other);
        case Topic::Incoming:
            return about(Message::WhyIncoming, has, other);
        case Topic::AddToShard:
            return about(Message::WhyAddToShard, has, other);
        case Topic::Reduce:
            return whyLate(whyReduces(has.strategy, other.strategy), has, other);
        case Topic::BucketFree:
            return about(Message::WhyFreed, has, other);
        case Topic::IncomingFree:
            return about(Message::WhyIncomingFreed, has, other);
        case Topic::WaitInFlight:
            return about(Message::WhyInFlight, has, other, has.strategy.inFlight);
        case Topic::WaitDrain:
            return about(Message::WhyDrain, has, other);
        case Topic::WaitReduced:
            return about(Message::WhyWaitReduced, has, other);
        case Topic::Norm:
            return whyNorm(has, other);
        case Topic::Update:
            return about(Message::WhyPieces, has, other);
        case Topic::NormSum:
            return about(Message::WhyNormSummed, has, other);
        case Topic::Return:
        case Topic::WaitReturn:
            return whyReturnHere(has, other);
        case Topic::GatherBirth:
        case Topic::Gather:
            return about(Message::WhyGathersForUse, has, other);
        case Topic::WaitGather:
            return about(Message::WhyWaitGathered, has, other);
        case Topic::GatheredFree:
            return about(Message::WhyGatheredFreed, has, other);
        case Topic::OverlapWait:
            return about(Message::WhyOverlap, has, other);
        case Topic::Staging:
            return about(whyStaged(has), has, other);
        default:
            return about(Message::WhyOnlyOne, has, other);
    }
}

bool isAllReduce(const Strategy& s) { return s.collective == core::GradientCollective::AllReduce; }
bool isReduceScatter(const Strategy& s) {
    return s.collective == core::GradientCollective::ReduceScatter;
}

/// What follows from the optimizer, or only from how a system is written.
Message whyAllReduces(const Strategy& s) {
    return s.optimizer == core::OptimizerSharding::Replicated ? Message::WhyAllReduce
                                                              : Message::WhyAllReduceSharded;
}

/// @param event the row is an event of the reduction, not the collective itself.
std::vector<Reason> whyReducedDifferently(const Problem& left, const Problem& right, bool event) {
    std::vector<Reason> reasons;
    const Strategy& l = left.strategy;
    const Strategy& r = right.strategy;
    if (!event && isAllReduce(l) && isReduceScatter(r)) {
        reasons.push_back(about(whyAllReduces(l), left, right));
    }
    if (!event && isAllReduce(r) && isReduceScatter(l)) {
        reasons.push_back(about(whyAllReduces(r), right, left));
    }
    if (l.cadence != r.cadence && left.workload.gradAccum > 1) {
        const bool leftEvery = l.cadence == core::Cadence::EveryMicroBatch;
        const int gradAccum = left.workload.gradAccum;
        reasons.push_back(leftEvery ? about(Message::WhyCadence, left, right, gradAccum)
                                    : about(Message::WhyCadence, right, left, gradAccum));
    }
    if (!event && keepsToStep(left) != keepsToStep(right) && l.collective == r.collective) {
        const bool leftFrees = l.storage == core::FullGradientStorage::FreedPerBucket;
        reasons.push_back(leftFrees ? about(Message::WhyIntoShard, left, right)
                                    : about(Message::WhyIntoShard, right, left));
    }
    return reasons;
}

/// Which of two sides keeps full gradients to the step; the other frees or shards them.
std::vector<Reason> byStorage(Message message, bool keeperFirst, const Problem& left,
                              const Problem& right) {
    const bool leftFirst = keepsToStep(left) == keeperFirst;
    return {leftFirst ? about(message, left, right) : about(message, right, left)};
}

std::vector<Reason> whyChanged(const PlanLine& line, const Problem& left, const Problem& right) {
    std::vector<Reason> reasons;
    const bool leftSharded = left.strategy.optimizer == core::OptimizerSharding::Sharded;
    const bool rightSharded = right.strategy.optimizer == core::OptimizerSharding::Sharded;
    switch (line.topic) {
        case Topic::GradientBirth:
            if (keepsToStep(left) == keepsToStep(right)) break;
            return byStorage(Message::WhyBornEachMicroBatch, false, left, right);
        case Topic::Reduce:
            reasons = whyReducedDifferently(left, right, line.quiet);
            break;
        case Topic::Return:
            reasons.push_back(whyReturnHere(left, right));
            if (reasons.back().message == Message::WhyOnlyOne)
                reasons = {whyReturnHere(right, left)};
            if (reasons.back().message == Message::WhyOnlyOne) reasons.clear();
            break;
        case Topic::Update:
            if (leftSharded == rightSharded) {
                reasons.push_back(about(Message::WhyPieces, left, right));
                break;
            }
            reasons.push_back(leftSharded ? about(Message::WhyUpdate, left, right)
                                          : about(Message::WhyUpdate, right, left));
            break;
        case Topic::ReducedFree:
            if (keepsToStep(left) == keepsToStep(right)) break;
            return byStorage(Message::WhyKeptUntilStep, true, left, right);
        default:
            break;
    }
    if (reasons.empty()) reasons.push_back(about(Message::WhyChanged, left, right));
    return reasons;
}

std::vector<Reason> whyBoth(Topic topic, const Problem& left, const Problem& right) {
    const bool scatters = isReduceScatter(left.strategy);
    switch (topic) {
        case Topic::Reduce:
            if (!scatters && left.strategy.optimizer == core::OptimizerSharding::Sharded) return {};
            return {
                about(scatters ? Message::BothReduceScatter : Message::BothAllReduce, left, right)};
        case Topic::Return:
            if (left.strategy.weightReturn != core::WeightReturn::AllGather) return {};
            return {about(Message::BothAllGather, left, right)};
        case Topic::BucketFree:
            return {about(Message::BothFreePerBucket, left, right)};
        case Topic::Gather:
            return {about(Message::BothGatherForUse, left, right)};
        default:
            return {};
    }
}

}  // namespace

std::vector<Reason> reasonsOf(const AlignedRow& row, const Problem& left, const Problem& right) {
    if (!row.both()) {
        return {row.left ? whyOneSided(row.left->topic, left, right)
                         : whyOneSided(row.right->topic, right, left)};
    }
    const Topic topic = row.left->topic;
    if (row.same()) {
        return row.left->quiet ? std::vector<Reason>{} : whyBoth(topic, left, right);
    }
    std::vector<Reason> reasons = whyChanged(*row.left, left, right);
    const bool bothScatter = topic == Topic::Reduce &&
                             left.strategy.collective == right.strategy.collective &&
                             !row.left->quiet;
    if (bothScatter) {
        for (Reason& reason : whyBoth(topic, left, right)) reasons.push_back(std::move(reason));
    }
    return reasons;
}

std::string toText(const Reason& reason, Language language) {
    return say(language, reason.message, reason.has, reason.other, reason.number);
}

}  // namespace shardscope::explain
