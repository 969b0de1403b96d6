#include "profiler/cli/explain/reasons.h"

#include "profiler/cli/explain/strategy_name.h"

namespace shardscope::explain {

using core::Problem;
using core::Strategy;

namespace {

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

Message whyReduces(const Strategy& has, const Strategy& other) {
    if (other.omit == core::Omit::ReduceScatter) return Message::WhyReductionOnlyOne;
    return has.cadence != other.cadence ? Message::WhyCadence : Message::WhyOnlyOne;
}

Reason whyOneSided(Topic topic, const Problem& has, const Problem& other) {
    switch (topic) {
        case Topic::Shard:
            return about(Message::WhyShard, has, other);
        case Topic::Incoming:
            return about(Message::WhyIncoming, has, other);
        case Topic::AddToShard:
            return about(Message::WhyAddToShard, has, other);
        case Topic::Reduce:
            return about(whyReduces(has.strategy, other.strategy), has, other,
                         has.workload.gradAccum);
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
            return about(Message::WhyNormSlices, has, other, has.buckets.ranks);
        case Topic::NormSum:
            return about(Message::WhyNormSummed, has, other);
        case Topic::Return:
        case Topic::WaitReturn:
            return about(whyReturns(other.strategy), has, other);
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
            return about(Message::WhyStaging, has, other);
        default:
            return about(Message::WhyOnlyOne, has, other);
    }
}

/// @param event the row is an event of the reduction, not the collective itself.
std::vector<Reason> whyReducedDifferently(const Problem& left, const Problem& right, bool event) {
    std::vector<Reason> reasons;
    const Strategy& l = left.strategy;
    const Strategy& r = right.strategy;
    if (!event && l.collective != r.collective) {
        const bool leftAll = l.collective == core::GradientCollective::AllReduce;
        reasons.push_back(leftAll ? about(Message::WhyAllReduce, left, right)
                                  : about(Message::WhyAllReduce, right, left));
    }
    if (l.cadence != r.cadence && left.workload.gradAccum > 1) {
        const bool leftEvery = l.cadence == core::Cadence::EveryMicroBatch;
        const int gradAccum = left.workload.gradAccum;
        reasons.push_back(leftEvery ? about(Message::WhyCadence, left, right, gradAccum)
                                    : about(Message::WhyCadence, right, left, gradAccum));
    }
    if (!event && l.storage != r.storage && l.collective == r.collective) {
        const bool leftFrees = l.storage == core::FullGradientStorage::FreedPerBucket;
        reasons.push_back(leftFrees ? about(Message::WhyIntoShard, left, right)
                                    : about(Message::WhyIntoShard, right, left));
    }
    return reasons;
}

/// Which of two sides keeps full gradients to the step; the other frees or shards them.
std::vector<Reason> byStorage(Message message, bool keeperFirst, const Problem& left,
                              const Problem& right) {
    const bool leftKeeps = left.strategy.storage != core::FullGradientStorage::FreedPerBucket;
    const bool leftFirst = leftKeeps == keeperFirst;
    return {leftFirst ? about(message, left, right) : about(message, right, left)};
}

std::vector<Reason> whyChanged(const PlanLine& line, const Problem& left, const Problem& right) {
    std::vector<Reason> reasons;
    const bool leftSharded = left.strategy.optimizer == core::OptimizerSharding::Sharded;
    switch (line.topic) {
        case Topic::GradientBirth:
            return byStorage(Message::WhyBornEachMicroBatch, false, left, right);
        case Topic::Reduce:
            reasons = whyReducedDifferently(left, right, line.quiet);
            break;
        case Topic::Update:
            reasons.push_back(leftSharded ? about(Message::WhyUpdate, left, right)
                                          : about(Message::WhyUpdate, right, left));
            break;
        case Topic::ReducedFree:
            return byStorage(Message::WhyKeptUntilStep, true, left, right);
        default:
            break;
    }
    if (reasons.empty()) reasons.push_back(about(Message::WhyChanged, left, right));
    return reasons;
}

std::vector<Reason> whyBoth(Topic topic, const Problem& left, const Problem& right) {
    const bool scatters = left.strategy.collective == core::GradientCollective::ReduceScatter;
    switch (topic) {
        case Topic::Reduce:
            return {
                about(scatters ? Message::BothReduceScatter : Message::BothAllReduce, left, right)};
        case Topic::Return:
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
