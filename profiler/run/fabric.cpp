#include "profiler/run/fabric.h"

#include <fmt/format.h>

#include <fstream>
#include <thread>

#include "core/host/host_device.h"
#include "core/host/inproc_communicator.h"
#include "core/sim/simulated_device.h"

namespace shardscope::profiler {

namespace {

std::string cpuName() {
    std::ifstream info("/proc/cpuinfo");
    for (std::string line; std::getline(info, line);) {
        if (line.starts_with("model name")) return line.substr(line.find(':') + 2);
    }
    return "CPU";
}

}  // namespace

core::Result<Fabric> Fabric::make(const RunRequest& request, core::MpiSession* mpi) {
    Fabric fabric;
    fabric.ranks_ = request.ranks;
    fabric.device_ = request.device;
    if (request.comm != CommKind::Mpi) return fabric;
    if (!mpi) {
        return core::invalidInput("--comm",
                                  "found mpi, but this process has no MPI session; start "
                                  "it with mpirun -n N shardscope run --comm mpi");
    }
    if (mpi->ranks() != request.ranks) {
        return core::invalidInput(
            "--ranks", fmt::format("found {}; mpirun started {} processes: leave --ranks out, or "
                                   "make them equal",
                                   request.ranks, mpi->ranks()));
    }
    if (request.device == DeviceKind::Simulated) {
        return core::invalidInput("--comm", "found mpi; a simulated device has ranks of its own");
    }
    fabric.mpi_ = mpi;
    return fabric;
}

std::vector<std::unique_ptr<core::Communicator>> Fabric::communicators() const {
    if (simulated()) return core::makeSimulatedCommunicators(ranks_);
    if (!mpi_) return core::makeInprocCommunicators(ranks_);
    std::vector<std::unique_ptr<core::Communicator>> mine;
    mine.push_back(mpi_->makeCommunicator());
    return mine;
}

core::DeviceFactory Fabric::deviceFactory() const {
    if (simulated()) {
        return [](const core::RunContext& context, core::Communicator&, core::Observer* observer) {
            return core::makeSimulatedDevice(context, observer);
        };
    }
    return [](const core::RunContext& context, core::Communicator& communicator,
              core::Observer* observer) {
        return core::makeHostDevice(context, communicator, observer);
    };
}

int64_t Fabric::nowNs() const { return simulated() ? 0 : core::hostNowNs(); }
bool Fabric::leads() const { return !mpi_ || mpi_->rank().value == 0; }
core::Rank Fabric::firstRank() const { return mpi_ ? mpi_->rank() : core::Rank{0}; }
size_t Fabric::localRanks() const { return mpi_ ? 1 : static_cast<size_t>(ranks_); }

std::string Fabric::hardware() const {
    if (simulated()) return fmt::format("{} rank{} at unit costs", ranks_, ranks_ == 1 ? "" : "s");
    const unsigned cores = std::thread::hardware_concurrency();
    return fmt::format("{} rank{} {} on {} core{} ({})", ranks_, ranks_ == 1 ? "" : "s",
                       mpi_ ? "as MPI processes" : "in one process", cores, cores == 1 ? "" : "s",
                       cpuName());
}

}  // namespace shardscope::profiler
