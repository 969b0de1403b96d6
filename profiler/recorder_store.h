#pragma once
// Where the records of one rank are kept: append-only buffers, one writer each.
//
// append() is for the one thread that owns the buffer and neither allocates nor locks. reserve() is
// for the rank's interpreter thread while its streams are empty; the hand-over to a stream's thread
// (its queue) orders the two. Reading is for whoever knows that the writers rest.

#include <array>
#include <atomic>
#include <cstdint>
#include <memory>
#include <span>
#include <vector>

#include "core/plan/step_plan.h"
#include "profiler/recorder_records.h"

namespace shardscope::profiler {

/// Records in chunks that never move. On a line of its own, so that two writers share none.
template <class T>
class alignas(64) RecordBuffer {
  public:
    static_assert(kIsRecord<T>);

    /// Keeps @p record, or counts it as dropped when there is no room.
    void append(const T& record) noexcept {
        const int64_t at = size_.load(std::memory_order_relaxed);
        if (at == capacity_) {
            dropped_.fetch_add(1, std::memory_order_relaxed);
            return;
        }
        chunks_[static_cast<size_t>(at / kChunk)][static_cast<size_t>(at % kChunk)] = record;
        size_.store(at + 1, std::memory_order_release);
    }

    /// Makes room for @p more records. The chunks are written once here, so that a hook meets no
    /// page fault.
    void reserve(int64_t more) {
        while (capacity_ - size() < more) {
            chunks_.push_back(std::make_unique<T[]>(static_cast<size_t>(kChunk)));
            capacity_ += kChunk;
        }
    }

    /// Replaces the content, for a recorder that was sent as bytes.
    void restore(std::span<const T> records, int64_t dropped) {
        reserve(static_cast<int64_t>(records.size()));
        for (const T& record : records) append(record);
        dropped_.store(dropped, std::memory_order_relaxed);
    }

    /// Changes what is there; the writer rests.
    template <class Change>
    void revise(Change&& change) {
        for (int64_t at = 0; at < size(); ++at) {
            change(chunks_[static_cast<size_t>(at / kChunk)][static_cast<size_t>(at % kChunk)]);
        }
    }

    int64_t size() const { return size_.load(std::memory_order_acquire); }
    int64_t dropped() const { return dropped_.load(std::memory_order_relaxed); }
    const T& operator[](int64_t at) const {
        return chunks_[static_cast<size_t>(at / kChunk)][static_cast<size_t>(at % kChunk)];
    }

  private:
    static constexpr int64_t kChunk = 4096;  ///< records

    std::vector<std::unique_ptr<T[]>> chunks_;
    int64_t capacity_ = 0;
    std::atomic<int64_t> size_{0};
    std::atomic<int64_t> dropped_{0};
};

/// All that one rank's recorder keeps.
struct RecordStore {
    core::Rank rank;
    int32_t place = 0;               ///< in the recording
    RecordBuffer<PoolRecord> pool;   ///< written by the interpreter thread
    RecordBuffer<StepRecord> steps;  ///< written by the interpreter thread
    std::array<RecordBuffer<StreamRecord>, core::kStreams>
        streams;                             ///< each by its stream's thread
    RecordBuffer<HostWaitRecord> hostWaits;  ///< written by the interpreter thread
    std::atomic<int64_t> strays{0};          ///< reports of streams that a rank does not have

    int64_t events() const;
    int64_t dropped() const;
};

/// Records that one run of @p plan can make at most, whichever branch it takes.
struct RecordNeed {
    int64_t pool = 0;
    std::array<int64_t, core::kStreams> streams{};

    bool operator==(const RecordNeed&) const = default;
};
RecordNeed recordNeed(const core::StepPlan& plan);

/// Makes room for one more run of @p plan.
void reserve(RecordStore& store, const core::StepPlan& plan);

}  // namespace shardscope::profiler
