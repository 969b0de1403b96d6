#include <array>
#include <chrono>
#include <cstdlib>
#include <limits>
#include <thread>

#include "core/host/host_device.h"
#include "core/host/mpi_check.h"
#include "core/host/mpi_collectives.h"
#include "core/host/mpi_communicator.h"

namespace shardscope::core {

namespace {

constexpr int kClockTag = 5;
constexpr int kBytesTag = 6;
constexpr int kRoundTrips = 200;
constexpr int64_t kMessageBytes = int64_t{1} << 30;  // MPI counts are ints

void sendTime(int peer, int64_t timeNs) {
    MPI_Send(&timeNs, 1, MPI_INT64_T, peer, kClockTag, MPI_COMM_WORLD);
}
int64_t receiveTime(int peer) {
    int64_t timeNs = 0;
    MPI_Recv(&timeNs, 1, MPI_INT64_T, peer, kClockTag, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
    return timeNs;
}

void sendBytes(int peer, const std::string& bytes) {
    const auto size = static_cast<int64_t>(bytes.size());
    MPI_Send(&size, 1, MPI_INT64_T, peer, kBytesTag, MPI_COMM_WORLD);
    for (int64_t at = 0; at < size; at += kMessageBytes) {
        MPI_Send(bytes.data() + at, static_cast<int>(std::min(kMessageBytes, size - at)), MPI_CHAR,
                 peer, kBytesTag, MPI_COMM_WORLD);
    }
}
std::string receiveBytes(int peer) {
    int64_t size = 0;
    MPI_Recv(&size, 1, MPI_INT64_T, peer, kBytesTag, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
    std::string bytes(static_cast<size_t>(size), '\0');
    for (int64_t at = 0; at < size; at += kMessageBytes) {
        MPI_Recv(bytes.data() + at, static_cast<int>(std::min(kMessageBytes, size - at)), MPI_CHAR,
                 peer, kBytesTag, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
    }
    return bytes;
}

class Session : public MpiSession {
  public:
    Session() {
        MPI_Comm_rank(MPI_COMM_WORLD, &rank_.value);
        MPI_Comm_size(MPI_COMM_WORLD, &ranks_);
    }
    ~Session() override { MPI_Finalize(); }

    Rank rank() const override { return rank_; }
    int ranks() const override { return ranks_; }
    std::unique_ptr<Communicator> makeCommunicator() override {
        return std::make_unique<MpiCommunicator>(MPI_COMM_WORLD);
    }

    ClockOffset measureClockOffset() override {
        if (rank_.value != 0) return measureAgainstRoot();
        for (int peer = 1; peer < ranks_; ++peer) answer(peer);
        return {};
    }

    bool meet(const std::function<bool()>& giveUp) override {
        MPI_Request request = MPI_REQUEST_NULL;
        MPI_Ibarrier(MPI_COMM_WORLD, &request);
        for (int done = 0;;) {
            MPI_Test(&request, &done, MPI_STATUS_IGNORE);
            if (done) return true;
            if (giveUp()) return false;
            std::this_thread::sleep_for(std::chrono::milliseconds(1));
        }
    }

    std::vector<std::string> gatherBytes(const std::string& mine) override {
        if (rank_.value != 0) {
            sendBytes(0, mine);
            return {};
        }
        std::vector<std::string> all{mine};
        for (int peer = 1; peer < ranks_; ++peer) all.push_back(receiveBytes(peer));
        return all;
    }

    std::string broadcastBytes(const std::string& mine) override {
        if (rank_.value != 0) return receiveBytes(0);
        for (int peer = 1; peer < ranks_; ++peer) sendBytes(peer, mine);
        return mine;
    }

  private:
    static void answer(int peer) {
        sendTime(peer, 0);  // your turn
        for (int i = 0; i < kRoundTrips; ++i) {
            receiveTime(peer);
            sendTime(peer, hostNowNs());
        }
    }

    // The quickest round trip was disturbed least. Rank 0's answer lies somewhere in it: the middle is
    // at most half of it wrong.
    static ClockOffset measureAgainstRoot() {
        receiveTime(0);
        ClockOffset best{.offsetNs = 0, .residualNs = std::numeric_limits<int64_t>::max()};
        for (int i = 0; i < kRoundTrips; ++i) {
            const int64_t sent = hostNowNs();
            sendTime(0, sent);
            const int64_t root = receiveTime(0);
            const int64_t half = (hostNowNs() - sent + 1) / 2;
            if (half < best.residualNs) best = {.offsetNs = sent + half - root, .residualNs = half};
        }
        return best;
    }

    Rank rank_;
    int ranks_ = 1;
};

}  // namespace

Result<std::unique_ptr<MpiSession>> MpiSession::start(int& argc, char**& argv) {
    int provided = MPI_THREAD_SINGLE;
    auto started = check(MPI_Init_thread(&argc, &argv, MPI_THREAD_MULTIPLE, &provided));
    if (!started) return tl::unexpected(started.error());
    if (provided < MPI_THREAD_MULTIPLE) {
        MPI_Finalize();
        return failed("--comm mpi",
                      "found an MPI without MPI_THREAD_MULTIPLE; a rank has a thread "
                      "for each stream, so this MPI cannot be used");
    }
    return std::make_unique<Session>();
}

bool startedByMpi() {
    return std::getenv("OMPI_COMM_WORLD_SIZE") != nullptr || std::getenv("PMI_SIZE") != nullptr;
}

}  // namespace shardscope::core
