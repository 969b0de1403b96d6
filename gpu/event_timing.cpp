#include "gpu/event_timing.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <optional>
#include <vector>

#include "core/engine/activity_timeline.h"
#include "core/host/host_device.h"

namespace shardscope::gpu {

namespace {

bool launches(core::ActivityKind kind) {
    return kind == core::ActivityKind::Compute || kind == core::ActivityKind::Communicate;
}

/// One action and, where it launches work, the events around it.
struct Timed {
    core::Activity activity;
    int64_t issuedNs = 0;
    size_t events = 0;  // of the pair, in events_
};

class EventTiming : public core::ActivityTags {
  public:
    explicit EventTiming(const std::array<cudaStream_t, core::kStreams>& streams)
        : streams_(streams) {}

    void begin(const core::Activity& activity) override {
        keep(anchor());
        timed_.push_back({activity, core::hostNowNs(), used_});
        if (launches(activity.kind)) record();
    }

    void end() override {
        if (launches(timed_.back().activity.kind)) record();
    }

    core::Result<void> deliver(core::Observer& observer) override {
        for (const Timed& timed : timed_) {
            std::optional<core::ActivitySpan> span;
            if (sound_ && launches(timed.activity.kind)) span = spanOf(timed);
            if (sound_) timeline_.report(timed.activity, timed.issuedNs, span, observer);
        }
        timed_.clear();
        used_ = 0;
        anchored_ = false;  // anew each time: a float of milliseconds holds only so many digits
        return std::exchange(sound_, {});
    }

    int64_t nowNs() override { return core::hostNowNs(); }

  private:
    void keep(core::Result<void> result) {
        if (sound_) sound_ = std::move(result);
    }

    /// An event that has just passed, and the host's time then: where both clocks meet.
    core::Result<void> anchor() {
        if (anchored_ || !sound_) return {};
        if (!clock_) {
            auto stream = makeStream();
            auto event = makeTimingEvent();
            if (!stream) return tl::unexpected(stream.error());
            if (!event) return tl::unexpected(event.error());
            clock_ = std::move(*stream);
            origin_ = std::move(*event);
        }
        auto done = check(cudaEventRecord(origin_.get(), clock_.get()));
        if (done) done = check(cudaEventSynchronize(origin_.get()));
        originNs_ = core::hostNowNs();
        anchored_ = done.has_value();
        return done;
    }

    void record() {
        if (!sound_) return;
        if (used_ == events_.size()) {
            auto event = makeTimingEvent();
            if (!event) return keep(tl::unexpected(event.error()));
            events_.push_back(std::move(*event));
        }
        const core::StreamId stream = timed_.back().activity.stream;
        keep(check(cudaEventRecord(events_[used_++].get(), streams_[stream.index()])));
    }

    /// Work starts neither before the host issued it nor before the work and the waits ahead of it ended.
    /// What says otherwise is the anchors' error, some microseconds.
    core::ActivitySpan spanOf(const Timed& timed) {
        const int64_t standsAt = timeline_.standsAt(timed.activity.stream);
        const int64_t start = std::max({timeOf(timed.events), timed.issuedNs, standsAt});
        return {start, std::max(start, timeOf(timed.events + 1))};
    }

    int64_t timeOf(size_t event) {
        float ms = 0.0F;
        keep(check(cudaEventElapsedTime(&ms, origin_.get(), events_[event].get())));
        return originNs_ + std::llround(static_cast<double>(ms) * 1e6);
    }

    const std::array<cudaStream_t, core::kStreams> streams_;
    Stream clock_;
    Event origin_;
    int64_t originNs_ = 0;
    bool anchored_ = false;
    std::vector<Event> events_;  // reused by the next delivery
    size_t used_ = 0;
    std::vector<Timed> timed_;
    core::ActivityTimeline timeline_;
    core::Result<void> sound_;
};

class NoTiming : public core::ActivityTags {
  public:
    void begin(const core::Activity&) override {}
    void end() override {}
    core::Result<void> deliver(core::Observer&) override { return {}; }
    int64_t nowNs() override { return core::hostNowNs(); }
};

}  // namespace

std::unique_ptr<core::ActivityTags> makeEventTiming(
    const std::array<cudaStream_t, core::kStreams>& streams) {
    return std::make_unique<EventTiming>(streams);
}

std::unique_ptr<core::ActivityTags> makeNoTiming() { return std::make_unique<NoTiming>(); }

}  // namespace shardscope::gpu
