#include "tests/gpu/cupti/probe_run.h"

#include <fmt/format.h>

#include <array>

#include "core/host/host_device.h"
#include "tests/gpu/cupti/probe_kernels.h"

namespace shardscope::probe {

namespace {

core::Result<void> check(cudaError_t status, const char* what) {
    if (status == cudaSuccess) return {};
    return core::failed("probe", fmt::format("{}: {}", what, cudaGetErrorString(status)));
}

/// What an operation launches: mostly one kernel; some three, a copy, a set, or nothing.
enum class Form { Kernel, Kernels, Copy, Set, Upload, Nothing };

Form formOf(int index) {
    switch (index % 8) {
        case 1:
            return Form::Copy;
        case 3:
            return Form::Set;
        case 4:
            return Form::Kernels;
        case 6:
            return Form::Upload;
        case 7:
            return Form::Nothing;
        default:
            return Form::Kernel;
    }
}

int recordsOf(Form form) {
    if (form == Form::Kernels) return 3;
    return form == Form::Nothing ? 0 : 1;
}

class Listener : public core::Observer {
  public:
    explicit Listener(std::vector<Told>& told) : told_(told) {}

    void onAllocate(core::ActionRef, const core::PoolCall&, const core::PoolTotals&,
                    int64_t) override {}
    void onFree(core::ActionRef, const core::PoolCall&, const core::PoolTotals&, int64_t) override {
    }
    void onOperation(core::ActionRef ref, core::StreamId stream, int64_t startNs,
                     int64_t endNs) override {
        told_.push_back({ref, stream, core::ActivityKind::Compute, startNs, endNs});
    }
    void onCollective(core::ActionRef ref, core::StreamId stream, int64_t, int64_t startNs,
                      int64_t endNs) override {
        told_.push_back({ref, stream, core::ActivityKind::Communicate, startNs, endNs});
    }
    void onWait(core::ActionRef ref, core::StreamId stream, int64_t startNs,
                int64_t endNs) override {
        told_.push_back({ref, stream, core::ActivityKind::Wait, startNs, endNs});
    }
    void onMark(core::ActionRef ref, core::StreamId stream, int64_t timeNs) override {
        told_.push_back({ref, stream, core::ActivityKind::Stamp, timeNs, timeNs});
    }
    void onStep(int32_t, int64_t, int64_t) override {}

  private:
    std::vector<Told>& told_;
};

}  // namespace

int64_t ProbeShape::records() const {
    int64_t sum = 0;
    for (int i = 0; i < operations; ++i) sum += recordsOf(formOf(i));
    return sum * core::kStreams;
}

int64_t ProbeShape::actions() const { return int64_t{operations} * core::kStreams; }

struct ProbeRun::Parts {
    std::array<cudaStream_t, core::kStreams> streams{};
    cudaEvent_t event = nullptr;
    std::byte* device = nullptr;
    std::byte* pinned = nullptr;

