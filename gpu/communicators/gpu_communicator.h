#pragma once
// A rank's collectives on a stream: enqueued, not waited for. Barriers, gathers and aborts stay on the
// host and are a host communicator's.

#include <cuda_runtime_api.h>

#include <memory>
#include <span>
#include <string>

#include "core/engine/communicator.h"
#include "gpu/memory_ledger.h"

namespace shardscope::gpu {

/// A collective and the action's name, for messages.
struct NamedCall {
    core::CollectiveCall call;
    std::string name;
};

class GpuCommunicator : public core::Communicator {
  public:
    /// @param device ordinal of the GPU that the rank's buffers are on.
    /// @param host meets the same ranks on the host.
    GpuCommunicator(int device, std::unique_ptr<core::Communicator> host);
    ~GpuCommunicator() override;

    int ranks() const override { return host_->ranks(); }
    core::Rank rank() const override { return host_->rank(); }
    int device() const { return device_; }

    /// Enqueues @p calls on @p stream of this rank and returns before they are done. What @p stream does
    /// next sees the outputs, and no peer reads this rank's inputs any more. Interpreter thread.
    /// @param calls at least one; several only where groupsCalls(): of one kind, among the same ranks,
    /// none of which needs what another brings. Errors: Failed when a rank aborted or disagrees.
    virtual core::Result<void> enqueue(std::span<const NamedCall> calls, cudaStream_t stream) = 0;
    /// Whether several calls go out as one piece of work, whose parts cannot be told apart in time.
    virtual bool groupsCalls() const { return false; }
    /// Waits until @p stream is empty. Errors: Failed when a collective cannot end, naming it; the GPU's, of
    /// which the caller tells the peers by abort().
    virtual core::Result<void> await(cudaStream_t stream);

    /// Enqueues and waits, for callers that have no stream.
    core::Result<core::CollectiveTimes> run(const core::CollectiveCall& call) override;
    core::Result<void> barrier() override;
    core::Result<std::vector<double>> gather(double value) override { return host_->gather(value); }
    core::Result<std::vector<uint64_t>> gather(uint64_t value) override {
        return host_->gather(value);
    }
    void abort(const std::string& reason) override { host_->abort(reason); }
    std::optional<core::Error> heardAbort() override { return host_->heardAbort(); }
    /// What the communicator holds of its GPU, counted as long as it lives.
    void hold(LedgerEntry entry) { held_ = std::move(entry); }

  protected:
    std::string where() const;  ///< "rank 2"

  private:
    const int device_;
    std::unique_ptr<core::Communicator> host_;
    LedgerEntry held_;
};

}  // namespace shardscope::gpu
