#pragma once
// A collective's time, worked out from the transfers of a recorded run. Pure; any thread.

#include <optional>
#include <string>
#include <vector>

#include "core/sim/measured/recorded_times.h"

namespace shardscope::core {

/// latency + bytes / bandwidth.
struct TransferLine {
    double latencyNs = 0, nsPerByte = 0;
    double leastBytes = 0, mostBytes = 0;  ///< of the recorded sizes
    int sizes = 0;
    bool borrowsLatency = false;  ///< from the recording's smallest collective, of any kind

    double at(double bytes) const { return latencyNs + bytes * nsPerByte; }
};

/// Where a collective's time comes from.
struct TransferTime {
    double ns = 0;
    bool recorded = false;           ///< this size was recorded
    std::vector<CollectiveKind> of;  ///< kinds that stand in for one that was not recorded
    bool otherRanks = false;         ///< over a number of ranks that was not recorded
};

class TransferTimes {
  public:
    explicit TransferTimes(std::vector<RecordedTransfer> recorded)
        : recorded_(std::move(recorded)) {}

    /// A recorded size takes its median; other sizes, what the line through its kind's sizes says. A kind
    /// that was not recorded, or only in sizes far below, is made of others: an all-reduce is a
    /// reduce-scatter and an all-gather, and each of them half of it; reduce and broadcast are likened to
    /// them. nullopt when none of those was recorded either.
    std::optional<TransferTime> find(CollectiveKind kind, DType dtype, double bytes,
                                     Participants who) const;
    /// The line of a recorded kind, over the recorded ranks; nullopt when it has none.
    std::optional<TransferLine> lineOf(CollectiveKind kind, Participants who) const;

  private:
    std::optional<TransferTime> ofKind(CollectiveKind kind, DType dtype, double bytes,
                                       Participants who) const;
    std::optional<TransferTime> standIn(CollectiveKind kind, DType dtype, double bytes,
                                        Participants who) const;

    std::vector<RecordedTransfer> recorded_;
};

}  // namespace shardscope::core
