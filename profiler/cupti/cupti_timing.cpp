#include "profiler/cupti/cupti_timing.h"

#include "profiler/cupti/cupti_tags.h"

namespace shardscope::profiler::cupti {

namespace {

class CuptiTiming : public GpuTiming {
  public:
    explicit CuptiTiming(std::shared_ptr<CuptiSession> session) : session_(std::move(session)) {}

    std::unique_ptr<core::ActivityTags> makeTags() override {
        return std::make_unique<CuptiTags>(session_);
    }

    int64_t unmatchedOf(const core::ActivityTags& tags) const override {
        const auto& ours = static_cast<const CuptiTags&>(tags);  // made by makeTags()
        return ours.counts().lost + ours.counts().late;
    }

    TimingLosses losses() const override {
        const SessionCounts counts = session_->counts();
        return {.dropped = counts.dropped + counts.unreadable + counts.join.unstamped,
                .unmatched = counts.join.unmatched,
                .clockResidualNs = counts.clockResidualNs};
    }

    int64_t ownDeviceBytes() const override { return session_->ownDeviceBytes(); }

  private:
    std::shared_ptr<CuptiSession> session_;
};

}  // namespace

core::Result<std::shared_ptr<GpuTiming>> startCuptiTiming(const CuptiLibrary& library) {
    auto session = CuptiSession::start(library, {});
    if (session) return std::make_shared<CuptiTiming>(std::move(*session));
    core::Error error = session.error();
    error.message += "; to time with CUDA events instead, give --timing events";
    return tl::unexpected(std::move(error));
}

}  // namespace shardscope::profiler::cupti
