#pragma once
// NCCL's ranks as threads of one process. Internal to tests/doubles/cuda.

#include <condition_variable>
#include <map>
#include <mutex>
#include <utility>

#include "tests/doubles/cuda/nccl_group.h"

namespace shardscope::doubles::cuda {

class ThreadNcclGroup : public NcclGroup {
  public:
    explicit ThreadNcclGroup(int ranks)
        : NcclGroup(ranks), aborted_(static_cast<size_t>(ranks), false) {}

    void arrive(int rank, int device) override;
    ncclResult_t awaitAll() override;
    NcclEnd run(int rank, uint64_t number, const NcclCall& call) override;
    void hang(int rank) override;
    void abort(int rank) override;
    void enterSplit(int rank, uint64_t number, int color, int key) override;
    Place awaitSplit(int rank, uint64_t number) override;

  private:
    struct Meeting {
        std::vector<NcclCall> calls;
        int arrived = 0, worked = 0, left = 0;
    };
    struct Splitting {
        std::map<int, std::pair<int, int>> entered;        // by rank: colour, key
        std::map<int, std::shared_ptr<NcclGroup>> groups;  // by colour
    };

    std::mutex mutex_;
    std::condition_variable changed_;
    std::vector<bool> aborted_;
    std::map<uint64_t, Meeting> meetings_;  // by the collective's number
    std::map<uint64_t, Splitting> splits_;  // by the split's number
    int joined_ = 0;
};

}  // namespace shardscope::doubles::cuda
