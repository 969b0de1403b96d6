#include "core/host/host_device.h"

#include <fmt/format.h>

#include <array>
#include <cstring>
#include <exception>
#include <type_traits>
#include <variant>

#include "core/host/events.h"
#include "core/host/execute.h"
#include "core/host/first_failure.h"
#include "core/host/host_memory.h"
#include "core/host/stream.h"

namespace shardscope::core {

namespace {

struct Record {};
struct Stamp {};

/// What a stream's thread does next.
struct Work {
    StreamId stream;
    ActionRef ref;
    std::variant<BoundOperation, CollectiveCall, Record, RecordTicket, Stamp> what;
};

class HostDevice : public Device {
  public:
    HostDevice(const RunContext& context, Communicator& communicator, Observer* observer,
               StreamDelay delay)
        : context_(context),
          communicator_(communicator),
          observer_(observer),
          delay_(std::move(delay)) {
        for (auto& stream : streams_) {
            stream = std::make_unique<Stream<Work>>([this](Work& work) { serve(work); });
        }
    }

    // Work that nobody waited for must not hold the peers in a collective for ever.
    ~HostDevice() override {
        for (auto& stream : streams_) {
            if (!stream->idle()) fail("the device was closed with work pending");
        }
    }

    SegmentSource& memory() override { return memory_; }
    int64_t nowNs() override { return hostNowNs(); }

    void launch(StreamId stream, ActionRef ref, const BoundOperation& operation) override {
        push({stream, ref, operation});
    }
    void collective(StreamId stream, ActionRef ref, const CollectiveCall& call) override {
        push({stream, ref, call});
    }
    void record(StreamId stream, ActionRef ref, EventId event) override {
        events_.record(stream, event);
        push({stream, ref, Record{}});
    }
    void wait(StreamId stream, ActionRef ref, EventId event) override {
        push({stream, ref, events_.latest(event)});
    }
    void mark(StreamId stream, ActionRef ref) override { push({stream, ref, Stamp{}}); }

    Result<void> synchronize() override {
        for (auto& stream : streams_) stream->drain();
        return failure_.result();
    }

    Result<void> read(const void* address, std::span<float> out) override {
        if (auto done = synchronize(); !done) return done;
        std::memcpy(out.data(), address, out.size_bytes());
        return {};
    }

    uint64_t hashWeights(const void* address, DType dtype, BucketId bucket, int64_t first,
                         int64_t elements) override {
        return hashWeightBlocks(address, dtype, *context_.problem, bucket, first, elements);
    }

  private:
    void push(Work work) {
        if (!work.stream.valid() || work.stream.index() >= streams_.size()) {
            broken(fmt::format("stream {} of a host device", work.stream.value));
        }
        streams_[work.stream.index()]->push(std::move(work));
    }

    // On the stream's thread. Exceptions of the work end here. Records and waits go on after a
    // failure: without them the other stream would never come to its end.
    void serve(const Work& work) {
        try {
            if (delay_ && !failure_.happened()) delay_(work.stream, work.ref);
            std::visit([&](const auto& what) { perform(work, what); }, work.what);
        } catch (const std::exception& error) {
            fail(fmt::format("{}: {}", describe(work), error.what()));
        } catch (...) {
            fail(fmt::format("{}: unknown exception", describe(work)));
        }
        if (std::holds_alternative<Record>(work.what)) counters_[work.stream.index()].advance();
    }

    void perform(const Work& work, const BoundOperation& operation) {
        if (failure_.happened()) return;
        const int64_t start = hostNowNs();
        executeOnHost(operation, context_);
        if (observer_) observer_->onOperation(work.ref, work.stream, start, hostNowNs());
    }

    void perform(const Work& work, const CollectiveCall& call) {
        if (failure_.happened()) return;
        const int64_t arrived = hostNowNs();
        const auto times = communicator_.run(call);
        if (!times) return fail(times.error());
        if (observer_) {
            observer_->onCollective(work.ref, work.stream, arrived, times->startNs, times->endNs);
        }
    }

    void perform(const Work&, const Record&) {}

    void perform(const Work& work, const RecordTicket& ticket) {
        const int64_t start = hostNowNs();
        if (ticket.count > 0) counters_[ticket.stream.index()].waitFor(ticket.count);
        if (observer_ && !failure_.happened()) {
            observer_->onWait(work.ref, work.stream, start, hostNowNs());
        }
    }

    void perform(const Work& work, const Stamp&) {
        if (observer_ && !failure_.happened()) {
            observer_->onMark(work.ref, work.stream, hostNowNs());
        }
    }

    std::string describe(const Work& work) const {
        const auto* launch = std::get_if<BoundOperation>(&work.what);
        const bool known = launch && launch->operation;
        return fmt::format("action {} ({}) on stream {} in step {}", work.ref.action,
                           known ? nameOf(*launch->operation) : "no operation", work.stream.value,
                           work.ref.step);
    }

    void fail(std::string message) {
        fail(Error{.code = ErrorCode::Failed,
                   .message = std::move(message),
                   .where = fmt::format("rank {}", context_.rank.value)});
    }

    // The peers are told, because this rank's later collectives will not come.
    void fail(const Error& error) {
        if (failure_.set(error)) communicator_.abort(error.message);
    }

    const RunContext context_;
    Communicator& communicator_;
    Observer* const observer_;
    const StreamDelay delay_;
    HostMemory memory_;
    FirstFailure failure_;
    EventTable events_{kStreams};
    std::array<RecordCounter, kStreams> counters_;
    // Last: their threads use everything above, and end first.
    std::array<std::unique_ptr<Stream<Work>>, kStreams> streams_;
};

}  // namespace

std::unique_ptr<Device> makeHostDevice(const RunContext& context, Communicator& communicator,
                                       Observer* observer, StreamDelay delay) {
    return std::make_unique<HostDevice>(context, communicator, observer, std::move(delay));
}

}  // namespace shardscope::core
