#pragma once
// Where the ranks of one NCCL communicator of the double meet. Internal to tests/doubles/cuda.

#include <nccl.h>

#include <condition_variable>
#include <cstdint>
#include <map>
#include <memory>
#include <mutex>
#include <string>
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
};

/// Why a rank's collective ended.
enum class NcclEnd : uint8_t { Done, Aborted };

class NcclGroup {
  public:
    explicit NcclGroup(int ranks) : ranks_(ranks), aborted_(static_cast<size_t>(ranks), false) {}

    int ranks() const { return ranks_; }
    /// One more rank is here.
    void arrive();
    /// Arrives and blocks until all ranks are here, as ncclCommInitRank does.
    void join();
    /// On the stream's thread: meets the peers' calls of the same number, works, meets again.
    NcclEnd run(int rank, uint64_t number, const NcclCall& call);
    /// Stands still until this rank aborts.
    void hang(int rank);
    /// Ends this rank's collectives, now and later; the peers' go on waiting for them.
    void abort(int rank);

    /// One rank's part in the split of number @p number: who has the same colour will be one group, in
    /// the order of their keys.
    void enterSplit(int rank, uint64_t number, int color, int key);
    struct Place {
        std::shared_ptr<NcclGroup> group;  ///< null: aborted, or of no colour
        int rank = 0;
    };
    /// Blocks until all ranks have entered.
    Place awaitSplit(int rank, uint64_t number);

  private:
    struct Meeting {
        std::vector<NcclCall> calls;
        int arrived = 0, worked = 0, left = 0;
    };
    struct Splitting {
        std::map<int, std::pair<int, int>> entered;        // by rank: colour, key
        std::map<int, std::shared_ptr<NcclGroup>> groups;  // by colour
    };
    void check(const std::vector<NcclCall>& calls) const;

    const int ranks_;
    std::mutex mutex_;
    std::condition_variable changed_;
    std::vector<bool> aborted_;
    std::map<uint64_t, Meeting> meetings_;  // by the collective's number
    std::map<uint64_t, Splitting> splits_;  // by the split's number
    int joined_ = 0;
};

}  // namespace shardscope::doubles::cuda
