#pragma once
// Every rank's records in one place: already there in process, sent to rank 0 under MPI.

#include <memory>
#include <vector>

#include "profiler/recorder.h"
#include "profiler/run/fabric.h"

namespace shardscope::profiler {

struct RecordedRank {
    core::Rank rank;
    std::shared_ptr<const Recorder> recorder;
    int64_t clockOffsetNs = 0;    ///< this rank's clock minus rank 0's
    int64_t clockResidualNs = 0;  ///< how far wrong that may be
};

/// @param together all ranks are there and take part; false after a failure under MPI, when each
/// survivor keeps its own records. Rank 0 gets all, others their own.
core::Result<std::vector<RecordedRank>> gatherRecorders(
    const Fabric& fabric, const std::vector<std::unique_ptr<Recorder>>& local, bool together);

}  // namespace shardscope::profiler
