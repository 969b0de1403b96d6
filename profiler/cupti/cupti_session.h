#pragma once
// The one recording of GPU activity that a process can have: subscribes, owns the buffers, and gives
// each rank the work that carries its tags.
//
// Start it before the first CUDA call. flush() and take() are for the ranks' threads, at the same time;
// CUPTI's callbacks share no lock with them that is held during a call into CUPTI.

#include <cstdint>
#include <memory>
#include <mutex>
#include <string>
#include <unordered_map>
#include <vector>

#include "core/base/result.h"
#include "profiler/cupti/activity_buffers.h"
#include "profiler/cupti/activity_joiner.h"
#include "profiler/cupti/cupti_library.h"
#include "profiler/cupti/gpu_clock.h"

namespace shardscope::profiler::cupti {

/// What was seen, and what was not.
struct SessionCounts {
    ActivityJoiner::Counts join;
    int64_t dropped = 0;     ///< by CUPTI, for want of a buffer
    int64_t unreadable = 0;  ///< buffers with a record that CUPTI could not read
    int64_t outside = 0;     ///< work of our threads between actions: reads, hashes
    int64_t clockResidualNs = 0;
    int64_t deviceBytesPeak =
        0;  ///< device memory taken by runtime and driver calls, largest device
    int64_t flushes = 0;
    int64_t apiRecords = 0;
    int64_t unexpected = 0;  ///< records of kinds that nothing here reads
};

class CuptiSession {
  public:
    /// Which API calls get records of their own: without one, its work has no tag. All: not only those
    /// that launch.
    enum class Calls : uint8_t { RuntimeAndDriver, Runtime, Driver, All };
    struct Options {
        size_t bufferBytes = size_t{1} << 20;
        size_t buffers = 32;
        size_t mostBuffers = 512;
        Calls calls = Calls::RuntimeAndDriver;
        bool memory = true;  ///< device memory taken and given back, too
    };

    /// Errors: Failed with the name of the tool that records already, or with what to do about missing
    /// permissions or a missing driver.
    static core::Result<std::shared_ptr<CuptiSession>> start(const CuptiLibrary& library,
                                                             const Options& options);
    /// Stops recording. Work in flight is lost.
    ~CuptiSession();
    CuptiSession(const CuptiSession&) = delete;
    CuptiSession& operator=(const CuptiSession&) = delete;

    /// A new rank's place, of no other rank of this process, ever; its tags are tagOf(place, 0 …).
    int addRank();
    /// The rank will take nothing more; work of its tags that still comes counts as `outside`.
    void endRank(int place);
    /// Sequence 0 means "this thread, but no action".
    static uint64_t tagOf(int place, uint64_t sequence) {
        return static_cast<uint64_t>(place + 1) << kSequenceBits | sequence;
    }
    static uint64_t sequenceOf(uint64_t tag) { return tag & ((uint64_t{1} << kSequenceBits) - 1); }

    /// Makes what follows on this thread carry @p tag, until the matching pop.
    void push(uint64_t tag) noexcept;
    void pop() noexcept;

    /// From now on, work without a tag is a loss. Before, libraries still start and warm up on threads
    /// and with kernels of their own.
    void expectTags();

    /// Collects what has been completed. @param forced also buffers in which work is still running: its
    /// times would be lost, so only when nothing runs.
    /// Errors: Failed when CUPTI refuses.
    core::Result<void> flush(bool forced);
    /// Work of one rank's tags, collected since its last call. Times are on the host's clock.
    std::vector<TaggedWork> take(int place);
    /// Likewise, waits of that rank's thread; one outside of actions has a tag of sequence 0.
    std::vector<TaggedWait> takeWaits(int place);

    SessionCounts counts() const;
    /// Device memory that CUPTI holds in each context for records in flight: the part of device-used
    /// memory that is the recorder's own. Bytes. Source: CUPTI's attributes.
    int64_t ownDeviceBytes() const;
    const CuptiLibrary& library() const { return library_; }

  private:
    static constexpr int kSequenceBits = 48;

    CuptiSession(const CuptiLibrary& library, const Options& options);
    core::Result<void> subscribe();
    core::Result<void> configure();
    core::Result<void> enable();
    core::Result<void> check(CUptiResult status, const char* what) const;
    core::Result<void> enableCalls();
    int64_t gpuNow() const;
    void collect();
    void note(const ActivityBatch& batch);
    void distribute(std::vector<TaggedWork>& work);
    void distribute(std::vector<TaggedWait> waits);

    const CuptiLibrary& library_;
    const Options options_;
    std::shared_ptr<ActivityBuffers> buffers_;
    CUpti_SubscriberHandle subscriber_ = nullptr;

    mutable std::mutex mutex_;  // all below; never held during a call into CUPTI
    ActivityJoiner joiner_;
    bool expectsTags_ = false;
    GpuClock clock_;
    struct Inbox {
        std::vector<TaggedWork> work;
        std::vector<TaggedWait> waits;
    };
    std::unordered_map<int, Inbox> inboxes_;  // by place
    std::vector<int64_t> deviceBytes_;
    SessionCounts counts_;

    std::mutex flushing_;  // one flush at a time; no callback takes it
};

}  // namespace shardscope::profiler::cupti
