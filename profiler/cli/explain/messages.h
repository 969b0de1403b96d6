#pragma once
// Every sentence that `explain` prints, in English and Korean. {0}, {1} are what is inserted; both
// languages insert the same. English is ASCII. Korean avoids particles that depend on the last sound of
// what is inserted: a strategy's name is followed by 에서는, a bucket's label by 버킷.

#include <fmt/format.h>

#include <cstdint>
#include <span>
#include <string>
#include <string_view>

namespace shardscope::explain {

enum class Language : uint8_t { English, Korean };

enum class Message : uint8_t {
    // The picture: its frame.
    PictureTitle,
    PictureShape,
    PictureOneRank,
    PictureTime,
    LegendParameters,
    LegendGradients,
    LegendOptimizer,
    KindParameters,
    KindGradients,
    KindOptimizer,
    KindHeld,
    Held,
    HeldToCome,
    HeldDead,
    MicroBatchOf,
    MicroBatchAlike,
    MicroBatchesAlike,
    PictureNext,
    // The picture: what a cell says.
    CellReady,
    CellUpdated,
    CellStale,
    CellStaleMoving,
    CellWrong,
    CellAbsent,
    CellAbsentMoving,
    CellLocal,
    CellLocalMoving,
    CellSummed,
    CellDead,
    CellKeptAndLocal,
    CellKeptAndMoving,
    CellKeptAndDead,
    CellEmpty,
    CellStateKept,
    CellStateUpdated,
    // The picture: instants.
    AtStepStart,
    AtForwardUse,
    AtBackwardUse,
    AtGradientReady,
    AtBeforeUpdate,
    AtAfterUpdate,
    AtAfterGather,
    AtStepEnd,
    AtNextForward,
    // The picture: clauses of captions.
    ClauseJoin,
    HasAllParameters,
    HasOwnParameters,
    HasAllOptimizer,
    HasOwnOptimizer,
    ForwardReads,
    ForwardGathered,
    BackwardReads,
    BackwardGathered,
    ParametersFreed,
    GatherUnderWay,
    GradientComplete,
    GradientAccumulated,
    ReductionUnderWay,
    GradientFreed,
    GradientDied,
    GradientSummed,
    OwnShardSummed,
    AllSummed,
    NothingSummed,
    SomeDead,
    NoFullLeft,
    OwnersUpdated,
    OwnerHasNew,
    AllUpdated,
    WrongUpdate,
    OthersStale,
    OthersNotKept,
    GradientsFreed,
    AllReady,
    NothingToGather,
    NothingReturned,
    GatheredOnUse,
    NextReadsNew,
    NextReadsStale,
    // The two plans: their frame.
    PlansTitle,
    PlansModel,
    PlansOneRank,
    Axis,
    AxesAlike,
    FactDtypes,
    FactWeights,
    FactOptimizer,
    FactMostFull,
    FactMostCopies,
    FactMostTogether,
    FactBetween,
    FactSent,
    PlansHow,
    PlansNotes,
    PhaseForward,
    PhaseBackward,
    PhaseOptimizer,
    PhaseGather,
    EachMicroBatch,
    FoldedAlike,
    FoldedOne,
    Hidden,
    WhyHeading,
    SamePlans,
    // Why plans differ. {0} has or does it, {1} does not; {2} is a number, {3} and {4} are how each does.
    // The full-size bucket and what is written outside it:
    WhyBornEachMicroBatch,
    WhyPersistent,
    WhyParameterGradients,
    WhyCopyTiming,
    WhySumsOutside,
    WhyRing,
    WhyPadding,
    WhyGradientDtype,
    WhyOwnGradientDtype,
    WhyFreed,
    WhyBucketNeeded,
    WhyInFlight,
    WhyRingTurn,
    WhyDrain,
    WhyDrainLast,
    WhyDrainRing,
    WhyStaging,
    WhySentDtype,
    WhyFlattened,
    WhyKeptUntilStep,
    // The shard:
    WhyShard,
    WhyShardDtype,
    WhyBoundary,
    WhyIncoming,
    WhyIncomingConverts,
    WhyIncomingFreed,
    WhyAddToShard,
    WhySecondShard,
    WhyShardHome,
    // The reduction:
    WhyCadence,
    WhyIntoShard,
    WhyCopyIntoShard,
    WhyAllReduce,
    WhyAllReduceSharded,
    WhyReductionOnlyOne,
    WhyWaitReduced,
    WhyPartCollectives,
    WhyAfterBackward,
    WhyOverlap,
    // The update and the parameters:
    WhyNormSlices,
    WhyNormSummed,
    WhyUpdate,
    WhyPieces,
    WhyUpdatesEach,
    WhyUpdateCopy,
    WhyReturnNotReplicated,
    WhyReturnNotGathered,
    WhyReturnLeftOut,
    WhyReturnOneRank,
    WhyFlatReturn,
    WhyBroadcast,
    WhyGathersForUse,
    WhyGatheredFreed,
    WhyWaitGathered,
    WhyPacking,
    // How each does it:
    HowCopiedAtOnce,
    HowCopiedWithBucket,
    HowKept,
    HowKeepsUntilStep,
    HowKeepsForGood,
    HowSendsItself,
    HowSendsConverted,
    HowOwnsEverything,
    HowOwnsOfBucket,
    HowOwnsOfParameter,
    HowOwnsRange,
    HowOwnsParameters,
    HowFlattens,
    HowFlattensToFp32,
    HowToFp32,
    HowReadsInPlace,
    HowOnlyToFp32,
    HowGathersInPlace,
    HowGathersNothing,
    // Why both do it.
    BothReduceScatter,
    BothAllReduce,
    BothAllReduceMixed,
    BothAllReduceSharded,
    BothReplicas,
    BothAllGather,
    BothFreePerBucket,
    BothGatherForUse,
    // What accumulation costs.
    PriceHeading,
    PriceSends,
    PriceHolds,
    // The three questions.
    QuestionsHeading,
    QuestionShards,
    ShardsMore,
    ShardsNothing,
    ShardsOneRank,
    ShardsOptimizer,
    ShardsGradients,
    ShardsParameters,
    ShardsJoin,
    GradientsSentAlike,
    GradientLifetime,
    LifeUntilStep,
    LifeUntilReduced,
    LifeForGood,
    QuestionReduceScatter,
    AnswerReduceScatter,
    AnswerReplicas,
    AnswerAllReduce,
    AnswerAllReduceSharded,
    AnswerReduceToOwner,
    AnswerReduceOneRank,
    QuestionAllGather,
    AnswerAllGather,
    AnswerBroadcast,
    AnswerGatherOnUse,
    AnswerReplicated,
    AnswerReturnOneRank,
    AnswerLeftOut,
    End,  ///< how many there are
};

/// A sentence, or part of one, in both languages.
struct Text {
    Message message = Message::End;
    std::string_view english, korean;
};

/// By theme; every message stands in one of them, once.
std::span<const Text> pictureTexts();
std::span<const Text> captionTexts();
std::span<const Text> planTexts();
std::span<const Text> gradientReasonTexts();
std::span<const Text> updateReasonTexts();
std::span<const Text> questionTexts();

std::string_view englishOf(Message message);
std::string_view koreanOf(Message message);
inline std::string_view textOf(Language language, Message message) {
    return language == Language::English ? englishOf(message) : koreanOf(message);
}

template <class... Args>
std::string say(Language language, Message message, const Args&... args) {
    return fmt::format(fmt::runtime(textOf(language, message)), args...);
}

}  // namespace shardscope::explain
