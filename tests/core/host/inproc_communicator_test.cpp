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
