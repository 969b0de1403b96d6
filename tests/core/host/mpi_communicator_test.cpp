// One process of several that mpirun starts; every process runs every case. Its own main: MPI starts
// before the cases and ends after them.

#include "core/host/mpi_communicator.h"

#include <gtest/gtest.h>

#include <chrono>
#include <thread>

#include "core/host/host_device.h"
#include "tests/core/host/collective_cases.h"

namespace shardscope::core {
namespace {

MpiSession* session = nullptr;

class MpiCommunicator : public ::testing::Test {
  protected:
    bool isRank(int rank) const { return session->rank().value == rank; }
    Result<CollectiveTimes> allReduceOne(float& value) {
        return communicator_->run({CollectiveKind::AllReduce, DType::Fp32, 1, &value, &value});
    }
    std::unique_ptr<Communicator> communicator_ = session->makeCommunicator();
};

TEST_F(MpiCommunicator, KnowsItsPlace) {
    EXPECT_TRUE(startedByMpi());
    EXPECT_EQ(communicator_->ranks(), session->ranks());
    EXPECT_EQ(communicator_->rank(), session->rank());
    EXPECT_GT(session->ranks(), 1);
}

// The same reference as the in-process ranks: so the bits of the two are equal.
TEST_F(MpiCommunicator, GivesTheReferenceToTheBitAtOnceAndWhenRanksComeLate) {
    const auto references = cases::allReferences(session->ranks());
    for (int maxDelayMicroseconds : {0, 100}) {
        cases::expectAll(references, *communicator_, maxDelayMicroseconds);
    }
}

TEST_F(MpiCommunicator, GivesTheReferenceOverSeveralChunks) {
    const int64_t elements = session->ranks() * ((int64_t{1} << 18) + 1) + 1;
    for (auto kind : {CollectiveKind::AllReduce, CollectiveKind::Reduce}) {
        const auto reference = cases::makeReference(
            {.kind = kind, .dtype = DType::Fp32, .elements = elements, .inPlace = true},
            session->ranks());
        cases::expectAll({reference}, *communicator_, 0);
    }
    EXPECT_GT(communicator_->stagingBytes(), 0);
}

TEST_F(MpiCommunicator, GathersValuesInRankOrder) {
    const auto own = static_cast<uint64_t>(session->rank().value);
    ASSERT_TRUE(communicator_->barrier());
    const auto doubles = communicator_->gather(0.5 * static_cast<double>(own));
    const auto hashes = communicator_->gather(own << 60 | own);
    ASSERT_TRUE(doubles && hashes);
    for (size_t r = 0; r < static_cast<size_t>(session->ranks()); ++r) {
        EXPECT_EQ((*doubles)[r], 0.5 * static_cast<double>(r));
        EXPECT_EQ((*hashes)[r], uint64_t{r} << 60 | r);
    }
}

TEST_F(MpiCommunicator, NamesBothRanksAndBothCallsOfAMismatch) {
    std::vector<float> data(12), output(12);
    const auto kind = isRank(0) ? CollectiveKind::Broadcast : CollectiveKind::AllReduce;
    const auto result = communicator_->run({kind, DType::Fp32, 12, data.data(), output.data()});
    ASSERT_FALSE(result);
    const std::string& message = result.error().message;
    EXPECT_NE(message.find("rank 0 called broadcast of 12 fp32"), std::string::npos) << message;
    EXPECT_NE(message.find("rank 1 called allReduce of 12 fp32"), std::string::npos) << message;
}

TEST_F(MpiCommunicator, AnAbortWakesRanksThatWaitInACollective) {
    if (isRank(1)) {
        std::this_thread::sleep_for(std::chrono::milliseconds(20));
        communicator_->abort("out of memory");
    }
    float value = 1.0f;
    const auto result = allReduceOne(value);
    ASSERT_FALSE(result);
    EXPECT_EQ(result.error().message, "rank 1 aborted: out of memory");
    EXPECT_FALSE(communicator_->barrier());  // later calls fail at once
}

TEST_F(MpiCommunicator, AnAbortWakesRanksThatWaitOnTheHost) {
    if (isRank(0)) return communicator_->abort("interrupted");
    EXPECT_EQ(communicator_->barrier().error().message, "rank 0 aborted: interrupted");
}

// As when a peer was killed: it says nothing, and this rank is told to stop.
TEST_F(MpiCommunicator, AnAbortOfItsOwnWakesARankWhosePeersAreSilent) {
    if (isRank(0)) {
        std::jthread stopping([&] {
            std::this_thread::sleep_for(std::chrono::milliseconds(10));
            communicator_->abort("interrupted");
        });
        float value = 1.0f;
        EXPECT_EQ(allReduceOne(value).error().message, "rank 0 aborted: interrupted");
    }
}

TEST_F(MpiCommunicator, AnAbortInTheMiddleEndsEveryRank) {
    const auto stop = std::chrono::milliseconds(30);
    std::jthread aborting([&] {
        if (!isRank(session->ranks() - 1)) return;
        std::this_thread::sleep_for(stop);
        communicator_->abort("drill");
    });
    std::vector<float> data(300'000, 1.0f);
    for (bool alive = true; alive;) {
        const auto result = communicator_->run(
            {CollectiveKind::AllReduce, DType::Fp32, int64_t{300'000}, data.data(), data.data()});
        alive = result.has_value();
        const std::string message = alive ? "drill" : result.error().message;
        EXPECT_NE(message.find("drill"), std::string::npos) << message;
    }
}

TEST_F(MpiCommunicator, OthersOfTheSessionGoOnAfterAnAbort) {
    const auto other = session->makeCommunicator();
    communicator_->abort("out of memory");
    const auto values = other->gather(1.0);
    ASSERT_TRUE(values);
    EXPECT_EQ(values->size(), static_cast<size_t>(session->ranks()));
}

TEST_F(MpiCommunicator, CarriesBytesToAndFromRankZero) {
    const std::string mine(static_cast<size_t>(session->rank().value) * 100'000,
                           static_cast<char>('a' + session->rank().value));
    const auto all = session->gatherBytes(mine);
    ASSERT_EQ(all.size(), isRank(0) ? static_cast<size_t>(session->ranks()) : 0u);
    for (size_t r = 0; r < all.size(); ++r) {
        EXPECT_EQ(all[r], std::string(r * 100'000, static_cast<char>('a' + r)));
    }
    EXPECT_EQ(session->broadcastBytes(isRank(0) ? "to all" : ""), "to all");
}

// Processes of one machine read one clock: the true offset is 0.
TEST_F(MpiCommunicator, BoundsTheClockOffset) {
    const auto clock = session->measureClockOffset();
    EXPECT_GE(clock.residualNs, 0);
    EXPECT_LE(std::abs(clock.offsetNs), clock.residualNs);
    EXPECT_EQ(clock.residualNs == 0, isRank(0));
}

}  // namespace
}  // namespace shardscope::core

int main(int argc, char** argv) {
    testing::InitGoogleTest(&argc, argv);
    auto started = shardscope::core::MpiSession::start(argc, argv);
    if (!started) {
        std::fprintf(stderr, "%s\n", toString(started.error()).c_str());
        return 1;
    }
    shardscope::core::session = started->get();
    return RUN_ALL_TESTS();
}
