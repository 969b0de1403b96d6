#include "profiler/run/fabric.h"

#include <fmt/format.h>

#include <algorithm>
#include <fstream>
#include <thread>

#include "core/capacity/worst_rank.h"
#include "core/host/host_device.h"
#include "core/host/inproc_communicator.h"
#include "core/sim/measured/cost_models.h"
#include "core/sim/simulated_device.h"
#include "core/sim/stragglers.h"

namespace shardscope::profiler {

namespace {

std::string plural(int count, std::string_view what) {
    return fmt::format("{} {}{}", count, what, count == 1 ? "" : "s");
}

/// "64 ranks of NVIDIA H100 SXM5 80 GB, 8 a node, nvlink-4 + 8x400g".
std::string simulatedText(int ranks, const core::Hardware& hardware) {
    if (hardware.isCpu()) {
        return fmt::format("{} as threads of {} cores: {} ({})", plural(ranks, "rank"),
                           hardware.cpu.cores, hardware.title, hardware.name);
    }
    const int perNode = std::min(ranks, hardware.gpusPerNode());
    return fmt::format("{} of {} ({}), {} a node, {}", plural(ranks, "rank"), hardware.title,
                       hardware.name, perNode, hardware.fabric);
}

std::string cpuName() {
    std::ifstream info("/proc/cpuinfo");
    for (std::string line; std::getline(info, line);) {
        if (line.starts_with("model name")) return line.substr(line.find(':') + 2);
    }
    return "CPU";
}

core::Result<void> joinWorld(const RunRequest& request, core::MpiSession* mpi) {
    if (request.comm != CommKind::Mpi) return {};
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
    return {};
}

}  // namespace

core::Result<Fabric> Fabric::make(const RunRequest& request, core::MpiSession* mpi) {
    Fabric fabric;
    fabric.ranks_ = request.ranks;
    fabric.device_ = request.device;
    fabric.hardware_ = request.hardware;
    fabric.replay_ = request.replay;
    fabric.stragglers_ = request.stragglers;
    if (auto joined = joinWorld(request, mpi); !joined) return tl::unexpected(joined.error());
    if (request.comm == CommKind::Mpi) fabric.mpi_ = mpi;
    if (request.device == DeviceKind::Cuda) {
        if (auto opened = openGpus(request, fabric); !opened) {
            return tl::unexpected(opened.error());
        }
    }
    return fabric;
}

// Timing first: it has to see the first use of a GPU.
core::Result<void> Fabric::openGpus(const RunRequest& request, Fabric& fabric) {
    if (!request.gpu.open) {
        return core::failed("--device", "found cuda; this build has no gpu/ (SHARDSCOPE_CUDA)");
    }
    if (request.tf32 && request.workload.dtype != core::DType::Fp32) {
        return core::invalidInput(
            "--tf32", fmt::format("found on with --dtype {}: no matrix product has fp32 inputs "
                                  "then; allowed: --dtype fp32, or off",
                                  core::nameOf(request.workload.dtype)));
    }
    if (request.timing == GpuTimingKind::Cupti) {
        auto timing = request.gpu.startTiming();
        if (!timing) return tl::unexpected(timing.error());
        fabric.timing_ = std::move(*timing);
    }
    auto opened = request.gpu.open({.ranks = request.ranks,
                                    .comm = request.gpuComm,
                                    .memoryLimit = request.memoryLimit,
                                    .mpi = fabric.mpi_,
                                    .tf32 = request.tf32});
    if (!opened) return tl::unexpected(opened.error());
    fabric.accelerator_ = std::move(*opened);
    return {};
}

core::Result<std::vector<core::Rank>> Fabric::simulatedRanks(const core::Problem& problem) const {
    if (!simulated()) return std::vector<core::Rank>{};
    core::Result<core::Rank> worst{core::Rank{0}};
    if (ranks_ > core::kShownRanks) worst = core::worstRank(problem);
    if (!worst) return tl::unexpected(worst.error());
    return core::ranksThatMatter(stragglers_, ranks_, core::kShownRanks, *worst);
}

core::Result<std::vector<std::unique_ptr<core::Communicator>>> Fabric::communicators(
    const core::Strategy& strategy, std::span<const core::Rank> simulated) const {
    if (accelerator_) return accelerator_->communicators(strategy.shardGroup);
    if (!simulated.empty()) return core::makeSimulatedCommunicators(ranks_, simulated);
    if (!mpi_) return core::makeInprocCommunicators(ranks_);
    std::vector<std::unique_ptr<core::Communicator>> mine;
    mine.push_back(mpi_->makeCommunicator());
    return mine;
}

std::shared_ptr<core::SimulatedWorld> Fabric::makeWorld(
    std::span<const core::Rank> simulated) const {
    if (simulated.empty()) return {};
    auto world = std::make_shared<core::SimulatedWorld>();
    if (hardware_) world->costs = core::makeCostModel(*hardware_, ranks_);
    if (replay_) world->costs = replay_->costs;
    core::slowDown(stragglers_, ranks_, simulated, *world);
    return world;
}

core::DeviceFactory Fabric::deviceFactory(std::vector<const core::ActivityTags*>& tags,
                                          std::shared_ptr<core::SimulatedWorld> world) const {
    if (accelerator_) {
        return [this, &tags](const core::RunContext& context, core::Communicator& communicator,
                             core::Observer* observer) {
            std::unique_ptr<core::ActivityTags> mine = timing_ ? timing_->makeTags() : nullptr;
            if (mine) tags.push_back(mine.get());
            return accelerator_->makeDevice(context, communicator, observer, std::move(mine));
        };
    }
    if (simulated()) {
        return [world](const core::RunContext& context, core::Communicator&,
                       core::Observer* observer) {
            return core::makeSimulatedDevice(context, observer, world);
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

std::string_view Fabric::deviceName() const {
    switch (device_) {
        case DeviceKind::Host:
            return "host";
        case DeviceKind::Cuda:
            return "cuda";
        case DeviceKind::Simulated:
            return "simulated";
    }
    core::broken("unknown device");
}

std::vector<std::string> Fabric::notes() const {
    return accelerator_ ? accelerator_->notes() : std::vector<std::string>{};
}

int Fabric::sharedCores() const {
    if (device_ == DeviceKind::Host) return static_cast<int>(std::thread::hardware_concurrency());
    if (replay_) return replay_->cores;
    return hardware_ ? static_cast<int>(hardware_->cpu.cores) : 0;
}

std::string Fabric::hardware() const {
    if (accelerator_) return accelerator_->hardware();
    if (hardware_ && simulated()) return simulatedText(ranks_, *hardware_);
    if (replay_) {
        return fmt::format("{} at the times of {}", plural(ranks_, "rank"), replay_->where);
    }
    if (simulated()) return plural(ranks_, "rank") + " at unit costs";
    const unsigned cores = std::thread::hardware_concurrency();
    return fmt::format("{} rank{} {} on {} core{} ({})", ranks_, ranks_ == 1 ? "" : "s",
                       mpi_ ? "as MPI processes" : "in one process", cores, cores == 1 ? "" : "s",
                       cpuName());
}

}  // namespace shardscope::profiler