    ~Parts() {
        for (cudaStream_t stream : streams) {
            if (stream != nullptr) (void)cudaStreamDestroy(stream);
        }
        if (event != nullptr) (void)cudaEventDestroy(event);
        (void)cudaFree(device);
        (void)cudaFreeHost(pinned);
    }
};

ProbeRun::ProbeRun(const ProbeShape& shape, std::unique_ptr<Parts> parts)
    : shape_(shape), parts_(std::move(parts)) {}
ProbeRun::ProbeRun(ProbeRun&&) noexcept = default;
ProbeRun::~ProbeRun() = default;

core::Result<ProbeRun> ProbeRun::make(const ProbeShape& shape) {
    auto parts = std::make_unique<Parts>();
    const auto bytes = static_cast<size_t>(shape.copyBytes);
    core::Result<void> made;
    for (cudaStream_t& stream : parts->streams) {
        if (made) made = check(cudaStreamCreateWithFlags(&stream, cudaStreamNonBlocking), "stream");
    }
    if (made)
        made = check(cudaEventCreateWithFlags(&parts->event, cudaEventDisableTiming), "event");
    void* device = nullptr;
    if (made) made = check(cudaMalloc(&device, 4 * bytes), "device memory");
    parts->device = static_cast<std::byte*>(device);
    void* pinned = nullptr;
    if (made) made = check(cudaHostAlloc(&pinned, bytes, cudaHostAllocDefault), "pinned memory");
    parts->pinned = static_cast<std::byte*>(pinned);
    if (made) made = check(cudaMemset(device, 0, 4 * bytes), "zeroing");
    if (made) made = check(cudaDeviceSynchronize(), "zeroing");
    if (!made) return tl::unexpected(made.error());
    return ProbeRun(shape, std::move(parts));
}

void ProbeRun::add(std::function<core::Result<void>(cudaStream_t)> work) {
    extra_.push_back(std::move(work));
}

// The streams work on halves of the memory, so that they may overlap.
core::Result<void> ProbeRun::launch(int index, cudaStream_t stream) {
    const auto bytes = static_cast<size_t>(shape_.copyBytes);
    std::byte* half = parts_->device + (stream == parts_->streams[0] ? 0 : 2 * bytes);
    const SpinArgs spin{reinterpret_cast<int64_t*>(half), shape_.kernelNs};
    switch (formOf(index)) {
        case Form::Kernel:
            return check(launchSpin(stream, spin), "kernel");
        case Form::Kernels:
            for (int i = 0; i < 2; ++i) {
                if (auto done = check(launchSpin(stream, spin), "kernel"); !done) return done;
            }
            return check(launchSpin(stream, spin), "kernel");
        case Form::Copy:
            return check(
                cudaMemcpyAsync(half + bytes, half, bytes, cudaMemcpyDeviceToDevice, stream),
                "copy");
        case Form::Set:
            return check(cudaMemsetAsync(half + bytes, 1, bytes, stream), "set");
        case Form::Upload:
            return check(cudaMemcpyAsync(half + bytes, parts_->pinned, bytes,
                                         cudaMemcpyHostToDevice, stream),
                         "upload");
        case Form::Nothing:
            return {};
    }
    return {};
}

core::Result<void> ProbeRun::operation(core::Activity activity, core::ActivityTags* tags) {
    const cudaStream_t stream = parts_->streams[activity.stream.index()];
    const int index = activity.ref.action / core::kStreams;
    if (tags != nullptr) tags->begin(activity);
    auto done = index < shape_.operations
                    ? launch(index, stream)
                    : extra_[static_cast<size_t>(index - shape_.operations)](stream);
    if (tags != nullptr) tags->end();
    return done;
}

// The second stream waits for the first, as a collective waits for its gradients.
core::Result<void> ProbeRun::crossing(int index, int32_t number, core::ActivityTags* tags) {
    const core::ActionRef ref{.action = 100000 + index, .step = number};
    const core::EventId event{0};
    if (tags != nullptr) {
        tags->begin({ref, core::kCompute, core::ActivityKind::Record, event});
    }
    auto done = check(cudaEventRecord(parts_->event, parts_->streams[0]), "record");
    if (tags != nullptr) {
        tags->end();
        tags->begin({ref, core::kCommunication, core::ActivityKind::Wait, event});
    }
    if (done) done = check(cudaStreamWaitEvent(parts_->streams[1], parts_->event, 0), "wait");
    if (tags != nullptr) tags->end();
    return done;
}

core::Result<ProbeStep> ProbeRun::step(int32_t number, core::ActivityTags* tags) {
    ProbeStep step{.beginNs = core::hostNowNs()};
    core::Result<void> done;
    const int operations = shape_.operations + static_cast<int>(extra_.size());
    for (int i = 0; i < operations && done; ++i) {
        for (core::StreamId stream : {core::kCompute, core::kCommunication}) {
            if (!done || (i >= shape_.operations && stream == core::kCommunication)) continue;
            const auto kind = stream == core::kCompute ? core::ActivityKind::Compute
                                                       : core::ActivityKind::Communicate;
            done = operation(
                {{.action = i * core::kStreams + stream.value, .step = number}, stream, kind, {}},
                tags);
        }
        if (done && i % 16 == 8) done = crossing(i, number, tags);
    }
    for (cudaStream_t stream : parts_->streams) {
        if (done) done = check(cudaStreamSynchronize(stream), "waiting");
    }
    step.endNs = core::hostNowNs();
    Listener listener(step.told);
    if (done && tags != nullptr) done = tags->deliver(listener);
    if (!done) return tl::unexpected(done.error());
    return step;
}

std::vector<std::string> faultsOf(const ProbeStep& step, const ProbeShape& shape, int64_t slackNs) {
    std::vector<std::string> faults;
    std::array<int64_t, core::kStreams> standsAt{};
    for (const Told& told : step.told) {
        const auto fault = [&](const char* what) {
            faults.push_back(fmt::format("step {} action {} stream {}: {} (from {} to {} ns)",
                                         told.ref.step, told.ref.action, told.stream.value, what,
                                         told.startNs - step.beginNs, told.endNs - step.beginNs));
        };
        int64_t& stands = standsAt[told.stream.index()];
        if (told.endNs < told.startNs) fault("ends before it starts");
        if (told.startNs + slackNs < step.beginNs) fault("before the host began");
        if (told.endNs > step.endNs + slackNs) fault("after the host had waited");
        if (told.startNs + slackNs < stands) fault("before the work ahead of it ended");
        const bool kernel = told.kind != core::ActivityKind::Wait &&
                            told.ref.action < shape.operations * core::kStreams &&
                            formOf(told.ref.action / core::kStreams) == Form::Kernel;
        if (kernel && told.endNs - told.startNs + slackNs < shape.kernelNs)
            fault("shorter than its kernel");
        stands = std::max(stands, told.endNs);
    }
    return faults;
}

}  // namespace shardscope::probe
