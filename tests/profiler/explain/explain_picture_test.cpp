// The picture follows from executing the plans: what must be so at each instant, whatever is drawn.

#include <fmt/format.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <set>

#include "profiler/cli/explain/display_text.h"
#include "profiler/cli/explain/observation.h"
#include "tests/profiler/explain/explain_cases.h"

namespace shardscope::explain {
namespace {

std::vector<Moment> momentsOf(const core::Problem& problem) { return timelineOf(problem).value(); }

const Moment& lastOf(const std::vector<Moment>& moments, InstantKind kind) {
    return *std::find_if(moments.rbegin(), moments.rend(),
                         [kind](const Moment& m) { return m.instant.kind == kind; });
}

/// Every preset, some ranks, one micro-batch and several.
template <class Visit>
void forEachProblem(Visit&& visit) {
    for (int stage = 0; stage < 4; ++stage) {
        for (int ranks : {1, 2, 3, 8}) {
            for (int gradAccum : {1, 3}) {
                SCOPED_TRACE(fmt::format("zero-{} ranks {} G {}", stage, ranks, gradAccum));
                visit(stage, pictured(preset(stage), ranks, 3, gradAccum));
            }
        }
    }
}

TEST(ExplainPicture, TheNextForwardReadsUpdatedParametersOnEveryRank) {
    forEachProblem([](int, const core::Problem& problem) {
        int reads = 0;
        for (const Moment& moment : momentsOf(problem)) {
            if (moment.instant.kind != InstantKind::NextForward) continue;
            ++reads;
            for (const RankCells& rank : moment.snapshot.ranks) {
                for (const ParameterCell& cell : rank[moment.instant.bucket.index()].parameters) {
                    EXPECT_EQ(cell.state, ParameterState::Updated);
                }
            }
        }
        EXPECT_EQ(reads, problem.buckets.count());
    });
}

TEST(ExplainPicture, ACompleteStepEndsWithParametersReadyWhereTheyAreKept) {
    forEachProblem([](int stage, const core::Problem& problem) {
        const auto moments = momentsOf(problem);
        const Snapshot& end = lastOf(moments, InstantKind::AfterGather).snapshot;
        for (size_t r = 0; r < end.ranks.size(); ++r) {
            for (const BucketCells& bucket : end.ranks[r]) {
                for (size_t owner = 0; owner < bucket.parameters.size(); ++owner) {
                    const bool kept = stage < 3 || owner == r;
                    EXPECT_EQ(bucket.parameters[owner].state,
                              kept ? ParameterState::Updated : ParameterState::Absent);
                }
            }
        }
        EXPECT_EQ(mostHeld(end).held, 0);
    });
}

TEST(ExplainPicture, ForwardNeverReadsAParameterThatIsNotHere) {
    forEachProblem([](int, const core::Problem& problem) {
        for (const Moment& moment : momentsOf(problem)) {
            if (moment.instant.kind != InstantKind::ForwardUse) continue;
            EXPECT_FALSE(
                anyParameterOf(moment.snapshot, moment.instant.bucket, ParameterState::Absent));
        }
    });
}

TEST(ExplainPicture, EachUpdateReadsTheSumOverAllRanksAndMicroBatches) {
    forEachProblem([](int, const core::Problem& problem) {
        const auto moments = momentsOf(problem);
        EXPECT_TRUE(ownShardsSummed(lastOf(moments, InstantKind::BeforeUpdate).snapshot));
        EXPECT_FALSE(anyParameter(lastOf(moments, InstantKind::AfterGather).snapshot,
                                  ParameterState::Wrong));
    });
}

TEST(ExplainPicture, Stage2HoldsNoMoreFullBucketsThanAreInFlight) {
    for (int inFlight : {1, 2, 3}) {
        for (int gradAccum : {1, 3}) {
            int most = 0;
            for (const Moment& moment : momentsOf(pictured(preset(2, inFlight), 3, 5, gradAccum))) {
                for (const RankCells& rank : moment.snapshot.ranks) {
                    most = std::max(most, fullBuckets(rank));
                }
            }
            EXPECT_EQ(most, inFlight);
        }
    }
}

TEST(ExplainPicture, Stage1ShowsDeadShardsOnceReducedAndHoldsAllUntilTheUpdate) {
    const auto moments = momentsOf(pictured(preset(1), 3, 3));
    const Snapshot& before = lastOf(moments, InstantKind::BeforeUpdate).snapshot;
    EXPECT_EQ(mostHeld(before), (HeldShards{.held = 9, .dead = 6}));
    const Snapshot& lastBackward = lastOf(moments, InstantKind::GradientReady).snapshot;
    EXPECT_EQ(deadGradients(lastBackward), Buckets{core::BucketId{0}});
}

TEST(ExplainPicture, Stage2KeepsOneShardABucket) {
    const auto moments = momentsOf(pictured(preset(2), 3, 3));
    EXPECT_EQ(mostHeld(lastOf(moments, InstantKind::BeforeUpdate).snapshot),
              (HeldShards{.held = 3, .dead = 0}));
}

TEST(ExplainPicture, AfterTheUpdateOnlyTheOwnerHasTheNewShard) {
    for (int stage : {1, 2}) {
        const auto moments = momentsOf(pictured(preset(stage), 3, 3));
        const Snapshot& after = lastOf(moments, InstantKind::AfterUpdate).snapshot;
        for (size_t r = 0; r < after.ranks.size(); ++r) {
            for (const BucketCells& bucket : after.ranks[r]) {
                for (size_t owner = 0; owner < bucket.parameters.size(); ++owner) {
                    EXPECT_EQ(bucket.parameters[owner].state,
                              owner == r ? ParameterState::Updated : ParameterState::Stale);
                }
            }
        }
    }
}

TEST(ExplainPicture, WithoutAllGatherTheNextForwardReadsStaleShards) {
    for (int stage : {1, 2}) {
        const auto moments = momentsOf(pictured(preset(stage, 2, core::Omit::AllGather), 3, 3));
        const Snapshot& next = lastOf(moments, InstantKind::NextForward).snapshot;
        EXPECT_TRUE(anyParameter(next, ParameterState::Stale));
        EXPECT_FALSE(allParameters(next, ParameterState::Updated));
    }
}

TEST(ExplainPicture, WithoutReduceScatterTheUpdateIsWrong) {
    for (int stage : {1, 2}) {
        const auto moments = momentsOf(pictured(preset(stage, 2, core::Omit::ReduceScatter), 3, 3));
        EXPECT_FALSE(ownShardsSummed(lastOf(moments, InstantKind::BeforeUpdate).snapshot));
        EXPECT_TRUE(anyParameter(lastOf(moments, InstantKind::AfterGather).snapshot,
                                 ParameterState::Wrong));
    }
}

TEST(ExplainPicture, EveryShardOfThePicturedModelHoldsParameters) {
    for (int ranks = 1; ranks <= 8; ++ranks) {
        for (int buckets : {1, 3, 8}) {
            const core::Problem problem = pictured(preset(2), ranks, buckets);
            ASSERT_EQ(problem.buckets.count(), buckets);
            for (int b = 0; b < buckets; ++b) {
                const Atoms atoms(problem.buckets, core::BucketId{b});
                for (int r = 0; r < ranks; ++r) {
                    EXPECT_FALSE(atoms.realOfShard(core::Rank{r}).empty());
                }
            }
        }
    }
}

TEST(ExplainPicture, FitsAPageWhateverIsAsked) {
    for (Language language : {Language::English, Language::Korean}) {
        for (int ranks = 1; ranks <= 8; ++ranks) {
            for (int gradAccum : {1, 5}) {
                const std::string text = textOf(picture({1, 2}, ranks, 8, language, gradAccum));
                for (const std::string& line : linesOfText(text)) {
                    ASSERT_LE(displayWidth(line), kPageWidth) << line;
                }
            }
        }
    }
}

TEST(ExplainPicture, EnglishIsAscii) {
    for (char c : textOf(picture({0, 3}, 4, 4))) {
        ASSERT_TRUE(c == '\n' || (c >= ' ' && c <= '~'));
    }
}

/// Lines of the first panel after @p title.
std::vector<std::string> panelAfter(const std::string& text, const std::string& title) {
    std::vector<std::string> panel;
    bool found = false;
    for (const std::string& line : linesOfText(text)) {
        if (line.starts_with("-- ")) found = line.find(title) != std::string::npos;
        if (found && line.find('[') != std::string::npos) panel.push_back(line);
    }
    return panel;
}

TEST(ExplainPicture, Stage3GathersForBackwardWhatItFreedAfterForward) {
    const std::string text = textOf(picture({3}, 2, 2));
    for (const char* bucket : {"B1", "B0"}) {
        const auto panel = panelAfter(text, std::string("backward reads ") + bucket);
        ASSERT_FALSE(panel.empty()) << text;
        const bool whole = std::ranges::any_of(panel, [&](const std::string& line) {
            return line.find(std::string(bucket) + "    [A  B ] [A  B ]") != std::string::npos;
        });
        EXPECT_TRUE(whole) << text;
    }
    EXPECT_NE(text.find("were gathered on every GPU once more, for backward"), std::string::npos);
    EXPECT_EQ(textOf(picture({1, 2}, 2, 2)).find("backward reads"), std::string::npos);
}

TEST(ExplainPicture, BarsStandInOneColumnHoweverNarrowTheCellsAre) {
    for (Language language : {Language::English, Language::Korean}) {
        for (int ranks : {1, 2, 3}) {
            std::set<int> columns;
            for (const std::string& line :
                 linesOfText(textOf(picture({1, 2}, ranks, 3, language)))) {
                const size_t bar = line.find(" | ");
                const bool inPanel = bar != std::string::npos && line.find("G = ") == line.npos;
                if (inPanel) columns.insert(displayWidth(line.substr(0, bar)));
            }
            EXPECT_EQ(columns.size(), 1U) << ranks;
        }
    }
}

TEST(ExplainPicture, ThreeStandSideBySideWhereTheyFitAndElseOneBelowTheOther) {
    const auto mostBars = [](const std::string& text) {
        int64_t most = 0;
        for (const std::string& line : linesOfText(text)) {
            if (line.find('[') == std::string::npos) continue;
            most = std::max<int64_t>(most, std::ranges::count(line, '|'));
        }
        return most;
    };
    EXPECT_EQ(mostBars(textOf(picture({1, 2, 3}, 2, 2))), 2);
    const std::string below = textOf(picture({1, 2, 3}, 4, 2));
    EXPECT_EQ(mostBars(below), 0);
    for (const std::string& line : linesOfText(below)) EXPECT_LE(displayWidth(line), kPageWidth);
}

TEST(ExplainPicture, AStalePictureSaysSo) {
    PictureQuestion question = picture({});
    question.strategies = {preset(1, 2, core::Omit::AllGather)};
    const std::string text = textOf(question);
    EXPECT_NE(text.find("[A' B- C-]"), std::string::npos);
    EXPECT_NE(text.find("reads stale shards"), std::string::npos);
}

TEST(ExplainPicture, OtherReduceDtypesAndOverlapOffEndReadyToo) {
    for (int stage : {0, 1, 2, 3}) {
        for (bool overlap : {true, false}) {
            core::Workload workload = pictureWorkload(smallWorkload(2), 3);
            workload.reduceDtype = core::DType::Fp32;
            core::Strategy strategy = preset(stage);
            strategy.overlap = overlap;
            const core::Problem problem = core::makeProblem(workload, strategy, 3).value();
            const auto moments = momentsOf(problem);
            EXPECT_TRUE(ownShardsSummed(lastOf(moments, InstantKind::BeforeUpdate).snapshot));
            const Snapshot& end = lastOf(moments, InstantKind::AfterGather).snapshot;
            EXPECT_FALSE(anyParameter(end, ParameterState::Stale));
            EXPECT_FALSE(anyParameter(end, ParameterState::Wrong));
        }
    }
}

TEST(ExplainPicture, RefusesWhatCannotBePlanned) {
    PictureQuestion question = picture({2});
    question.strategies.front().inFlight = 0;
    const auto text = explainPicture(question);
    ASSERT_FALSE(text);
    EXPECT_NE(text.error().message.find("in-flight"), std::string::npos);
}

TEST(ExplainPicture, RoomForASumThatHasNotArrivedIsCountedAndSaid) {
    const std::string text = textOf(picture({2}));
    EXPECT_NE(text.find("7 grad shards (1 to come)"), std::string::npos) << text;
    EXPECT_EQ(textOf(picture({1})).find("to come"), std::string::npos);
}

}  // namespace
}  // namespace shardscope::explain
