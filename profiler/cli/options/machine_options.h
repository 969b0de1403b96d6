#pragma once
// What the ranks run on: device, communicator, memory, and how many there are.

#include <optional>

#include "profiler/cli/job/mpi_world.h"
#include "profiler/cli/options/setting_options.h"
#include "profiler/cli/options/setting_reader.h"
#include "profiler/run/run_request.h"

namespace shardscope::cli {

/// Sets ranks, device, comm, memoryLimit and policy. Faults: a device or communicator that this
/// build does not have, and why; mpi without mpirun, or with another number of ranks.
void readMachine(SettingReader& read, Commands command, std::optional<MpiWorld> world,
                 profiler::RunRequest& request);

}  // namespace shardscope::cli
