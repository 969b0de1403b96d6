#pragma once
// An operation's time, found among those of a recorded run. Pure; any thread.

#include <optional>
#include <string>
#include <unordered_map>
#include <vector>

#include "core/sim/measured/recorded_times.h"

namespace shardscope::core {

/// What in the recording a time was taken from.
enum class TimeBasis : uint8_t {
    Recorded,         ///< the same operation
    SameShape,        ///< others of the same kernel and sizes: their median
    FirstMicroBatch,  ///< the one that writes a gradient, for one that adds to it
    OtherSize,        ///< the same kernel at the nearest size, by the work
    OtherKernel,      ///< a kernel that moves about as many bytes, by the bytes
};

struct OperationTime {
    double ns = 0;
    TimeBasis basis = TimeBasis::Recorded;
    std::string kernel;  ///< of what it was taken from
};

class OperationTimes {
  public:
    explicit OperationTimes(std::vector<RecordedOperation> recorded);

    /// nullopt when nothing in the recording stands for it: sizes are only changed of operations on
    /// buckets (updates, copies, norms, fills), never of the model's.
    std::optional<OperationTime> find(const Operation& operation, const Layout& layout,
                                      int microBatch) const;

  private:
    std::optional<double> ofShape(const KernelShape& shape) const;
    std::optional<OperationTime> byWork(const KernelShape& shape) const;
    std::optional<OperationTime> byBytes(const KernelShape& shape) const;

    std::vector<RecordedOperation> recorded_;
    std::unordered_map<std::string, double> byIdentity_;
    std::unordered_map<std::string, std::vector<double>> byShape_;
};

}  // namespace shardscope::core
