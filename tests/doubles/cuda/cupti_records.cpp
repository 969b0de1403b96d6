#include "tests/doubles/cuda/cupti_records.h"

#include <algorithm>
#include <cstring>

#include "tests/doubles/cuda/fake_machine.h"

namespace shardscope::doubles::cuda::activity {

namespace {

template <class Record>
void finish(const Call& call, const Ran& ran, Record record) {
    if (!call.slot) return;
    Recorder& recorder = Recorder::get();
    const std::lock_guard lock(recorder.mutex);
    record.kind = call.slot->kind;
    record.correlationId = call.correlation;
    record.start = static_cast<uint64_t>(ran.startNs);
    record.end = static_cast<uint64_t>(ran.endNs);
    record.deviceId = static_cast<uint32_t>(ran.stream->device);
    record.contextId = record.deviceId + 1;
    record.streamId = ran.stream->id;
    const auto* bytes = reinterpret_cast<const std::byte*>(&record);
    call.slot->record.assign(bytes, bytes + sizeof(Record));
    call.slot->complete = true;
}

bool isNth(int64_t count, int64_t every) { return every > 0 && count % every == 0; }

Call onCall(bool driver, CUpti_CallbackId id, CUpti_ActivityKind work) {
    Recorder& recorder = Recorder::get();
    const std::lock_guard lock(recorder.mutex);
    Call call{.correlation = ++recorder.lastCorrelation, .slot = nullptr};
    const auto kind = driver ? CUPTI_ACTIVITY_KIND_DRIVER : CUPTI_ACTIVITY_KIND_RUNTIME;
    const auto& chosen = driver ? recorder.driverCalls : recorder.runtimeCalls;
    if (recorder.wants(kind) || chosen.contains(id)) {
        recorder.putTags(call.correlation);
        CUpti_ActivityAPI api{};
        api.kind = kind;
        api.cbid = id;
        api.correlationId = call.correlation;
        api.start = api.end = static_cast<uint64_t>(gpuNowNs());
        recorder.put(api);
    }
    if (recorder.wants(work)) {
        const bool waits = work == CUPTI_ACTIVITY_KIND_SYNCHRONIZATION;
        const bool lost = !waits && isNth(++recorder.workSeen, drills().loseRecord);
        call.slot = recorder.place(work, sizeOf(work), lost);
    }
    if (call.slot) call.slot->correlation = call.correlation;
    return call;
}

}  // namespace

bool Buffer::complete() const {
    return std::all_of(slots.begin(), slots.end(), [](const auto& slot) { return slot->complete; });
}

Recorder& Recorder::get() {
    static auto* recorder = new Recorder();
    return *recorder;
}

std::shared_ptr<Slot> Recorder::place(CUpti_ActivityKind kind, size_t bytes, bool lost) {
    if (requested == nullptr) return nullptr;
    auto& mine = buffers[std::this_thread::get_id()];
    if (mine.empty() || mine.back().used + bytes > mine.back().size) {
        Buffer buffer;
        size_t most = 0;
        requested(&buffer.data, &buffer.size, &most);
        if (buffer.data == nullptr || buffer.size < bytes) {
            ++dropped;
            return nullptr;
        }
        if (reinterpret_cast<uintptr_t>(buffer.data) % ACTIVITY_RECORD_ALIGNMENT != 0) {
            violation("CUPTI was given a buffer that is not aligned");
        }
        if (attributes.at(CUPTI_ACTIVITY_ATTR_ZEROED_OUT_ACTIVITY_BUFFER).front() == std::byte{0}) {
            std::memset(buffer.data, 0, buffer.size);
        } else if (std::any_of(buffer.data, buffer.data + buffer.size,
                               [](uint8_t b) { return b != 0; })) {
            violation("CUPTI was promised a zeroed buffer, and given another");
        }
        ++held;
        mine.push_back(std::move(buffer));
    }
    auto slot = std::make_shared<Slot>();
    slot->kind = kind;
    slot->lost = lost;
    slot->record.resize(bytes);
    mine.back().used += bytes;
    mine.back().slots.push_back(slot);
    return slot;
}

// The innermost tag of each kind, before the call that it belongs to.
void Recorder::putTags(uint32_t correlation) {
    if (!wants(CUPTI_ACTIVITY_KIND_EXTERNAL_CORRELATION)) return;
    std::map<CUpti_ExternalCorrelationKind, uint64_t> innermost;
    for (const auto& [kind, id] : tags[std::this_thread::get_id()]) innermost[kind] = id;
    for (const auto& [kind, id] : innermost) {
        CUpti_ActivityExternalCorrelation record{};
        record.kind = CUPTI_ACTIVITY_KIND_EXTERNAL_CORRELATION;
        record.externalKind = kind;
        record.externalId = id;
        record.correlationId = correlation;
        put(record, isNth(++tagsSeen, drills().loseTag));
    }
}

void Recorder::flush(bool forced) {
    for (auto& [thread, mine] : buffers) {
        std::deque<Buffer> kept;
        for (Buffer& buffer : mine) {
            if (!forced && !buffer.complete()) {
                kept.push_back(std::move(buffer));
                continue;
            }
            size_t valid = 0;
            for (const auto& slot : buffer.slots) {
                if (slot->lost) continue;
                // Work that still runs has a record with its kind and nothing else yet.
                if (!slot->complete) {
                    std::memcpy(slot->record.data(), &slot->kind, sizeof slot->kind);
                }
                std::memcpy(buffer.data + valid, slot->record.data(), slot->record.size());
                valid += slot->record.size();
            }
            --held;
            completed(nullptr, 0, buffer.data, buffer.size, valid);
        }
        mine = std::move(kept);
    }
}

size_t sizeOf(CUpti_ActivityKind kind) {
    switch (kind) {
        case CUPTI_ACTIVITY_KIND_CONCURRENT_KERNEL:
            return sizeof(CUpti_ActivityKernel10);
        case CUPTI_ACTIVITY_KIND_MEMCPY:
            return sizeof(CUpti_ActivityMemcpy6);
        case CUPTI_ACTIVITY_KIND_MEMCPY2:
            return sizeof(CUpti_ActivityMemcpyPtoP4);
        case CUPTI_ACTIVITY_KIND_DEVICE:
            return sizeof(CUpti_ActivityDevice5);
        case CUPTI_ACTIVITY_KIND_MEMSET:
            return sizeof(CUpti_ActivityMemset4);
        case CUPTI_ACTIVITY_KIND_MEMORY2:
            return sizeof(CUpti_ActivityMemory4);
        case CUPTI_ACTIVITY_KIND_RUNTIME:
        case CUPTI_ACTIVITY_KIND_DRIVER:
            return sizeof(CUpti_ActivityAPI);
        case CUPTI_ACTIVITY_KIND_SYNCHRONIZATION:
            return sizeof(CUpti_ActivitySynchronization2);
        case CUPTI_ACTIVITY_KIND_EXTERNAL_CORRELATION:
            return sizeof(CUpti_ActivityExternalCorrelation);
        default:
            return 0;
    }
}

Call onRuntimeCall(CUpti_CallbackId id, CUpti_ActivityKind work) { return onCall(false, id, work); }
Call onDriverCall(CUpti_CallbackId id, CUpti_ActivityKind work) { return onCall(true, id, work); }

void onKernel(const Call& call, const Ran& ran, const char* name, const LaunchShape& shape) {
    CUpti_ActivityKernel10 record{};
    record.name = name;
    record.gridX = static_cast<int32_t>(shape.grid.x);
    record.gridY = static_cast<int32_t>(shape.grid.y);
    record.gridZ = static_cast<int32_t>(shape.grid.z);
    record.blockX = static_cast<int32_t>(shape.block.x);
    record.blockY = static_cast<int32_t>(shape.block.y);
    record.blockZ = static_cast<int32_t>(shape.block.z);
    record.dynamicSharedMemory = static_cast<int32_t>(shape.sharedBytes);
    finish(call, ran, record);
}

void onCopy(const Call& call, const Ran& ran, int64_t bytes, CUpti_ActivityMemcpyKind kind) {
    CUpti_ActivityMemcpy6 record{};
    record.bytes = static_cast<uint64_t>(bytes);
    record.copyKind = static_cast<uint8_t>(kind);
    record.runtimeCorrelationId = call.correlation;
    record.copyCount = 1;
    finish(call, ran, record);
}

void onSet(const Call& call, const Ran& ran, int64_t bytes, uint32_t value) {
    CUpti_ActivityMemset4 record{};
    record.bytes = static_cast<uint64_t>(bytes);
    record.value = value;
    finish(call, ran, record);
}

void onWait(const Call& call, const Waited& waited) {
    if (!call.slot) return;
    CUpti_ActivitySynchronization2 record{};
    record.kind = CUPTI_ACTIVITY_KIND_SYNCHRONIZATION;
    record.type = waited.type;
    record.start = static_cast<uint64_t>(waited.startNs);
    record.end = static_cast<uint64_t>(waited.endNs);
    record.correlationId = call.correlation;
    record.streamId = waited.stream;
    record.cudaEventId = CUPTI_SYNCHRONIZATION_INVALID_VALUE;
    Recorder& recorder = Recorder::get();
    const std::lock_guard lock(recorder.mutex);
    const auto* bytes = reinterpret_cast<const std::byte*>(&record);
    call.slot->record.assign(bytes, bytes + sizeof record);
    call.slot->complete = true;
}

void onMemory(int device, const void* address, int64_t bytes, bool taken) {
    Recorder& recorder = Recorder::get();
    const std::lock_guard lock(recorder.mutex);
    if (!recorder.wants(CUPTI_ACTIVITY_KIND_MEMORY2)) return;
    CUpti_ActivityMemory4 record{};
    record.kind = CUPTI_ACTIVITY_KIND_MEMORY2;
    record.memoryOperationType = taken ? CUPTI_ACTIVITY_MEMORY_OPERATION_TYPE_ALLOCATION
                                       : CUPTI_ACTIVITY_MEMORY_OPERATION_TYPE_RELEASE;
    record.memoryKind = CUPTI_ACTIVITY_MEMORY_KIND_DEVICE;
    record.address = reinterpret_cast<uint64_t>(address);
    record.bytes = static_cast<uint64_t>(bytes);
    record.timestamp = static_cast<uint64_t>(gpuNowNs());
    record.deviceId = static_cast<uint32_t>(device);
    recorder.put(record);
}

}  // namespace shardscope::doubles::cuda::activity
