#pragma once
// What mpirun tells its processes through the environment, before MPI itself is started.

#include <optional>

namespace shardscope::cli {

struct MpiWorld {
    int rank = 0;
    int ranks = 1;
};

/// From OMPI_COMM_WORLD_RANK/SIZE (OpenMPI) or PMI_RANK/SIZE (MPICH, Slurm); nullopt when this
/// process was not started by either.
std::optional<MpiWorld> mpiWorldFromEnvironment();

}  // namespace shardscope::cli
