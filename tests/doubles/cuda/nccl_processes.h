#pragma once
// NCCL's ranks as processes of one machine: they meet in a file that all of them map. As real ones, a rank
// whose peer died gets an error when the transport notices, and stands still for ever when it does not
// (Drills::peersDieUnnoticed). Internal to tests/doubles/cuda.

#include <atomic>
#include <functional>
#include <mutex>
#include <string>

#include "tests/doubles/cuda/nccl_group.h"

namespace shardscope::doubles::cuda {

/// This process's place in one communicator.
class ProcessNcclGroup : public NcclGroup {
  public:
    /// @param path of the file, equal in all processes; made by the first, removed when all are here.
    ProcessNcclGroup(std::string path, int ranks, int rank);
    ~ProcessNcclGroup() override;

    void arrive(int rank, int device) override;
    ncclResult_t awaitAll() override;
    NcclEnd run(int rank, uint64_t number, const NcclCall& call) override;
    void hang(int rank) override;
    void abort(int rank) override;
    void enterSplit(int rank, uint64_t number, int color, int key) override;
    Place awaitSplit(int rank, uint64_t number) override;

  private:
    struct Desk;  // what one rank shows the others, in the file
    Desk& desk(int rank) const;
    std::byte* shownBy(int rank) const;
    /// Until @p done, an abort, or a peer's death.
    NcclEnd await(const std::function<bool()>& done) const;
    /// Whether @p counter of every rank has come to @p value.
    bool all(std::atomic<uint64_t> Desk::*counter, uint64_t value) const;
    bool someoneDied() const;

    const std::string path_;
    const int rank_;
    std::byte* file_ = nullptr;
    std::atomic<bool> aborted_{false};
    std::mutex turn_;  // one collective at a time
};

}  // namespace shardscope::doubles::cuda
