#include "profiler/cli/machine_options.h"

#include <fmt/format.h>

#include <array>

#include "profiler/cli/simulated_machine.h"

namespace shardscope::cli {

namespace {

constexpr int kMostRanks = 1024;
constexpr int kMostSimulatedRanks = 131072;
constexpr std::array<std::string_view, 1> kDevices{"host"};
constexpr std::array<std::string_view, 2> kComms{"inproc", "mpi"};
constexpr std::array<std::string_view, 2> kAllocators{"expandable", "classic"};

void readDevice(SettingReader& read, Commands command, profiler::RunRequest& request) {
    request.device = command == kRun ? profiler::DeviceKind::Host : profiler::DeviceKind::Simulated;
    const std::string device = read.text("device", kDevices.front());
    if (device == "cuda") {
        read.fail("device",
                  "found \"cuda\"; this build has no GPU device (it was built without "
                  "gpu/, which this version does not contain); allowed: host");
    } else if (device == "simulated" && command == kRun) {
        read.fail("device", "found \"simulated\"; use `shardscope simulate`; allowed: host");
    } else if (command == kRun) {
        read.choice("device", kDevices.front(), kDevices);
    }
}

void readComm(SettingReader& read, profiler::RunRequest& request) {
    const std::string comm = read.text("comm", kComms.front());
    if (comm == "nccl" || comm == "same-gpu") {
        read.fail("comm", fmt::format("found \"{}\"; it connects GPUs, and this build has no GPU "
                                      "device; allowed: inproc, mpi",
                                      comm));
        return;
    }
    request.comm = read.choice("comm", kComms.front(), kComms) == "mpi"
                       ? profiler::CommKind::Mpi
                       : profiler::CommKind::Inproc;
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
    if (command == kRun) {
        readComm(read, request);
    }
    checkWorld(read, world, request);
    if (command == kSimulate) readSimulatedMachine(read, request);
    request.memoryLimit = read.bytes("memoryLimit");
    request.policy = read.choice("allocator", kAllocators.front(), kAllocators) == "classic"
                         ? core::PoolPolicy::Classic
                         : core::PoolPolicy::Expandable;
}

}  // namespace shardscope::cli
