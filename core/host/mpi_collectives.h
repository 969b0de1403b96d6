#pragma once
// The communicator of one MPI process. See mpi_communicator.h. Compiled with SHARDSCOPE_MPI only.

#include <array>
#include <atomic>
#include <memory>

#include "core/engine/communicator.h"
#include "core/host/collective_shape.h"
#include "core/host/mpi_channel.h"

namespace shardscope::core {

class MpiCommunicator : public Communicator {
  public:
    /// Duplicates @p parent. Collective.
    explicit MpiCommunicator(MPI_Comm parent) : channel_(parent) {}

    int ranks() const override { return channel_.ranks(); }
    Rank rank() const override { return channel_.rank(); }
    Result<CollectiveTimes> run(const CollectiveCall& call) override;
    Result<void> barrier() override;
    Result<std::vector<double>> gather(double value) override;
    Result<std::vector<uint64_t>> gather(uint64_t value) override;
    void abort(const std::string& reason) override { channel_.abort(reason); }
    std::optional<Error> heardAbort() override {
        if (!channel_.aborted()) return std::nullopt;
        return channel_.abortError();
    }
    int64_t stagingBytes() const override { return stagingBytes_; }

  private:
    using Header = std::array<int64_t, 7>;
    Result<void> meet(const CallShape& shape);
    Result<void> exchange(const CollectiveCall& call);
    Result<void> reduceSlices(const CollectiveCall& call, void* sliceOutput);
    Result<void> reduceChunk(const CollectiveCall& call, int64_t first, void* output);
    Result<void> reduceWhole(const CollectiveCall& call, bool everywhere);
    Result<void> spread(const CollectiveCall& call, const void* mine);
    Result<void> broadcast(const CollectiveCall& call);
    void* staged(int peer, int64_t bytes);
    Slice sliceOfMember(const CollectiveCall& call, int member) const;
    bool isSelf(int peer) const { return peer == rank().value; }

    template <class Value>
    Result<std::vector<Value>> exchangeAll(const Value& mine, MpiTag tag,
                                           const std::vector<int>& members);
    template <class Value>
    Result<std::vector<Value>> gatherOf(int64_t kind, Value value);

    MpiChannel channel_;
    std::vector<int> members_;                     // of the collective under way; stream's thread
    std::vector<std::vector<std::byte>> staging_;  // what came from each peer; stream's thread
    std::atomic<int64_t> stagingBytes_{0};
};

}  // namespace shardscope::core
