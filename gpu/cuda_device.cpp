#include "gpu/cuda_device.h"

#include <fmt/format.h>

#include <array>
#include <optional>

#include "core/host/execute.h"
#include "gpu/action_names.h"
#include "gpu/bucket_calls.h"
#include "gpu/cuda_memory.h"
#include "gpu/event_timing.h"
#include "gpu/handles.h"
#include "gpu/lane.h"
#include "gpu/operations/launch.h"

namespace shardscope::gpu {

namespace {

/// A quota that no segment meets: what a device that could not be opened has.
constexpr int64_t kNothing = 1;

const CudaDriverApi& driverOrNone(const Libraries& libraries) {
    static const CudaDriverApi none;
    return libraries.driver ? **libraries.driver : none;
}

class CudaDevice : public core::Device {
  public:
    CudaDevice(const core::RunContext& context, GpuCommunicator& communicator,
               core::Observer* observer, const Libraries& libraries, CudaDeviceOptions options)
        : context_(context),
          communicator_(communicator),
          observer_(observer),
          options_(std::move(options)),
          names_(context) {
        auto opened = open(libraries);
        if (!opened) fail(opened.error());
        memory_.emplace(driverOrNone(libraries), communicator.device(),
                        opened ? options_.quotaBytes : kNothing, options_.peers,
                        LedgerEntry(options_.ledger, &MemoryLedger::pool));
    }

    // A peer may be waiting for collectives that will not come; and nothing may run on when streams,
    // events and memory go.
    ~CudaDevice() override {
        if (pending_) communicator_.abort("the device was closed with work pending");
        (void)useDevice(communicator_.device());
        for (Lane& lane : lanes_) {
            if (lane.stream) (void)cudaStreamSynchronize(lane.stream.get());
        }
    }

    core::SegmentSource& memory() override { return *memory_; }
    int64_t nowNs() override { return options_.tags->nowNs(); }

    void launch(core::StreamId stream, core::ActionRef ref,
                const core::BoundOperation& bound) override {
        perform({ref, stream, core::ActivityKind::Compute, {}}, [&]() -> core::Result<void> {
            Lane& lane = laneOf(stream);
            return launchOperation({.bound = bound,
                                    .run = context_,
                                    .stream = lane.stream.get(),
                                    .products = *lane.products,
                                    .scratch = *lane.scratch,
                                    .uploads = *lane.uploads,
                                    .tf32 = options_.tf32});
        });
    }

    void collective(core::StreamId stream, core::ActionRef ref,
                    const core::CollectiveCall& call) override {
        const core::BucketId bucket = names_.bucketOf(ref);
        if (!communicator_.groupsCalls() || !together_.takes(stream, bucket, call)) sendTogether();
        together_.add({ref, stream, core::ActivityKind::Communicate, {}}, bucket,
                      {call, names_.of(ref)});
        if (!communicator_.groupsCalls()) sendTogether();
    }

    void record(core::StreamId stream, core::ActionRef ref, core::EventId event) override {
        perform({ref, stream, core::ActivityKind::Record, event}, [&]() -> core::Result<void> {
            auto slot = eventAt(event);
            if (!slot) return tl::unexpected(slot.error());
            return check(cudaEventRecord(*slot, laneOf(stream).stream.get()));
        });
    }

    // An event that was never recorded is passed at once, as CUDA and the plan mean it.
    void wait(core::StreamId stream, core::ActionRef ref, core::EventId event) override {
        perform({ref, stream, core::ActivityKind::Wait, event}, [&]() -> core::Result<void> {
            auto slot = eventAt(event);
            if (!slot) return tl::unexpected(slot.error());
            return check(cudaStreamWaitEvent(laneOf(stream).stream.get(), *slot, 0));
        });
    }

    void mark(core::StreamId stream, core::ActionRef ref) override {
        perform({ref, stream, core::ActivityKind::Stamp, {}}, [] { return core::Result<void>{}; });
    }

    core::Result<void> synchronize() override {
        sendTogether();
        if (auto used = useDevice(communicator_.device()); !used) return used;
        for (Lane& lane : lanes_) {
            if (!lane.stream) continue;
            auto ended = communicator_.await(lane.stream.get());
            if (!ended && !failure_) fail(explain(ended.error()));
        }
        pending_ = false;
        if (observer_ && !failure_) {
            if (auto told = options_.tags->deliver(*observer_); !told) fail(told.error());
        }
        if (failure_) return tl::unexpected(*failure_);
        firstUnseen_.reset();
        return {};
    }

    core::Result<void> read(const void* address, std::span<float> out) override {
        if (auto done = synchronize(); !done) return done;
        return check(cudaMemcpy(out.data(), address, out.size_bytes(), cudaMemcpyDeviceToHost));
    }

    uint64_t hashWeights(const void* address, core::DType dtype, core::BucketId bucket,
                         int64_t first, int64_t elements) override {
        if (failure_) return 0;
        const auto bytes = static_cast<size_t>(elements * core::bytesOf(dtype));
        if (copied_.size() < bytes) copied_.resize(bytes);
        auto copied = useDevice(communicator_.device());
        if (copied) {
            copied = check(cudaMemcpy(copied_.data(), address, bytes, cudaMemcpyDeviceToHost));
        }
        if (!copied) {
            fail(copied.error());
            return 0;
        }
        return core::hashWeightBlocks(copied_.data(), dtype, *context_.problem, bucket, first,
                                      elements);
    }

