#pragma once
// Every rank's records in one place: already there in process, sent to rank 0 under MPI.

#include <memory>
#include <string>
#include <vector>

#include "profiler/recorder.h"
#include "profiler/run/fabric.h"

namespace shardscope::profiler {

struct RecordedRank {
    core::Rank rank;
    std::shared_ptr<Recorder> recorder;
    int64_t clockOffsetNs = 0;    ///< this rank's clock minus rank 0's
    int64_t clockResidualNs = 0;  ///< how far wrong that may be
    std::string failure;          ///< what the rank said of its own end; may be empty
};

/// @param together all ranks are there and take part; false after an interruption under MPI, when
/// some may be gone and each keeps its own records. Rank 0 gets all, others their own.
/// @param failure this process's, for rank 0.
core::Result<std::vector<RecordedRank>> gatherRecorders(
    const Fabric& fabric, const std::vector<std::unique_ptr<Recorder>>& local, bool together,
    const std::string& failure);

}  // namespace shardscope::profiler
