#pragma once
// What a run runs on: which ranks live in this process, their communicators and their devices.

#include <memory>
#include <optional>
#include <span>
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
    /// Errors: InvalidInput when the world size and --ranks differ, or MPI is not there; Failed when a
    /// GPU run finds no GPU, driver or library, or nothing that can time it.
    static core::Result<Fabric> make(const RunRequest& request, core::MpiSession* mpi);

    /// The ranks that a simulation of @p problem simulates; none on a real device. Errors: of planning.
    core::Result<std::vector<core::Rank>> simulatedRanks(const core::Problem& problem) const;
    /// One a local rank, in rank order, or one of each of @p simulated; for one strategy. Collective under
    /// MPI. Errors: a GPU's.
    core::Result<std::vector<std::unique_ptr<core::Communicator>>> communicators(
        const core::Strategy& strategy, std::span<const core::Rank> simulated) const;
    /// What the simulated ranks of one strategy share; empty on a real device.
    std::shared_ptr<core::SimulatedWorld> makeWorld(std::span<const core::Rank> simulated) const;
    /// @param tags gets those of each rank, in the order of the devices; they live as long as these.
    /// @param world from makeWorld().
    core::DeviceFactory deviceFactory(std::vector<const core::ActivityTags*>& tags,
                                      std::shared_ptr<core::SimulatedWorld> world) const;
    const core::Hardware* simulatedHardware() const { return hardware_ ? &*hardware_ : nullptr; }
    const Replay* replay() const { return replay_.get(); }
    const core::Stragglers& stragglers() const { return stragglers_; }
    /// Of the machine whose cores ranks share as threads or processes; 0 where each has a device.
    int sharedCores() const;
    /// This device's clock now; what a recording's time zero is taken from.
    int64_t nowNs() const;
    bool simulated() const { return device_ == DeviceKind::Simulated; }
    /// Whether this process gathers and writes the recordings.
    bool leads() const;
    core::MpiSession* mpi() const { return mpi_; }
    core::Rank firstRank() const;
    /// Of a real device: how many ranks live in this process.
    size_t localRanks() const;
    /// One line: what the times belong to.
    std::string hardware() const;
    std::string_view deviceName() const;  ///< "host", "cuda", "simulated"
    std::vector<std::string> notes()
        const;  ///< what the device chose, and what its figures are worth
    const core::Accelerator* accelerator() const { return accelerator_.get(); }
    /// nullptr where nothing but the host's clock and CUDA events time the work.
    const GpuTiming* timing() const { return timing_.get(); }

  private:
    static core::Result<void> openGpus(const RunRequest& request, Fabric& fabric);

    int ranks_ = 1;
    DeviceKind device_ = DeviceKind::Host;
    core::MpiSession* mpi_ = nullptr;
    std::optional<core::Hardware> hardware_;
    std::shared_ptr<const Replay> replay_;
    core::Stragglers stragglers_;
    std::shared_ptr<GpuTiming> timing_;
    std::shared_ptr<core::Accelerator> accelerator_;
};

}  // namespace shardscope::profiler
