#include "tests/doubles/cuda/fake_cupti.h"

#include <algorithm>
#include <cstring>

#include "tests/doubles/cuda/cupti_records.h"
#include "tests/doubles/cuda/fake_gpu.h"

namespace shardscope::doubles::cuda {

namespace {

using activity::Recorder;

CUptiResult CUPTIAPI getVersion(uint32_t* version) {
    *version = Recorder::get().setup.version;
    return CUPTI_SUCCESS;
}

CUptiResult CUPTIAPI getResultString(CUptiResult result, const char** text) {
    switch (result) {
        case CUPTI_ERROR_MULTIPLE_SUBSCRIBERS_NOT_SUPPORTED:
            *text = "CUPTI_ERROR_MULTIPLE_SUBSCRIBERS_NOT_SUPPORTED";
            break;
        case CUPTI_ERROR_INSUFFICIENT_PRIVILEGES:
            *text = "CUPTI_ERROR_INSUFFICIENT_PRIVILEGES";
            break;
        default:
            *text = "CUPTI_ERROR_UNKNOWN";
    }
    return CUPTI_SUCCESS;
}

// The callback may come at any time from here on; it comes once.
CUptiResult CUPTIAPI subscribe(CUpti_SubscriberHandle* handle, CUpti_CallbackFunc callback,
                               void* userdata, CUpti_SubscriberParams* params) {
    Recorder& recorder = Recorder::get();
    const std::lock_guard lock(recorder.mutex);
    if (params->structSize != CUpti_SubscriberParams_STRUCT_SIZE)
        return CUPTI_ERROR_INVALID_PARAMETER;
    const std::string rival = recorder.subscribed ? "CUPTI for shardscope" : recorder.setup.rival;
    if (!rival.empty()) {
        if (params->oldSubscriberName != nullptr && params->oldSubscriberSize > 0) {
            std::strncpy(params->oldSubscriberName, rival.c_str(), params->oldSubscriberSize - 1);
        }
        return CUPTI_ERROR_MULTIPLE_SUBSCRIBERS_NOT_SUPPORTED;
    }
    if (!machine().driver) return CUPTI_ERROR_NOT_INITIALIZED;
    recorder.subscribed = true;
    *handle = reinterpret_cast<CUpti_SubscriberHandle>(&recorder);
    callback(userdata, CUPTI_CB_DOMAIN_RESOURCE, CUPTI_CBID_RESOURCE_CONTEXT_CREATED, nullptr);
    return CUPTI_SUCCESS;
}

CUptiResult CUPTIAPI unsubscribe(CUpti_SubscriberHandle) {
    Recorder& recorder = Recorder::get();
    const std::lock_guard lock(recorder.mutex);
    recorder.subscribed = false;
    return CUPTI_SUCCESS;
}

CUptiResult CUPTIAPI registerCallbacks(CUpti_BuffersCallbackRequestFunc requested,
                                       CUpti_BuffersCallbackCompleteFunc completed) {
    Recorder& recorder = Recorder::get();
    const std::lock_guard lock(recorder.mutex);
    recorder.requested = requested;
    recorder.completed = completed;
    return CUPTI_SUCCESS;
}

CUptiResult CUPTIAPI setAttribute(CUpti_ActivityAttribute attribute, size_t* size, void* value) {
    Recorder& recorder = Recorder::get();
    const std::lock_guard lock(recorder.mutex);
    const auto known = recorder.attributes.find(attribute);
    if (known == recorder.attributes.end()) return CUPTI_ERROR_INVALID_PARAMETER;
    if (*size < known->second.size()) return CUPTI_ERROR_PARAMETER_SIZE_NOT_SUFFICIENT;
    const auto* bytes = static_cast<const std::byte*>(value);
    std::copy_n(bytes, known->second.size(), known->second.begin());
    return CUPTI_SUCCESS;
}

CUptiResult CUPTIAPI getAttribute(CUpti_ActivityAttribute attribute, size_t* size, void* value) {
    Recorder& recorder = Recorder::get();
    const std::lock_guard lock(recorder.mutex);
    const auto found = recorder.attributes.find(attribute);
    if (found == recorder.attributes.end() || found->second.size() != *size) {
        return CUPTI_ERROR_INVALID_PARAMETER;
    }
    std::memcpy(value, found->second.data(), *size);
    return CUPTI_SUCCESS;
}

CUptiResult CUPTIAPI enable(CUpti_ActivityKind kind) {
    Recorder& recorder = Recorder::get();
    const std::lock_guard lock(recorder.mutex);
    if (recorder.setup.refuseKind != CUPTI_SUCCESS) return recorder.setup.refuseKind;
    recorder.kinds.insert(kind);
    return CUPTI_SUCCESS;
}

CUptiResult CUPTIAPI disable(CUpti_ActivityKind kind) {
    Recorder& recorder = Recorder::get();
    const std::lock_guard lock(recorder.mutex);
    recorder.kinds.erase(kind);
    return CUPTI_SUCCESS;
}

void choose(std::set<CUpti_CallbackId>& calls, CUpti_CallbackId id, uint8_t on) {
    if (on != 0) {
        calls.insert(id);
    } else {
        calls.erase(id);
    }
}

CUptiResult CUPTIAPI enableRuntimeApi(CUpti_CallbackId id, uint8_t on) {
    if (id >= CUPTI_RUNTIME_TRACE_CBID_SIZE) return CUPTI_ERROR_INVALID_PARAMETER;
    Recorder& recorder = Recorder::get();
    const std::lock_guard lock(recorder.mutex);
    choose(recorder.runtimeCalls, id, on);
    return CUPTI_SUCCESS;
}

CUptiResult CUPTIAPI enableDriverApi(CUpti_CallbackId id, uint8_t on) {
    if (id >= CUPTI_DRIVER_TRACE_CBID_SIZE) return CUPTI_ERROR_INVALID_PARAMETER;
    Recorder& recorder = Recorder::get();
    const std::lock_guard lock(recorder.mutex);
    choose(recorder.driverCalls, id, on);
    return CUPTI_SUCCESS;
}

CUptiResult CUPTIAPI flushAll(uint32_t flag) {
    Recorder& recorder = Recorder::get();
    const std::lock_guard lock(recorder.mutex);
    if (recorder.completed == nullptr) return CUPTI_ERROR_INVALID_OPERATION;
    recorder.flush((flag & CUPTI_ACTIVITY_FLAG_FLUSH_FORCED) != 0);
    return CUPTI_SUCCESS;
}

CUptiResult CUPTIAPI getNextRecord(uint8_t* buffer, size_t valid, CUpti_Activity** record) {
    size_t at = 0;
    if (*record != nullptr) {
        at = static_cast<size_t>(reinterpret_cast<uint8_t*>(*record) - buffer) +
             activity::sizeOf((*record)->kind);
    }
    if (at >= valid) return CUPTI_ERROR_MAX_LIMIT_REACHED;
    auto* next = reinterpret_cast<CUpti_Activity*>(buffer + at);
    const size_t size = activity::sizeOf(next->kind);
    if (size == 0 || at + size > valid) return CUPTI_ERROR_INVALID_KIND;
    *record = next;
    return CUPTI_SUCCESS;
}

CUptiResult CUPTIAPI getNumDroppedRecords(CUcontext, uint32_t, size_t* dropped) {
    Recorder& recorder = Recorder::get();
    const std::lock_guard lock(recorder.mutex);
    *dropped = std::exchange(recorder.dropped, 0);
    return CUPTI_SUCCESS;
}

CUptiResult CUPTIAPI pushTag(CUpti_ExternalCorrelationKind kind, uint64_t id) {
    Recorder& recorder = Recorder::get();
    const std::lock_guard lock(recorder.mutex);
    recorder.tags[std::this_thread::get_id()].emplace_back(kind, id);
    return CUPTI_SUCCESS;
}

CUptiResult CUPTIAPI popTag(CUpti_ExternalCorrelationKind kind, uint64_t* last) {
    Recorder& recorder = Recorder::get();
    const std::lock_guard lock(recorder.mutex);
    auto& tags = recorder.tags[std::this_thread::get_id()];
    for (size_t i = tags.size(); i-- > 0;) {
        if (tags[i].first != kind) continue;
        if (last != nullptr) *last = tags[i].second;
        tags.erase(tags.begin() + static_cast<std::ptrdiff_t>(i));
        return CUPTI_SUCCESS;
    }
    return CUPTI_ERROR_QUEUE_EMPTY;
}

CUptiResult CUPTIAPI getTimestamp(uint64_t* timestamp) {
    *timestamp = static_cast<uint64_t>(gpuNowNs());
    return CUPTI_SUCCESS;
}

template <class Value>
std::vector<std::byte> bytesOf(Value value) {
    std::vector<std::byte> bytes(sizeof value);
    std::memcpy(bytes.data(), &value, sizeof value);
    return bytes;
}

}  // namespace

void resetCupti(const CuptiSetup& setup) {
    Recorder& recorder = Recorder::get();
    const std::lock_guard lock(recorder.mutex);
    recorder.setup = setup;
    recorder.subscribed = false;
    recorder.requested = nullptr;
    recorder.completed = nullptr;
    recorder.kinds.clear();
    recorder.runtimeCalls.clear();
    recorder.driverCalls.clear();
    recorder.buffers.clear();
    recorder.tags.clear();
    recorder.dropped = 0;
    recorder.held = recorder.tagsSeen = recorder.workSeen = 0;
    recorder.attributes = {
        {CUPTI_ACTIVITY_ATTR_DEVICE_BUFFER_SIZE, bytesOf(size_t{3200000})},
        {CUPTI_ACTIVITY_ATTR_DEVICE_BUFFER_PRE_ALLOCATE_VALUE, bytesOf(size_t{3})},
        {CUPTI_ACTIVITY_ATTR_MEM_ALLOCATION_TYPE_HOST_PINNED, bytesOf(uint8_t{0})},
        {CUPTI_ACTIVITY_ATTR_ZEROED_OUT_ACTIVITY_BUFFER, bytesOf(uint8_t{0})},
    };
}

const profiler::cupti::CuptiLibrary& cuptiDouble() {
    static const profiler::cupti::CuptiLibrary table{
        .getVersion = getVersion,
        .getResultString = getResultString,
        .subscribe = subscribe,
        .unsubscribe = unsubscribe,
        .registerCallbacks = registerCallbacks,
        .setAttribute = setAttribute,
        .getAttribute = getAttribute,
        .enable = enable,
        .disable = disable,
        .enableRuntimeApi = enableRuntimeApi,
        .enableDriverApi = enableDriverApi,
        .flushAll = flushAll,
        .getNextRecord = getNextRecord,
        .getNumDroppedRecords = getNumDroppedRecords,
        .pushExternalCorrelationId = pushTag,
        .popExternalCorrelationId = popTag,
        .getTimestamp = getTimestamp,
    };
    return table;
}

void allowKinds() {
    Recorder& recorder = Recorder::get();
    const std::lock_guard lock(recorder.mutex);
    recorder.setup.refuseKind = CUPTI_SUCCESS;
}

std::set<CUpti_ActivityKind> cuptiKinds() {
    Recorder& recorder = Recorder::get();
    const std::lock_guard lock(recorder.mutex);
    return recorder.kinds;
}

int64_t cuptiBuffersHeld() {
    Recorder& recorder = Recorder::get();
    const std::lock_guard lock(recorder.mutex);
    return recorder.held;
}

}  // namespace shardscope::doubles::cuda
