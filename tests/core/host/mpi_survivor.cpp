// A process of a run whose last rank is killed in the middle. The others are told to end by mpirun
// (SIGTERM), and must come out of MPI: each then leaves a file DIR/survivor<rank> with what it was told.
// Usage, under mpirun: mpi_survivor DIR

#include <atomic>
#include <chrono>
#include <csignal>
#include <cstdlib>
#include <fstream>
#include <thread>
#include <vector>

#include "core/host/mpi_communicator.h"

namespace shardscope::core {
namespace {

std::atomic<bool> stopped{false};

/// Collectives until one fails; the last rank kills itself after a few. @return the failure.
Error collectUntilFailure(Communicator& communicator) {
    const bool isLast = communicator.rank().value + 1 == communicator.ranks();
    std::vector<float> data(300'000, 1.0f);
    for (int i = 0;; ++i) {
        if (isLast && i == 20) std::raise(SIGKILL);
        const auto result = communicator.run(
            {CollectiveKind::AllReduce, DType::Fp32, int64_t{300'000}, data.data(), data.data()});
        if (!result) return result.error();
    }
}

int survive(MpiSession& session, const std::string& directory) {
    std::signal(SIGTERM, [](int) { stopped = true; });
    const auto communicator = session.makeCommunicator();
    Error failure;
    std::jthread stream([&] { failure = collectUntilFailure(*communicator); });
    while (!stopped) std::this_thread::sleep_for(std::chrono::milliseconds(5));
    communicator->abort("interrupted");
    stream.join();
    std::ofstream(directory + "/survivor" + std::to_string(session.rank().value))
        << toString(failure);
    std::_Exit(1);  // MPI_Finalize would wait for the one that was killed
}

}  // namespace
}  // namespace shardscope::core

int main(int argc, char** argv) {
    auto session = shardscope::core::MpiSession::start(argc, argv);
    if (!session || argc < 2) return 2;
    return shardscope::core::survive(**session, argv[1]);
}
