#include "profiler/run/gather.h"

#include <cstring>

namespace shardscope::profiler {

namespace {

std::shared_ptr<Recorder> borrowed(Recorder& recorder) {
    return {std::shared_ptr<Recorder>(), &recorder};
}

/// What one rank sends to rank 0.
struct Parcel {
    core::MpiSession::ClockOffset clock;
    uint64_t failureBytes = 0;
};

std::string packed(const core::MpiSession::ClockOffset& clock, const std::string& failure,
                   const Recorder& recorder) {
    const Parcel parcel{.clock = clock, .failureBytes = failure.size()};
    std::string bytes(sizeof parcel, '\0');
    std::memcpy(bytes.data(), &parcel, sizeof parcel);
    return bytes + failure + recorder.serialize();
}

core::Result<RecordedRank> unpacked(int32_t rank, const std::string& bytes) {
    Parcel parcel;
    std::memcpy(&parcel, bytes.data(), sizeof parcel);
    auto recorder = Recorder::deserialize(bytes.substr(sizeof parcel + parcel.failureBytes));
    if (!recorder) return tl::unexpected(recorder.error());
    return RecordedRank{.rank = core::Rank{rank},
                        .recorder = std::make_shared<Recorder>(std::move(*recorder)),
                        .clockOffsetNs = parcel.clock.offsetNs,
                        .clockResidualNs = parcel.clock.residualNs,
                        .failure = bytes.substr(sizeof parcel, parcel.failureBytes)};
}

}  // namespace

core::Result<std::vector<RecordedRank>> gatherRecorders(
    const Fabric& fabric, const std::vector<std::unique_ptr<Recorder>>& local, bool together,
    const std::string& failure) {
    std::vector<RecordedRank> all;
    if (!fabric.mpi() || !together) {
        for (size_t i = 0; i < local.size(); ++i) {
            all.push_back({.rank = core::Rank{fabric.firstRank().value + static_cast<int32_t>(i)},
                           .recorder = borrowed(*local[i]),
                           .failure = failure});
        }
        return all;
    }
    const core::MpiSession::ClockOffset clock = fabric.mpi()->measureClockOffset();
    const std::vector<std::string> parcels =
        fabric.mpi()->gatherBytes(packed(clock, failure, *local.front()));
    for (size_t r = 0; r < parcels.size(); ++r) {
        auto rank = unpacked(static_cast<int32_t>(r), parcels[r]);
        if (!rank) return tl::unexpected(rank.error());
        all.push_back(std::move(*rank));
    }
    return all;
}

}  // namespace shardscope::profiler
