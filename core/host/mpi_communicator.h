#pragma once
// Ranks as MPI processes. Reductions exchange slices and sum locally in rank order, so the bits equal
// the in-process ones. Compiled with SHARDSCOPE_MPI only.

#include <functional>
#include <memory>
#include <string>

#include "core/engine/communicator.h"

namespace shardscope::core {

/// MPI_Init … MPI_Finalize of this process. One object a process; main thread.
class MpiSession {
  public:
    /// Errors: Failed when MPI lacks MPI_THREAD_MULTIPLE.
    static Result<std::unique_ptr<MpiSession>> start(int& argc, char**& argv);
    virtual ~MpiSession() = default;

    virtual Rank rank() const = 0;
    virtual int ranks() const = 0;
    /// A communicator of its own (MPI_Comm_dup): one for each strategy of a run. Collective.
    virtual std::unique_ptr<Communicator> makeCommunicator() = 0;
    /// This process's clock minus rank 0's, by round trips; and how far wrong it may be. Collective.
    struct ClockOffset {
        int64_t offsetNs = 0;
        int64_t residualNs = 0;
    };
    virtual ClockOffset measureClockOffset() = 0;
    /// Waits until every rank has called it; for who must not be left waiting for one that is gone.
    /// @return false when @p giveUp said so first: nothing collective can follow then. Collective.
    virtual bool meet(const std::function<bool()>& giveUp) = 0;
    /// Rank 0 receives every rank's bytes, in rank order; others get an empty vector. Collective.
    virtual std::vector<std::string> gatherBytes(const std::string& mine) = 0;
    /// Rank 0's bytes on every rank. Collective.
    virtual std::string broadcastBytes(const std::string& mine) = 0;
};

/// Whether this process was started by mpirun (OMPI_COMM_WORLD_SIZE, PMI_SIZE).
bool startedByMpi();

}  // namespace shardscope::core
