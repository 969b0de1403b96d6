#pragma once
// Messages between MPI ranks that an abort can end: all calls are non-blocking, and the loops that wait
// for them look for an abort of this rank (a flag) and of others (a message).
//
// Each tag belongs to one thread of a rank (the stream's, the interpreter's), so that messages of a
// pair of ranks arrive in the order of that thread. abort may come from any thread.
// Compiled with SHARDSCOPE_MPI only.

#include <mpi.h>

#include <cstdint>
#include <string>
#include <vector>

#include "core/host/meeting.h"

namespace shardscope::core {

enum class MpiTag : int { Header = 1, Data = 2, HostValue = 3, Abort = 4 };

/// One communicator of MPI, its own copy, and whether somebody gave up on it. MPI_Finalize frees it: to
/// do so earlier is collective, and a rank that gave up may be gone while its messages are under way.
/// (OpenMPI 4.1 loses later messages, on other communicators too, when one arrives for a freed one.)
class MpiChannel {
  public:
    /// Duplicates @p parent. Collective.
    explicit MpiChannel(MPI_Comm parent);
    MpiChannel(const MpiChannel&) = delete;
    MpiChannel& operator=(const MpiChannel&) = delete;

    int ranks() const { return ranks_; }
    Rank rank() const { return rank_; }
    MPI_Comm handle() const { return comm_; }

    /// Raises the notice here and sends it to every peer. Only the first abort counts.
    void abort(const std::string& reason);
    /// Whether this rank or, as far as messages have come, another one gave up.
    bool aborted();
    Error abortError() const { return notice_.errorFor(rank_); }

  private:
    MPI_Comm comm_ = MPI_COMM_NULL;
    int ranks_ = 1;
    Rank rank_;
    AbortNotice notice_;
    std::mutex abortMutex_;
    std::string token_;  // what is being sent to the peers
};

/// Some messages that are waited for together.
class MpiTransfer {
  public:
    MpiTransfer(MpiChannel& channel, MpiTag tag) : channel_(channel), tag_(tag) {}

    /// @param data must stay until finish() has returned, as must that of receive().
    void send(int peer, const void* data, int64_t bytes);
    void receive(int peer, void* data, int64_t bytes);

    /// What happens when an abort is seen while messages are missing.
    enum class OnAbort {
        Leave,    ///< at once: nothing of the user's memory is at stake
        Complete  ///< peers that are in the same transfer complete it; given up when nothing moves
    };
    /// Waits for all of them. Errors: Failed after an abort, or in MPI's words.
    Result<void> finish(OnAbort onAbort);

  private:
    Result<int> testSome();
    void drop();

    MpiChannel& channel_;
    const MpiTag tag_;
    Result<void> posted_;
    std::vector<MPI_Request> requests_;
    std::vector<bool> isReceive_;
};

}  // namespace shardscope::core
