#include "profiler/run/gather.h"

#include <cstring>

namespace shardscope::profiler {

namespace {

std::shared_ptr<const Recorder> borrowed(const Recorder& recorder) {
    return {std::shared_ptr<const Recorder>(), &recorder};
}

}  // namespace

core::Result<std::vector<RecordedRank>> gatherRecorders(
    const Fabric& fabric, const std::vector<std::unique_ptr<Recorder>>& local, bool together) {
    std::vector<RecordedRank> all;
    if (!fabric.mpi() || !together) {
        for (size_t i = 0; i < local.size(); ++i) {
            all.push_back({.rank = core::Rank{fabric.firstRank().value + static_cast<int32_t>(i)},
                           .recorder = borrowed(*local[i])});
        }
        return all;
    }
    const core::MpiSession::ClockOffset clock = fabric.mpi()->measureClockOffset();
    std::string mine(sizeof clock, '\0');
    std::memcpy(mine.data(), &clock, sizeof clock);
    mine += local.front()->serialize();
    const std::vector<std::string> bytes = fabric.mpi()->gatherBytes(mine);
    for (size_t r = 0; r < bytes.size(); ++r) {
        core::MpiSession::ClockOffset offset;
        std::memcpy(&offset, bytes[r].data(), sizeof offset);
        auto recorder = Recorder::deserialize(bytes[r].substr(sizeof offset));
        if (!recorder) return tl::unexpected(recorder.error());
        all.push_back({.rank = core::Rank{static_cast<int32_t>(r)},
                       .recorder = std::make_shared<const Recorder>(std::move(*recorder)),
                       .clockOffsetNs = offset.offsetNs,
                       .clockResidualNs = offset.residualNs});
    }
    return all;
}

}  // namespace shardscope::profiler
