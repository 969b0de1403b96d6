#pragma once
// What a run runs on: which ranks live in this process, their communicators and their devices.

#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "core/engine/rank_group.h"
#include "core/host/mpi_communicator.h"
#include "core/sim/simulated_device.h"
#include "profiler/run/run_request.h"

namespace shardscope::profiler {

class Fabric {
  public:
    /// @param mpi borrowed; needed with --comm mpi, where this process is one rank.
    /// Errors: InvalidInput when the world size and --ranks differ, or MPI is not there.
    static core::Result<Fabric> make(const RunRequest& request, core::MpiSession* mpi);

    /// One a local rank, in rank order. Collective under MPI.
    std::vector<std::unique_ptr<core::Communicator>> communicators() const;
    /// What the simulated ranks of one strategy share; empty on a real device.
    std::shared_ptr<core::SimulatedWorld> makeWorld() const;
    /// @param world from makeWorld().
    core::DeviceFactory deviceFactory(std::shared_ptr<core::SimulatedWorld> world) const;
    const core::Hardware* simulatedHardware() const { return hardware_ ? &*hardware_ : nullptr; }
    const core::Stragglers& stragglers() const { return stragglers_; }
    /// This device's clock now; what a recording's time zero is taken from.
    int64_t nowNs() const;
    bool simulated() const { return device_ == DeviceKind::Simulated; }
    /// Whether this process gathers and writes the recordings.
    bool leads() const;
    core::MpiSession* mpi() const { return mpi_; }
    core::Rank firstRank() const;
    size_t localRanks() const;
    /// One line: what the times belong to.
    std::string hardware() const;

  private:
    int ranks_ = 1;
    DeviceKind device_ = DeviceKind::Host;
    core::MpiSession* mpi_ = nullptr;
    std::optional<core::Hardware> hardware_;
    core::Stragglers stragglers_;
};

}  // namespace shardscope::profiler
