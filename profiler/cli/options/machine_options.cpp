#include "profiler/cli/options/machine_options.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <span>

#include "profiler/cli/job/simulated_machine.h"

namespace shardscope::cli {

namespace {

constexpr int kMostRanks = 1024;
constexpr int kMostSimulatedRanks = 131072;
constexpr std::array<std::string_view, 2> kDevices{"host", "cuda"};
constexpr std::array<std::string_view, 2> kHostComms{"inproc", "mpi"};
constexpr std::array<std::string_view, 2> kGpuComms{"nccl", "same-gpu"};
constexpr std::array<std::string_view, 2> kTimings{"cupti", "events"};
constexpr std::array<std::string_view, 2> kAllocators{"expandable", "classic"};

void readDevice(SettingReader& read, Commands command, profiler::RunRequest& request) {
    request.device = command == kRun ? profiler::DeviceKind::Host : profiler::DeviceKind::Simulated;
    if (command != kRun) return;
    if (read.text("device", "") == "simulated") {
        read.fail("device", "found \"simulated\"; use `shardscope simulate`; allowed: host, cuda");
        return;
    }
    if (read.choice("device", kDevices.front(), kDevices) == "cuda") {
        request.device = profiler::DeviceKind::Cuda;
    }
}

bool listed(std::span<const std::string_view> names, std::string_view name) {
    return std::find(names.begin(), names.end(), name) != names.end();
}

void readHostComm(SettingReader& read, profiler::RunRequest& request) {
    const std::string comm = read.text("comm", kHostComms.front());
    if (listed(kGpuComms, comm)) {
        read.fail("comm", fmt::format("found \"{}\"; it connects GPUs: give --device cuda too; "
                                      "allowed for --device host: inproc, mpi",
                                      comm));
        return;
    }
    if (read.choice("comm", kHostComms.front(), kHostComms) == "mpi") {
        request.comm = profiler::CommKind::Mpi;
    }
    for (const char* key : {"timing", "tf32"}) {
        if (read.has(key)) read.fail(key, "is about GPUs: give --device cuda too");
    }
}

/// Under mpirun each process is one rank of NCCL, whose unique id MPI carries.
void readGpuComm(SettingReader& read, std::optional<MpiWorld> world,
                 profiler::RunRequest& request) {
    const std::string comm = read.text("comm", "");
    if (listed(kHostComms, comm)) {
        read.fail("comm", fmt::format("found \"{}\"; it connects CPU ranks; allowed for --device "
                                      "cuda: nccl, same-gpu",
                                      comm));
        return;
    }
    if (!comm.empty()) {
        request.gpuComm = read.choice("comm", kGpuComms.front(), kGpuComms) == "nccl"
                              ? core::GpuComm::Nccl
                              : core::GpuComm::SameGpu;
    }
    if (world && world->ranks > 1) request.comm = profiler::CommKind::Mpi;
    if (read.choice("timing", kTimings.front(), kTimings) == "events") {
        request.timing = profiler::GpuTimingKind::Events;
    }
    request.tf32 = read.onOff("tf32", false);
}

/// mpirun's number of processes is the number of ranks.
void checkWorld(SettingReader& read, std::optional<MpiWorld> world, profiler::RunRequest& request) {
    if (request.comm == profiler::CommKind::Inproc) {
        if (!world || world->ranks == 1) return;
        read.fail("comm", fmt::format("found inproc under mpirun with {} processes, which would "
                                      "each run everything; allowed here: mpi",
                                      world->ranks));
        return;
    }
    if (!world) {
        read.fail("comm", fmt::format("mpi needs one process a rank; start it as: mpirun -n {} "
                                      "shardscope run --comm mpi ...",
                                      request.ranks));
        return;
    }
    if (read.has("ranks") && request.ranks != world->ranks) {
        read.fail("ranks", fmt::format("found {}, but mpirun started {} processes; allowed: {}, or "
                                       "leave it out",
                                       request.ranks, world->ranks, world->ranks));
    }
    request.ranks = world->ranks;
}

}  // namespace

void readMachine(SettingReader& read, Commands command, std::optional<MpiWorld> world,
                 profiler::RunRequest& request) {
    request.ranks = static_cast<int>(
        read.integer("ranks", request.ranks, 1,
                     command == kSimulate || command == kPlan ? kMostSimulatedRanks : kMostRanks));
    readDevice(read, command, request);
    if (request.device == profiler::DeviceKind::Cuda) {
        readGpuComm(read, world, request);
    } else if (command == kRun) {
        readHostComm(read, request);
    }
    checkWorld(read, world, request);
    if (command == kSimulate) readSimulatedMachine(read, request);
    request.memoryLimit = read.bytes("memoryLimit");
    request.policy = read.choice("allocator", kAllocators.front(), kAllocators) == "classic"
                         ? core::PoolPolicy::Classic
                         : core::PoolPolicy::Expandable;
}

}  // namespace shardscope::cli