  private:
    core::Result<void> open(const Libraries& libraries) {
        if (options_.timing != Timing::Given || !options_.tags) options_.tags = makeNoTiming();
        if (!libraries.driver) return tl::unexpected(libraries.driver.error());
        if (!libraries.cublasLt) return tl::unexpected(libraries.cublasLt.error());
        if (auto used = useDevice(communicator_.device()); !used) return used;
        int least = 0, greatest = 0;
        auto asked = check(cudaDeviceGetStreamPriorityRange(&least, &greatest));
        if (!asked) return asked;
        std::array<cudaStream_t, core::kStreams> streams{};
        for (size_t i = 0; i < lanes_.size(); ++i) {
            const bool communicates = i == core::kCommunication.index();
            auto opened = lanes_[i].open(**libraries.cublasLt, communicates ? greatest : least,
                                         options_.ledger);
            if (!opened) return opened;
            streams[i] = lanes_[i].stream.get();
        }
        if (options_.timing == Timing::Events) options_.tags = makeEventTiming(streams);
        if (options_.decorate) {
            options_.tags = options_.decorate(std::move(options_.tags), context_);
        }
        return {};
    }

    /// Enqueues one action's work, after that of the collectives that wait.
    template <class Enqueue>
    void perform(const core::Activity& activity, Enqueue&& enqueue) {
        sendTogether();
        bracket(activity, std::forward<Enqueue>(enqueue));
    }

    /// One kernel for all of them, under the first one's tags: when each of its parts ran is not to be
    /// known, so the others end with it and take no time of their own.
    void sendTogether() {
        if (together_.empty()) return;
        const BucketCalls::Together all = together_.release();
        bracket(all.activities.front(), [&] {
            return communicator_.enqueue(all.calls,
                                         laneOf(all.activities.front().stream).stream.get());
        });
        for (size_t i = 1; i < all.activities.size(); ++i) {
            bracket(all.activities[i], [] { return core::Result<void>{}; });
        }
    }

    /// Work of one action between its tags; nothing after a failure.
    template <class Enqueue>
    void bracket(const core::Activity& activity, Enqueue&& enqueue) {
        if (failure_) return;
        if (auto used = useDevice(communicator_.device()); !used) return fail(used.error());
        if (!firstUnseen_) firstUnseen_ = activity.ref;
        latest_ = activity.ref;
        pending_ = true;
        options_.tags->begin(activity);
        const core::Result<void> done = enqueue();
        options_.tags->end();
        if (!done) fail(explain(done.error()));
    }

    Lane& laneOf(core::StreamId stream) {
        if (!stream.valid() || stream.index() >= lanes_.size()) {
            core::broken(fmt::format("stream {} of a CUDA device", stream.value));
        }
        return lanes_[stream.index()];
    }

    core::Result<cudaEvent_t> eventAt(core::EventId event) {
        while (events_.size() <= event.index()) {
            auto made = makeEvent();
            if (!made) return tl::unexpected(made.error());
            events_.push_back(std::move(*made));
        }
        return events_[event.index()].get();
    }

    /// A kernel's fault shows at a later call: says which actions it may be.
    core::Error explain(core::Error error) const {
        if (!firstUnseen_) return error;
        const std::string first = names_.of(*firstUnseen_), last = names_.of(latest_);
        error.message += first == last ? fmt::format("; at {}", last)
                                       : fmt::format("; at {} or earlier, from {} on", last, first);
        if (error.where == "CUDA" || error.where == "cuBLASLt") {
            error.where = fmt::format("rank {}, {}", context_.rank.value, error.where);
        }
        return error;
    }

    // The peers are told, because this rank's later collectives will not come.
    void fail(const core::Error& error) {
        if (failure_) return;
        failure_ = error;
        communicator_.abort(error.message);
    }

    const core::RunContext context_;
    GpuCommunicator& communicator_;
    core::Observer* const observer_;
    CudaDeviceOptions options_;
    const ActionNames names_;
    std::optional<core::Error> failure_;
    std::optional<core::ActionRef> firstUnseen_;  // enqueued first since the last synchronize()
    core::ActionRef latest_;
    bool pending_ = false;
    BucketCalls together_;
    std::vector<std::byte> copied_;  // weights on their way to the hash
    std::vector<Event> events_;
    std::array<Lane, core::kStreams> lanes_;
    std::optional<CudaMemory> memory_;  // last: goes first, after the GPU is idle
};

}  // namespace

std::unique_ptr<core::Device> makeCudaDevice(const core::RunContext& context,
                                             GpuCommunicator& communicator,
                                             core::Observer* observer, const Libraries& libraries,
                                             CudaDeviceOptions options) {
    return std::make_unique<CudaDevice>(context, communicator, observer, libraries,
                                        std::move(options));
}

}  // namespace shardscope::gpu
