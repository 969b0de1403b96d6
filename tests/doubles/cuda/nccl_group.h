#pragma once
// Where the ranks of one NCCL communicator of the double meet. Internal to tests/doubles/cuda.

#include <nccl.h>

#include <cstddef>
#include <cstdint>
#include <memory>
#include <utility>
#include <vector>

#include "core/base/dtype.h"

namespace shardscope::doubles::cuda {

enum class NcclKind : uint8_t { ReduceScatter, AllGather, AllReduce, Reduce, Broadcast };
const char* nameOf(NcclKind kind);

/// One rank's part of one collective. @p count as NCCL counts it: of one rank for reduce-scatter and
/// all-gather, of the whole array for the others.
struct NcclCall {
    NcclKind kind = NcclKind::AllReduce;
    const void* input = nullptr;
    void* output = nullptr;
    size_t count = 0;
    core::DType dtype = core::DType::Fp32;
    int root = 0;

    /// Elements of the input, among @p ranks ranks.
    size_t inputElements(int ranks) const {
        return kind == NcclKind::ReduceScatter ? count * static_cast<size_t>(ranks) : count;
    }
    size_t outputElements(int ranks) const {
        return kind == NcclKind::AllGather ? count * static_cast<size_t>(ranks) : count;
    }
    size_t inputBytes(int ranks) const {
        return inputElements(ranks) * static_cast<size_t>(core::bytesOf(dtype));
    }
};

/// What rank @p rank's output will be, sums in fp32 in rank order; empty: it has none.
std::vector<std::byte> resultOf(const std::vector<NcclCall>& calls, int rank);
/// Ranks that disagree are a violation: real ones hang, or read past the end of their buffers.
void checkAgreement(const std::vector<NcclCall>& calls);

/// Why a rank's collective ended.
enum class NcclEnd : uint8_t { Done, Aborted, PeerDied };

/// Ranks are threads (nccl_threads.h) or processes (nccl_processes.h).
class NcclGroup {
  public:
    explicit NcclGroup(int ranks) : ranks_(ranks) {}
    virtual ~NcclGroup() = default;

    int ranks() const { return ranks_; }
    /// One more rank is here: @p rank, with GPU @p device.
    virtual void arrive(int rank, int device) = 0;
    /// Blocks until all ranks are here, as ncclCommInitRank does. Errors: two of them on one GPU.
    virtual ncclResult_t awaitAll() = 0;
    /// On the stream's thread: meets the peers' calls of the same number, works, meets again.
    virtual NcclEnd run(int rank, uint64_t number, const NcclCall& call) = 0;
    /// Stands still until this rank aborts.
    virtual void hang(int rank) = 0;
    /// Ends this rank's collectives, now and later; the peers' go on waiting for them.
    virtual void abort(int rank) = 0;

    /// One rank's part in the split of number @p number: who has the same colour will be one group, in
    /// the order of their keys.
    virtual void enterSplit(int rank, uint64_t number, int color, int key) = 0;
    struct Place {
        std::shared_ptr<NcclGroup> group;  ///< null: aborted, or of no colour
        int rank = 0;
    };
    /// Blocks until all ranks have entered.
    virtual Place awaitSplit(int rank, uint64_t number) = 0;

  private:
    const int ranks_;
};

/// Of those who entered a split (by rank: colour, key), who is in one group with @p rank, and where.
struct SplitPlace {
    std::vector<int> members;  ///< ranks of the split group, in the order of their keys
    int rank = 0;
};
SplitPlace splitPlaceOf(const std::vector<std::pair<int, int>>& entered, int rank);

}  // namespace shardscope::doubles::cuda
