#include "core/host/inproc_communicator.h"

#include <gtest/gtest.h>

#include <atomic>
#include <chrono>
#include <random>

#include "tests/core/host/collective_cases.h"
#include "tests/core/host/rank_threads.h"

namespace shardscope::core {
namespace {

class InprocCommunicator : public ::testing::TestWithParam<int> {};
INSTANTIATE_TEST_SUITE_P(Ranks, InprocCommunicator, ::testing::Values(1, 2, 3, 4, 8));

TEST_P(InprocCommunicator, GivesTheReferenceToTheBitAtOnceAndWhenRanksComeLate) {
    const auto references = cases::allReferences(GetParam());
    for (int maxDelayMicroseconds : {0, 100}) {
        onEveryRank(GetParam(), [&](Communicator& rank) {
            cases::expectAll(references, rank, maxDelayMicroseconds);
        });
    }
}

TEST_P(InprocCommunicator, GathersValuesInRankOrder) {
    const int ranks = GetParam();
    onEveryRank(ranks, [&](Communicator& rank) {
        const auto own = static_cast<uint64_t>(rank.rank().value);
        ASSERT_TRUE(rank.barrier());
        const auto doubles = rank.gather(0.5 * static_cast<double>(own));
        const auto hashes = rank.gather(own << 60 | own);
        ASSERT_TRUE(doubles && hashes);
        for (size_t r = 0; r < static_cast<size_t>(ranks); ++r) {
            EXPECT_EQ((*doubles)[r], 0.5 * static_cast<double>(r));
            EXPECT_EQ((*hashes)[r], uint64_t{r} << 60 | r);
        }
    });
}

/// Ranks 0,1 | 2,3 reduce-scatter; then 0,2 | 1,3 all-reduce what they got; then groups gather it.
TEST(InprocCommunicatorGroups, NeighboursAndStridesEachHaveTheirOwnSum) {
    onEveryRank(4, [&](Communicator& rank) {
        const int own = rank.rank().value;
        const RankSet neighbours{.first = own / 2 * 2, .count = 2, .stride = 1};
        const RankSet replicas{.first = own % 2, .count = 2, .stride = 2};
        std::vector<float> data(5000);
        for (int round = 0; round < 20; ++round) {
            for (size_t i = 0; i < data.size(); ++i) {
                data[i] = static_cast<float>((own + 1) * 10 + (i >= 2500 ? 1 : 0));
            }
            float* part = data.data() + 2500 * (own % 2);
            ASSERT_TRUE(rank.run({.kind = CollectiveKind::ReduceScatter,
                                  .elements = 5000,
                                  .input = data.data(),
                                  .output = part,
                                  .group = neighbours}));
            EXPECT_EQ(part[7], (own < 2 ? 30.0F : 70.0F) + (own % 2 ? 2.0F : 0.0F));
            ASSERT_TRUE(rank.run({.kind = CollectiveKind::AllReduce,
                                  .elements = 2500,
                                  .input = part,
                                  .output = part,
                                  .group = replicas}));
            ASSERT_TRUE(rank.run({.kind = CollectiveKind::AllGather,
                                  .elements = 5000,
                                  .input = part,
                                  .output = data.data(),
                                  .group = neighbours}));
            EXPECT_EQ(data[0], 100.0F);
            EXPECT_EQ(data[4999], 104.0F);
        }
    });
}

TEST(InprocCommunicatorGroups, ACallerOutsideTheGroupIsRefused) {
    onEveryRank(2, [&](Communicator& rank) {
        float value = 0.0F;
        const auto result = rank.run({.kind = CollectiveKind::AllReduce,
                                      .elements = 1,
                                      .input = &value,
                                      .output = &value,
                                      .group = {.first = 0, .count = 1, .stride = 1}});
        if (rank.rank().value == 1) {
            EXPECT_FALSE(result);
        }
    });
}

TEST(InprocCommunicatorTimes, AllRanksStartWhenTheLastOneArrives) {
    std::array<CollectiveTimes, 4> times;
    onEveryRank(4, [&](Communicator& rank) {
        const int own = rank.rank().value;
        std::this_thread::sleep_for(std::chrono::milliseconds(own));
        float value = 1.0f;
        times[size_t(own)] = *rank.run({CollectiveKind::AllReduce, DType::Fp32, 1, &value, &value});
        EXPECT_EQ(value, 4.0f);
    });
    for (const auto& each : times) EXPECT_EQ(each.startNs, times[0].startNs);
}

/// Calls @p call on every rank of a new communicator after rank 0's @p different one.
std::vector<Result<CollectiveTimes>> runMismatch(int ranks, CollectiveCall different,
                                                 CollectiveCall call) {
    std::vector<Result<CollectiveTimes>> results(static_cast<size_t>(ranks));
    onEveryRank(ranks, [&](Communicator& rank) {
        std::vector<float> input(64), output(64);
        CollectiveCall own = rank.rank().value == 0 ? different : call;
        own.input = input.data();
        own.output = output.data();
        results[rank.rank().index()] = rank.run(own);
    });
    return results;
}

TEST(InprocCommunicatorMismatch, NamesBothRanksAndBothCalls) {
    const CollectiveCall call{CollectiveKind::AllReduce, DType::Fp32, 12};
    const std::vector<std::pair<CollectiveCall, std::string>> differences{
        {{CollectiveKind::ReduceScatter, DType::Fp32, 12}, "reduceScatter of 12 fp32"},
        {{CollectiveKind::AllReduce, DType::Bf16, 12}, "allReduce of 12 bf16"},
        {{CollectiveKind::AllReduce, DType::Fp32, 13}, "allReduce of 13 fp32"}};
    for (const auto& [different, words] : differences) {
        for (const auto& result : runMismatch(3, different, call)) {
            ASSERT_FALSE(result);
            const std::string& message = result.error().message;
            EXPECT_NE(message.find("rank 0 called " + words), std::string::npos) << message;
            EXPECT_NE(message.find("rank 1 called allReduce of 12 fp32"), std::string::npos);
        }
    }
}

TEST(InprocCommunicatorMismatch, IsFoundBetweenHostCallsToo) {
    onEveryRank(2, [](Communicator& rank) {
        const bool ok =
            rank.rank().value == 0 ? rank.barrier().has_value() : rank.gather(1.0).has_value();
        EXPECT_FALSE(ok);
        EXPECT_FALSE(rank.barrier());
    });
}

TEST(InprocCommunicatorCalls, RefusesACountThatTheRanksDoNotDivide) {
    onEveryRank(2, [](Communicator& rank) {
        std::vector<float> data(8);
        const auto result =
            rank.run({CollectiveKind::ReduceScatter, DType::Fp32, 3, data.data(), data.data() + 4});
        ASSERT_FALSE(result);
        EXPECT_NE(result.error().message.find("reduceScatter of 3"), std::string::npos);
    });
}

TEST(InprocCommunicatorCalls, RefusesOverlapThatIsNotInPlace) {
    onEveryRank(2, [](Communicator& rank) {
        std::vector<float> data(16);
        const auto result =
            rank.run({CollectiveKind::AllReduce, DType::Fp32, 8, data.data(), data.data() + 1});
        ASSERT_FALSE(result);
        EXPECT_NE(result.error().message.find("overlap"), std::string::npos);
    });
}

TEST(InprocCommunicatorAbort, WakesRanksThatWaitInACollective) {
    const auto communicators = makeInprocCommunicators(3);
    onEveryRank(communicators, [](Communicator& rank) {
        if (rank.rank().value == 2) {
            std::this_thread::sleep_for(std::chrono::milliseconds(5));
            return rank.abort("out of memory");
        }
        float value = 0.0f;
        const auto result = rank.run({CollectiveKind::AllReduce, DType::Fp32, 1, &value, &value});
        ASSERT_FALSE(result);
        EXPECT_EQ(result.error().message, "rank 2 aborted: out of memory");
        EXPECT_EQ(result.error().where, "rank " + std::to_string(rank.rank().value));
    });
    EXPECT_FALSE(communicators[0]->gather(1.0));  // later calls fail at once
}

TEST(InprocCommunicatorAbort, WakesItsOwnRankFromAnotherThread) {
    const auto communicators = makeInprocCommunicators(2);
    std::jthread waiting([&] { EXPECT_FALSE(communicators[0]->barrier()); });
    std::this_thread::sleep_for(std::chrono::milliseconds(2));
    communicators[0]->abort("interrupted");
}

TEST(InprocCommunicatorAbort, TheFirstReasonStands) {
    const auto communicators = makeInprocCommunicators(2);
    communicators[1]->abort("first");
    communicators[0]->abort("second");
    EXPECT_EQ(communicators[0]->barrier().error().message, "rank 1 aborted: first");
}

// Buffers go as soon as run() returns: a peer that still read them would be caught by the sanitizers.
void collectUntilAborted(Communicator& rank, CollectiveKind kind, int64_t elements) {
    for (bool alive = true; alive;) {
        std::vector<float> input(static_cast<size_t>(elements), 1.0f), output(input.size());
        alive = rank.run({kind, DType::Fp32, elements, input.data(), output.data()}).has_value();
    }
}

TEST(InprocCommunicatorAbort, EndsEveryPhaseOfEveryCollective) {
    std::mt19937 random(7);
    for (auto kind :
         {CollectiveKind::ReduceScatter, CollectiveKind::AllGather, CollectiveKind::AllReduce,
          CollectiveKind::Reduce, CollectiveKind::Broadcast}) {
        for (int round = 0; round < 40; ++round) {
            const int64_t elements = round % 2 == 0 ? 64 : 40'000;
            const auto delay = std::chrono::microseconds(random() % 600);
            const auto communicators = makeInprocCommunicators(4);
            std::jthread aborting([&] {
                std::this_thread::sleep_for(delay);
                communicators[random() % 4]->abort("drill");
            });
            onEveryRank(communicators,
                        [&](Communicator& rank) { collectUntilAborted(rank, kind, elements); });
        }
    }
}

}  // namespace
}  // namespace shardscope::core
