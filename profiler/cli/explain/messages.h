#pragma once
// Every sentence that `explain` prints, in English and Korean. {0}, {1} are what is inserted; both
// languages insert the same. English is ASCII.

#include <fmt/format.h>

#include <cstdint>
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
    Axis,
    AxesAlike,
    FactWeights,
    FactOptimizer,
    FactMostFull,
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
    // The two plans: why they differ. {0} has or does it, {1} does not.
    WhyBornEachMicroBatch,
    WhyShard,
    WhyIncoming,
    WhyAddToShard,
    WhyFreed,
    WhyInFlight,
    WhyDrain,
    WhyIncomingFreed,
    WhyCadence,
    WhyIntoShard,
    WhyAllReduce,
    WhyReductionOnlyOne,
    WhyWaitReduced,
    WhyNormSlices,
    WhyNormSummed,
    WhyUpdate,
    WhyKeptUntilStep,
    WhyReturn,
    WhyReturnNotReplicated,
    WhyReturnNotGathered,
    WhyReturnLeftOut,
    WhyGathersForUse,
    WhyGatheredFreed,
    WhyWaitGathered,
    WhyOverlap,
    WhyStaging,
    WhyOnlyOne,
    WhyChanged,
    // The two plans: why both do it.
    BothReduceScatter,
    BothAllReduce,
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
    ShardsOptimizer,
    ShardsGradients,
    ShardsParameters,
    ShardsJoin,
    GradientsSentAlike,
    GradientLifetime,
    QuestionReduceScatter,
    AnswerReduceScatter,
    AnswerAllReduce,
    QuestionAllGather,
    AnswerAllGather,
    AnswerGatherOnUse,
    AnswerReplicated,
    AnswerLeftOut,
    End,  ///< how many there are
};

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
