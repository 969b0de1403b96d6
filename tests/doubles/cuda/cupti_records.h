#pragma once
// Buffers and records of the double's CUPTI. Internal to tests/doubles/cuda.

#include <cupti.h>

#include <cstddef>
#include <deque>
#include <map>
#include <memory>
#include <mutex>
#include <set>
#include <thread>
#include <utility>
#include <vector>

#include "tests/doubles/cuda/activity.h"
#include "tests/doubles/cuda/fake_cupti.h"

namespace shardscope::doubles::cuda::activity {

struct Slot {
    CUpti_ActivityKind kind = CUPTI_ACTIVITY_KIND_INVALID;
    uint32_t correlation = 0;
    std::vector<std::byte> record;
    bool complete = false;
    bool lost = false;  // takes part in everything but delivery
};

/// One client buffer, and what will be in it.
struct Buffer {
    uint8_t* data = nullptr;
    size_t size = 0, used = 0;
    std::vector<std::shared_ptr<Slot>> slots;

    bool complete() const;
};

/// All of the double's CUPTI. One lock, held in callbacks, too.
struct Recorder {
    static Recorder& get();

    std::mutex mutex;
    CuptiSetup setup;
    bool subscribed = false;
    CUpti_BuffersCallbackRequestFunc requested = nullptr;
    CUpti_BuffersCallbackCompleteFunc completed = nullptr;
    std::set<CUpti_ActivityKind> kinds;
    std::set<CUpti_CallbackId> runtimeCalls, driverCalls;
    std::map<CUpti_ActivityAttribute, std::vector<std::byte>> attributes;
    std::map<std::thread::id, std::deque<Buffer>> buffers;  // a thread's last one is being filled
    std::map<std::thread::id, std::vector<std::pair<CUpti_ExternalCorrelationKind, uint64_t>>> tags;
    size_t dropped = 0;
    int64_t held = 0;  // buffers
    uint32_t lastCorrelation = 0;
    int64_t tagsSeen = 0, workSeen = 0;

    // All with the lock held.
    std::shared_ptr<Slot> place(CUpti_ActivityKind kind, size_t bytes, bool lost);
    template <class Record>
    void put(const Record& record, bool lost = false);
    void putTags(uint32_t correlation);
    void flush(bool forced);
    bool wants(CUpti_ActivityKind kind) const { return kinds.contains(kind); }
};

size_t sizeOf(CUpti_ActivityKind kind);

template <class Record>
void Recorder::put(const Record& record, bool lost) {
    const auto slot = place(record.kind, sizeof(Record), lost);
    if (!slot) return;
    const auto* bytes = reinterpret_cast<const std::byte*>(&record);
    slot->record.assign(bytes, bytes + sizeof(Record));
    slot->complete = true;
}

}  // namespace shardscope::doubles::cuda::activity
