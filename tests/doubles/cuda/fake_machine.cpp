#include "tests/doubles/cuda/fake_machine.h"

#include <fmt/format.h>

#include <cstdio>
#include <cstdlib>
#include <ctime>
#include <thread>

namespace shardscope::doubles::cuda {

namespace {

thread_local int device = 0;
thread_local cudaError_t lastError = cudaSuccess;
std::atomic<int64_t> clockShiftNs{0};
std::mutex violationsMutex;
std::vector<std::string>* violations = nullptr;

std::shared_ptr<FakeStream> legacyOf(FakeDevice& fake) { return fake.legacy; }

}  // namespace

FakeMachine& FakeMachine::get() {
    static auto* machine = new FakeMachine();  // streams' threads may outlive static destruction
    if (machine->devices.empty()) machine->devices.push_back(std::make_unique<FakeDevice>());
    return *machine;
}

void FakeMachine::reset(const Machine& to, const Drills& drillsTo) {
    std::map<const void*, std::shared_ptr<FakeStream>> streams;
    std::vector<std::shared_ptr<FakeStream>> ended;
    {
        const std::lock_guard lock(mutex_);
        streams.swap(streams_);
        ended.swap(ended_);
    }
    for (auto& fake : devices) {
        if (fake->legacy) ended.push_back(fake->legacy);
    }
    for (auto& [handle, stream] : streams) ended.push_back(stream);
    streams.clear();
    // Queued work owns its stream: the last owner must not be the stream's own thread.
    for (const auto& stream : ended) stream->drain();
    for (auto& fake : devices) fake->legacy.reset();
    ended.clear();  // joins their threads
    const std::lock_guard lock(mutex_);
    events_.clear();
    endedEvents_.clear();
    memory.clear();
    forgetOptIns();
    machine = to;
    drills_ = drillsTo;
    pace_ = nullptr;
    calls = driverCalls = launches = collectives = collectiveCalls = collectiveGroups =
        ncclKernels = splits = products = tf32Products = recordsOfWork = recordsOfCalls = 0;
    devices.clear();
    for (int i = 0; i < std::max(to.devices, 1); ++i) {
        devices.push_back(std::make_unique<FakeDevice>());
    }
    clockShiftNs = 0;
    lastError = cudaSuccess;
    // The thread's device stays, as it does on a real machine; there may be fewer of them now.
    if (device >= to.devices) device = 0;
}

std::shared_ptr<FakeStream> FakeMachine::makeStream(int onDevice, unsigned flags, int priority) {
    const std::lock_guard lock(mutex_);
    auto stream = std::make_shared<FakeStream>(onDevice, flags, priority, nextStream_++);
    streams_[stream.get()] = stream;
    return stream;
}

std::shared_ptr<FakeStream> FakeMachine::streamOf(cudaStream_t handle) {
    std::unique_lock lock(mutex_);
    if (handle == nullptr || handle == cudaStreamLegacy || handle == cudaStreamPerThread) {
        auto& legacy = devices[static_cast<size_t>(device)]->legacy;
        if (!legacy) legacy = std::make_shared<FakeStream>(device, cudaStreamDefault, 0, 7);
        return legacy;
    }
    const auto found = streams_.find(handle);
    if (found != streams_.end()) return found->second;
    lock.unlock();
    violation(fmt::format("stream {} was destroyed, or never made", static_cast<void*>(handle)));
    return nullptr;
}

bool FakeMachine::destroyStream(cudaStream_t handle) {
    const std::lock_guard lock(mutex_);
    const auto found = streams_.find(handle);
    if (found == streams_.end()) return false;
    ended_.push_back(found->second);
    streams_.erase(found);
    return true;
}

std::vector<std::shared_ptr<FakeStream>> FakeMachine::streamsOf(int onDevice) {
    const std::lock_guard lock(mutex_);
    std::vector<std::shared_ptr<FakeStream>> found;
    for (const auto& [handle, stream] : streams_) {
        if (stream->device == onDevice) found.push_back(stream);
    }
    for (const auto& stream : ended_) {
        if (stream->device == onDevice) found.push_back(stream);
    }
    const auto& legacy = devices[static_cast<size_t>(onDevice)]->legacy;
    if (legacy) found.push_back(legacy);
    return found;
}

void FakeMachine::load(int onDevice, const std::string& kernel) {
    if (!machine.lazyLoading) return;
    FakeDevice& fake = *devices[static_cast<size_t>(onDevice)];
    {
        const std::lock_guard lock(fake.loading);
        if (!fake.loaded.insert(kernel).second) return;
    }
    for (const auto& stream : streamsOf(onDevice)) stream->drain();
}

void FakeMachine::push(const std::shared_ptr<FakeStream>& stream, std::function<void()> work) {
    if ((stream->flags & cudaStreamNonBlocking) != 0) {
        stream->push(std::move(work));
        return;
    }
    // The default stream and the blocking ones wait for each other's earlier work.
    const auto legacy = legacyOf(*devices[static_cast<size_t>(stream->device)]);
    std::vector<std::pair<std::shared_ptr<FakeStream>, uint64_t>> earlier;
    for (const auto& other : streamsOf(stream->device)) {
        const bool blocking = (other->flags & cudaStreamNonBlocking) == 0;
        if (other == stream || !blocking || (stream != legacy && other != legacy)) continue;
        earlier.emplace_back(other, other->pushed());
    }
    stream->push([earlier = std::move(earlier), work = std::move(work)] {
        for (const auto& [other, count] : earlier) other->waitFor(count);
        work();
    });
}

std::shared_ptr<FakeEvent> FakeMachine::makeEvent(unsigned flags) {
    auto event = std::make_shared<FakeEvent>();
    event->device = device;
    event->flags = flags;
    const std::lock_guard lock(mutex_);
    events_[event.get()] = event;
    return event;
}

std::shared_ptr<FakeEvent> FakeMachine::eventOf(cudaEvent_t handle) {
    {
        const std::lock_guard lock(mutex_);
        const auto found = events_.find(handle);
        if (found != events_.end()) return found->second;
    }
    violation(fmt::format("event {} was destroyed, or never made", static_cast<void*>(handle)));
    return nullptr;
}

bool FakeMachine::destroyEvent(cudaEvent_t handle) {
    const std::lock_guard lock(mutex_);
    const auto found = events_.find(handle);
    if (found == events_.end()) return false;
    endedEvents_.push_back(found->second);  // its address is not given to another
    events_.erase(found);
    return true;
}

Drills FakeMachine::drills() const {
    const std::lock_guard lock(mutex_);
    return drills_;
}
void FakeMachine::setDrills(const Drills& to) {
    const std::lock_guard lock(mutex_);
    drills_ = to;
}
std::shared_ptr<const Pace> FakeMachine::pace() const {
    const std::lock_guard lock(mutex_);
    return pace_;
}
void FakeMachine::setPace(Pace to) {
    const std::lock_guard lock(mutex_);
    pace_ = std::make_shared<const Pace>(std::move(to));
}
int64_t FakeMachine::liveStreams() const {
    const std::lock_guard lock(mutex_);
    return static_cast<int64_t>(streams_.size());
}
int64_t FakeMachine::liveEvents() const {
    const std::lock_guard lock(mutex_);
    return static_cast<int64_t>(events_.size());
}

int currentDevice() { return device; }

cudaError_t answer(cudaError_t status) {
    if (status != cudaSuccess && status != cudaErrorNotReady) lastError = status;
    return status;
}

namespace {

cudaError_t stateOfCurrent(bool makesContext) {
    FakeMachine& machine = FakeMachine::get();
    if (!machine.machine.driver) return answer(cudaErrorInsufficientDriver);
    if (machine.machine.devices == 0) return answer(cudaErrorNoDevice);
    FakeDevice& fake = *machine.devices[static_cast<size_t>(device)];
    if (makesContext) fake.used = true;
    return answer(stateOf(fake));
}

cudaError_t unlessRefused(cudaError_t status) {
    const bool refused = ++FakeMachine::get().calls == drills().failCall;
    return status == cudaSuccess && refused ? answer(cudaErrorUnknown) : status;
}

}  // namespace

cudaError_t enter() { return stateOfCurrent(true); }
cudaError_t attempt() { return unlessRefused(stateOfCurrent(true)); }
cudaError_t ask() { return unlessRefused(stateOfCurrent(false)); }

cudaError_t stateOf(const FakeDevice& device) {
    const int broken = device.brokenBy.load();
    while (broken != cudaSuccess && device.running > 0) std::this_thread::yield();
    return static_cast<cudaError_t>(broken);
}

bool checkRange(const char* what, const void* address, size_t bytes) {
    const auto fault = FakeMachine::get().memory.faultOf(address, static_cast<int64_t>(bytes));
    if (fault) violation(fmt::format("{} {}", what, *fault));
    return !fault;
}

void reset(const Machine& to, const Drills& drillsTo) { FakeMachine::get().reset(to, drillsTo); }
const Machine& machine() { return FakeMachine::get().machine; }
Drills drills() { return FakeMachine::get().drills(); }
void setDrills(const Drills& to) { FakeMachine::get().setDrills(to); }
void setPace(Pace pace) { FakeMachine::get().setPace(std::move(pace)); }

Tally tally() {
    const FakeMachine& machine = FakeMachine::get();
    return {.calls = machine.calls,
            .driverCalls = machine.driverCalls,
            .allocations = machine.memory.allocations(),
            .launches = machine.launches,
            .collectives = machine.collectives,
            .ncclKernels = machine.ncclKernels,
            .products = machine.products,
            .tf32Products = machine.tf32Products,
            .liveBytes = machine.memory.liveBytes(),
            .liveStreams = machine.liveStreams(),
            .liveEvents = machine.liveEvents(),
            .liveHostBlocks = machine.memory.pinnedBlocks()};
}

void violation(const std::string& what) {
    const std::lock_guard lock(violationsMutex);
    if (violations != nullptr) {
        violations->push_back(what);
        return;
    }
    std::fprintf(stderr, "the GPU's double: %s\n", what.c_str());
    std::abort();
}

void collectViolations(std::vector<std::string>* into) {
    const std::lock_guard lock(violationsMutex);
    violations = into;
}

int64_t gpuNowNs() {
    timespec now{};
    ::clock_gettime(CLOCK_REALTIME, &now);
    return now.tv_sec * int64_t{1000000000} + now.tv_nsec + clockShiftNs;
}

void shiftGpuClock(int64_t byNs) { clockShiftNs += byNs; }

}  // namespace shardscope::doubles::cuda

using shardscope::doubles::cuda::answer;
using shardscope::doubles::cuda::FakeMachine;

extern "C" {

cudaError_t CUDARTAPI cudaSetDevice(int to) {
    const FakeMachine& machine = FakeMachine::get();
    if (!machine.machine.driver) return answer(cudaErrorInsufficientDriver);
    if (to < 0 || to >= machine.machine.devices) return answer(cudaErrorInvalidDevice);
    shardscope::doubles::cuda::device = to;
    return cudaSuccess;
}

cudaError_t CUDARTAPI cudaGetLastError() {
    using namespace shardscope::doubles::cuda;
    const cudaError_t last = cudaPeekAtLastError();
    lastError = cudaSuccess;
    return last;
}

// A broken context's error stays, whatever is asked.
cudaError_t CUDARTAPI cudaPeekAtLastError() {
    using namespace shardscope::doubles::cuda;
    const FakeMachine& machine = FakeMachine::get();
    const int broken = machine.devices[static_cast<size_t>(device)]->brokenBy;
    return broken != cudaSuccess ? static_cast<cudaError_t>(broken) : lastError;
}

}  // extern "C"
