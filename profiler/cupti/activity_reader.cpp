#include "profiler/cupti/activity_reader.h"

namespace shardscope::profiler::cupti {

namespace {

template <class Record>
const Record& as(const CUpti_Activity* record) {
    return *reinterpret_cast<const Record*>(record);
}

template <class Record>
GpuWork workOf(const Record& record, WorkKind kind) {
    return {.kind = kind,
            .correlation = record.correlationId,
            .device = record.deviceId,
            .startNs = static_cast<int64_t>(record.start),
            .endNs = static_cast<int64_t>(record.end)};
}

GpuWork kernelOf(const CUpti_ActivityKernel10& record) {
    GpuWork work = workOf(record, WorkKind::Kernel);
    work.stream = record.streamId;
    work.name = record.name;
    return work;
}

template <class Record>
GpuWork bytesOf(const Record& record, WorkKind kind) {
    GpuWork work = workOf(record, kind);
    if constexpr (requires { record.bytes; }) work.bytes = static_cast<int64_t>(record.bytes);
    if constexpr (requires { record.runtimeCorrelationId; }) {
        work.outerCorrelation = record.runtimeCorrelationId;
    }
    if constexpr (requires { record.streamId; }) work.stream = record.streamId;
    return work;
}

/// Only device memory counts: pinned and managed memory live elsewhere.
void addMemory(const CUpti_ActivityMemory4& record, ActivityBatch& batch) {
    if (record.memoryKind != CUPTI_ACTIVITY_MEMORY_KIND_DEVICE) return;
    const bool taken =
        record.memoryOperationType == CUPTI_ACTIVITY_MEMORY_OPERATION_TYPE_ALLOCATION;
    const bool given = record.memoryOperationType == CUPTI_ACTIVITY_MEMORY_OPERATION_TYPE_RELEASE;
    if (!taken && !given) return;
    const auto bytes = static_cast<int64_t>(record.bytes);
    batch.memory.push_back({.device = record.deviceId,
                            .bytes = taken ? bytes : -bytes,
                            .timeNs = static_cast<int64_t>(record.timestamp)});
}

/// A stream's wait for an event is the device's: the host goes on.
void addWait(const CUpti_ActivitySynchronization2& record, ActivityBatch& batch) {
    HostWait wait{.correlation = record.correlationId,
                  .stream = record.streamId,
                  .startNs = static_cast<int64_t>(record.start),
                  .endNs = static_cast<int64_t>(record.end)};
    switch (record.type) {
        case CUPTI_ACTIVITY_SYNCHRONIZATION_TYPE_STREAM_SYNCHRONIZE:
            wait.what = HostWait::For::Stream;
            break;
        case CUPTI_ACTIVITY_SYNCHRONIZATION_TYPE_EVENT_SYNCHRONIZE:
            wait.what = HostWait::For::Event;
            break;
        case CUPTI_ACTIVITY_SYNCHRONIZATION_TYPE_CONTEXT_SYNCHRONIZE:
            wait.what = HostWait::For::Device;
            break;
        default:
            return;
    }
    if (wait.startNs != 0 && wait.endNs >= wait.startNs) batch.waits.push_back(wait);
}

void add(const CUpti_Activity* record, ActivityBatch& batch) {
    switch (record->kind) {
        case CUPTI_ACTIVITY_KIND_CONCURRENT_KERNEL:
            batch.work.push_back(kernelOf(as<CUpti_ActivityKernel10>(record)));
            return;
        case CUPTI_ACTIVITY_KIND_MEMCPY:
            batch.work.push_back(bytesOf(as<CUpti_ActivityMemcpy6>(record), WorkKind::Copy));
            return;
        case CUPTI_ACTIVITY_KIND_MEMCPY2:
            batch.work.push_back(bytesOf(as<CUpti_ActivityMemcpyPtoP4>(record), WorkKind::Copy));
            return;
        case CUPTI_ACTIVITY_KIND_MEMSET:
            batch.work.push_back(bytesOf(as<CUpti_ActivityMemset4>(record), WorkKind::Set));
            return;
        case CUPTI_ACTIVITY_KIND_EXTERNAL_CORRELATION: {
            const auto& call = as<CUpti_ActivityExternalCorrelation>(record);
            batch.calls.push_back({.tag = call.externalId, .correlation = call.correlationId});
            return;
        }
        case CUPTI_ACTIVITY_KIND_MEMORY2:
            addMemory(as<CUpti_ActivityMemory4>(record), batch);
            return;
        case CUPTI_ACTIVITY_KIND_SYNCHRONIZATION:
            addWait(as<CUpti_ActivitySynchronization2>(record), batch);
            return;
        case CUPTI_ACTIVITY_KIND_RUNTIME:
        case CUPTI_ACTIVITY_KIND_DRIVER:
            ++batch.apiRecords;
            return;
        default:
            ++batch.unknown;
    }
}

}  // namespace

void readBuffer(const CuptiLibrary& library, const FilledBuffer& buffer, ActivityBatch& batch) {
    if (buffer.validBytes == 0) return;
    CUpti_Activity* record = nullptr;
    CUptiResult status = CUPTI_SUCCESS;
    while ((status = library.getNextRecord(buffer.data, buffer.validBytes, &record)) ==
           CUPTI_SUCCESS) {
        add(record, batch);
    }
    // The end of a buffer is MAX_LIMIT_REACHED; all else means that the rest is unreadable.
    if (status != CUPTI_ERROR_MAX_LIMIT_REACHED) ++batch.broken;
}

}  // namespace shardscope::profiler::cupti
