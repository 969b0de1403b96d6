#include "profiler/cupti/cupti_session.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <atomic>
#include <utility>

#include "core/host/host_device.h"
#include "profiler/cupti/activity_reader.h"
#include "profiler/cupti/traced_calls.h"

namespace shardscope::profiler::cupti {

namespace {

/// CUPTI's buffer callbacks carry no user data, so the process's one session is known here.
std::atomic<ActivityBuffers*> activeBuffers{nullptr};

void CUPTIAPI requested(uint8_t** buffer, size_t* size, size_t* maxRecords) {
    ActivityBuffers* buffers = activeBuffers.load(std::memory_order_acquire);
    *buffer = buffers != nullptr ? buffers->request() : nullptr;
    *size = *buffer != nullptr ? buffers->blockBytes() : 0;
    *maxRecords = 0;  // as many as fit
}

void CUPTIAPI completed(CUcontext, uint32_t, uint8_t* buffer, size_t, size_t validBytes) {
    ActivityBuffers* buffers = activeBuffers.load(std::memory_order_acquire);
    if (buffers != nullptr && buffer != nullptr) buffers->complete(buffer, validBytes);
}

void CUPTIAPI ignoredCallback(void*, CUpti_CallbackDomain, CUpti_CallbackId, const void*) {}

/// Buffers of ended sessions: CUPTI may still hold one of their blocks.
void keepForever(std::shared_ptr<ActivityBuffers> buffers) {
    static std::mutex mutex;
    static auto* kept = new std::vector<std::shared_ptr<ActivityBuffers>>();
    const std::lock_guard lock(mutex);
    kept->push_back(std::move(buffers));
}

constexpr std::array kKinds = {
    CUPTI_ACTIVITY_KIND_CONCURRENT_KERNEL,  // KERNEL would serialise them
    CUPTI_ACTIVITY_KIND_MEMCPY,
    CUPTI_ACTIVITY_KIND_MEMCPY2,
    CUPTI_ACTIVITY_KIND_MEMSET,
    CUPTI_ACTIVITY_KIND_EXTERNAL_CORRELATION,
    CUPTI_ACTIVITY_KIND_SYNCHRONIZATION,
};

}  // namespace

core::Result<std::shared_ptr<CuptiSession>> CuptiSession::start(const CuptiLibrary& library,
                                                                const Options& options) {
    std::shared_ptr<CuptiSession> session(new CuptiSession(library, options));
    core::Result<void> started = session->subscribe();
    if (started) started = session->configure();
    if (started) started = session->enable();
    if (!started) return tl::unexpected(started.error());
    return session;
}

CuptiSession::CuptiSession(const CuptiLibrary& library, const Options& options)
    : library_(library),
      options_(options),
      buffers_(std::make_shared<ActivityBuffers>(options.bufferBytes, options.buffers,
                                                 options.mostBuffers)) {}

CuptiSession::~CuptiSession() {
    if (subscriber_ == nullptr) return;
    for (CUpti_ActivityKind kind : kKinds) (void)library_.disable(kind);
    if (options_.memory) (void)library_.disable(CUPTI_ACTIVITY_KIND_MEMORY2);
    if (options_.calls == Calls::All) {
        (void)library_.disable(CUPTI_ACTIVITY_KIND_RUNTIME);
        (void)library_.disable(CUPTI_ACTIVITY_KIND_DRIVER);
    }
    forEachTracedCall(options_.calls, [&](bool driver, CUpti_CallbackId id) {
        (void)(driver ? library_.enableDriverApi : library_.enableRuntimeApi)(id, 0);
    });
    (void)library_.flushAll(CUPTI_ACTIVITY_FLAG_FLUSH_FORCED);
    (void)library_.unsubscribe(subscriber_);
    activeBuffers.store(nullptr, std::memory_order_release);
    keepForever(std::move(buffers_));
}

core::Result<void> CuptiSession::check(CUptiResult status, const char* what) const {
    if (status == CUPTI_SUCCESS) return {};
    return core::failed("CUPTI", fmt::format("{}: {}", what, explain(library_, status)));
}

core::Result<void> CuptiSession::subscribe() {
    std::array<char, 128> rival{};
    CUpti_SubscriberParams params{};
    params.structSize = CUpti_SubscriberParams_STRUCT_SIZE;
    params.subscriberName = "shardscope";
    params.oldSubscriberName = rival.data();
    params.oldSubscriberSize = rival.size();
    const CUptiResult status = library_.subscribe(&subscriber_, &ignoredCallback, nullptr, &params);
    if (status == CUPTI_SUCCESS) return {};
    subscriber_ = nullptr;
    if (status != CUPTI_ERROR_MULTIPLE_SUBSCRIBERS_NOT_SUPPORTED || rival[0] == '\0') {
        return check(status, "subscribing");
    }
    rival.back() = '\0';
    return core::failed("CUPTI", fmt::format("\"{}\" has subscribed already: {}", rival.data(),
                                             explain(library_, status)));
}

core::Result<void> CuptiSession::configure() {
    uint8_t zeroed = 1;
    size_t size = sizeof zeroed;
    auto set =
        check(library_.setAttribute(CUPTI_ACTIVITY_ATTR_ZEROED_OUT_ACTIVITY_BUFFER, &size, &zeroed),
              "promising zeroed buffers");
    if (!set) return set;
    activeBuffers.store(buffers_.get(), std::memory_order_release);
    return check(library_.registerCallbacks(&requested, &completed), "registering buffers");
}

core::Result<void> CuptiSession::enable() {
    for (CUpti_ActivityKind kind : kKinds) {
        if (auto done = check(library_.enable(kind), "enabling records"); !done) return done;
    }
    if (options_.memory) {
        auto done = check(library_.enable(CUPTI_ACTIVITY_KIND_MEMORY2), "enabling memory records");
        if (!done) return done;
    }
    if (auto done = enableCalls(); !done) return done;
    clock_.add(readClocks(core::hostNowNs, [this] { return gpuNow(); }));
    return {};
}

core::Result<void> CuptiSession::enableCalls() {
    core::Result<void> all;
    if (options_.calls == Calls::All) {
        all = check(library_.enable(CUPTI_ACTIVITY_KIND_RUNTIME), "enabling records of calls");
        if (!all) return all;
        return check(library_.enable(CUPTI_ACTIVITY_KIND_DRIVER), "enabling records of calls");
    }
    forEachTracedCall(options_.calls, [&](bool driver, CUpti_CallbackId id) {
        if (!all) return;
        all = check((driver ? library_.enableDriverApi : library_.enableRuntimeApi)(id, 1),
                    "enabling records of calls");
    });
    return all;
}

int CuptiSession::addRank() {
    // Records of an ended session that come late must not find a rank of this one.
    static std::atomic<int> next{0};
    const int place = next++;
    const std::lock_guard lock(mutex_);
    inboxes_[place];
    // CUPTI fills a buffer of each thread that calls CUDA, while it waits for the one before to be collected.
    buffers_->ensure(options_.buffers + 2 * inboxes_.size());
    return place;
}

void CuptiSession::endRank(int place) {
    const std::lock_guard lock(mutex_);
    inboxes_.erase(place);
}

void CuptiSession::push(uint64_t tag) noexcept {
    (void)library_.pushExternalCorrelationId(CUPTI_EXTERNAL_CORRELATION_KIND_CUSTOM0, tag);
}

void CuptiSession::pop() noexcept {
    uint64_t last = 0;
    (void)library_.popExternalCorrelationId(CUPTI_EXTERNAL_CORRELATION_KIND_CUSTOM0, &last);
}

int64_t CuptiSession::gpuNow() const {
    uint64_t timestamp = 0;
    (void)library_.getTimestamp(&timestamp);
    return static_cast<int64_t>(timestamp);
}

void CuptiSession::expectTags() {
    const int64_t nowNs = gpuNow();
    const std::lock_guard lock(mutex_);
    if (!std::exchange(expectsTags_, true)) joiner_.expectTagsSince(nowNs);
}

core::Result<void> CuptiSession::flush(bool forced) {
    const std::lock_guard one(flushing_);
    const uint32_t flag = forced ? CUPTI_ACTIVITY_FLAG_FLUSH_FORCED : 0;
    if (auto done = check(library_.flushAll(flag), "collecting records"); !done) return done;
    collect();
    return {};
}

void CuptiSession::collect() {
    ActivityBatch batch;
    for (const FilledBuffer& buffer : buffers_->takeFilled()) {
        readBuffer(library_, buffer, batch);
        buffers_->recycle(buffer);
    }
    size_t dropped = 0;
    (void)library_.getNumDroppedRecords(nullptr, 0, &dropped);
    const ClockPair pair = readClocks(core::hostNowNs, [this] { return gpuNow(); });
    buffers_->growIfScarce();
    const std::lock_guard lock(mutex_);
    clock_.add(pair);
    counts_.dropped += static_cast<int64_t>(dropped);
    note(batch);
    std::vector<TaggedWork> work;
    joiner_.feed(batch, work);
    distribute(work);
    distribute(joiner_.waitsOf(batch));
}

// Holds mutex_.
void CuptiSession::note(const ActivityBatch& batch) {
    ++counts_.flushes;
    counts_.unreadable += batch.broken;
    counts_.apiRecords += batch.apiRecords;
    counts_.unexpected += batch.unknown;
    for (const MemoryEvent& event : batch.memory) {
        if (event.device >= deviceBytes_.size()) deviceBytes_.resize(event.device + 1, 0);
        deviceBytes_[event.device] += event.bytes;
        counts_.deviceBytesPeak = std::max(counts_.deviceBytesPeak, deviceBytes_[event.device]);
    }
}

// Holds mutex_.
void CuptiSession::distribute(std::vector<TaggedWork>& work) {
    for (TaggedWork& one : work) {
        const auto inbox = inboxes_.find(static_cast<int>(one.tag >> kSequenceBits) - 1);
        if (inbox == inboxes_.end() || sequenceOf(one.tag) == 0) {
            ++counts_.outside;
            continue;
        }
        one.work.startNs = clock_.toHostNs(one.work.startNs);
        one.work.endNs = clock_.toHostNs(one.work.endNs);
        inbox->second.work.push_back(one);
    }
}

// Holds mutex_.
void CuptiSession::distribute(std::vector<TaggedWait> waits) {
    for (TaggedWait& one : waits) {
        const auto inbox = inboxes_.find(static_cast<int>(one.tag >> kSequenceBits) - 1);
        if (inbox == inboxes_.end()) continue;
        one.wait.startNs = clock_.toHostNs(one.wait.startNs);
        one.wait.endNs = clock_.toHostNs(one.wait.endNs);
        inbox->second.waits.push_back(one);
    }
}

std::vector<TaggedWork> CuptiSession::take(int place) {
    const std::lock_guard lock(mutex_);
    return std::exchange(inboxes_.at(place).work, {});
}

std::vector<TaggedWait> CuptiSession::takeWaits(int place) {
    const std::lock_guard lock(mutex_);
    return std::exchange(inboxes_.at(place).waits, {});
}

SessionCounts CuptiSession::counts() const {
    const std::lock_guard lock(mutex_);
    SessionCounts counts = counts_;
    counts.join = joiner_.counts();
    counts.clockResidualNs = clock_.residualNs();
    return counts;
}

int64_t CuptiSession::ownDeviceBytes() const {
    uint8_t pinned = 0;
    size_t size = sizeof pinned;
    (void)library_.getAttribute(CUPTI_ACTIVITY_ATTR_MEM_ALLOCATION_TYPE_HOST_PINNED, &size,
                                &pinned);
    if (pinned != 0) return 0;
    size_t bytes = 0, count = 0;
    size = sizeof bytes;
    (void)library_.getAttribute(CUPTI_ACTIVITY_ATTR_DEVICE_BUFFER_SIZE, &size, &bytes);
    size = sizeof count;
    (void)library_.getAttribute(CUPTI_ACTIVITY_ATTR_DEVICE_BUFFER_PRE_ALLOCATE_VALUE, &size,
                                &count);
    return static_cast<int64_t>(bytes * count);
}

}  // namespace shardscope::profiler::cupti
