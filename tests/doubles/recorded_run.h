#pragma once
// A tiny language for recordings written by hand: says what a rank did, one call a fact. Pool calls
// take host time 0, 1, 2, …; everything else is placed where the test says.

#include <map>
#include <string>
#include <string_view>

#include "core/base/category.h"
#include "traces/trace.h"

namespace shardscope::doubles {

class RecordedRun {
  public:
    /// Metadata that a test changes as it likes: two ranks, G = 1, zero-2, no buckets.
    traces::Json run;

    RecordedRun();
    /// Adds a bucket of @p elements (padded) with @p realElements.
    RecordedRun& bucket(std::string_view label, int64_t elements, int64_t realElements,
                        bool tied = false);

    /// What follows happens on this rank, in this step, phase, micro-batch.
    RecordedRun& onRank(int rank);
    RecordedRun& inStep(int64_t step);
    RecordedRun& inPhase(std::string_view phase, int64_t microBatch = -1);

    /// The next operation or pool call has the plan's action @p index.
    RecordedRun& action(int64_t index);
    /// The host's clock at the next pool call; calls after it follow by one.
    RecordedRun& hostAt(int64_t ns);

    RecordedRun& window(int64_t beginNs, int64_t endNs);
    RecordedRun& phaseSpan(int64_t beginNs, int64_t endNs);
    RecordedRun& allocate(core::Category category, int64_t bytes, int bucket = -1,
                          std::string_view what = "");
    RecordedRun& free(core::Category category, int bucket = -1, std::string_view what = "");
    RecordedRun& compute(int64_t beginNs, int64_t endNs);
    /// @param name "reduce_scatter", "allgather", …; its bytes follow from the bucket, bf16.
    RecordedRun& collective(std::string_view name, std::string_view purpose, int bucket,
                            int64_t arrivedNs, int64_t waitNs, int64_t endNs);
    RecordedRun& stall(std::string_view cause, int64_t beginNs, int64_t endNs);
    /// The host stood still for its device.
    RecordedRun& hostWait(int64_t beginNs, int64_t endNs);
    /// @param kind "full", "dead" or "shard".
    RecordedRun& gradient(std::string_view kind, int bucket, int64_t bytes, int64_t beginNs,
                          int64_t endNs);

    traces::Trace done();

  private:
    struct Live {
        int id = -1;
        int64_t bytes = 0;
    };
    uint32_t pid() const;
    RecordedRun& place();
    void poolCall(std::string_view name, core::Category category, const Live& buffer, int bucket);
    std::string key(core::Category category, int bucket, std::string_view what) const;

    traces::TraceBuilder builder_;
    int rank_ = 0;
    int64_t step_ = -1, microBatch_ = -1, action_ = -1;
    int64_t hostShift_ = 0;  ///< host time less the call's number
    std::string phase_ = "setup";
    std::map<std::string, Live> buffers_;
    std::map<int, int64_t> live_, seq_;
    int nextBuffer_ = 0;
    uint64_t nextId_ = 1;
};

}  // namespace shardscope::doubles
