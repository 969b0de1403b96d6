#include "profiler/cupti/cupti_tags.h"

#include <algorithm>
#include <chrono>
#include <thread>

#include "core/host/host_device.h"

namespace shardscope::profiler::cupti {

namespace {

constexpr size_t kReserved = size_t{1} << 15;  // actions; begin() should not allocate
constexpr int32_t kFirstSteadyStep = 1;        // 0-based: the second one
constexpr int kTries = 20;
constexpr std::chrono::microseconds kPause{100};

}  // namespace

CuptiTags::CuptiTags(std::shared_ptr<CuptiSession> session)
    : session_(std::move(session)), place_(session_->addRank()) {
    window_.reserve(kReserved);
}

CuptiTags::~CuptiTags() { session_->endRank(place_); }

// What the rank's thread launches outside of actions is told from what has lost its tag. A rank's
// thread may be another one in the next step.
void CuptiTags::tagThread() {
    thread_local std::pair<const CuptiSession*, int> tagged{nullptr, -1};
    const std::pair<const CuptiSession*, int> mine{session_.get(), place_};
    if (tagged == mine) return;
    if (tagged.first == mine.first) session_->pop();
    session_->push(CuptiSession::tagOf(place_, 0));
    tagged = mine;
}

void CuptiTags::begin(const core::Activity& activity) {
    tagThread();
    if (!steady_ && activity.ref.step >= kFirstSteadyStep) {
        steady_ = true;
        session_->expectTags();
    }
    pushed_ = works(activity.kind);
    if (pushed_) session_->push(CuptiSession::tagOf(place_, firstSequence_ + window_.size()));
    window_.push_back({.activity = activity, .issuedNs = core::hostNowNs()});
}

void CuptiTags::end() {
    if (pushed_) session_->pop();
    pushed_ = false;
}

int64_t CuptiTags::nowNs() { return core::hostNowNs(); }

/// An action repeats itself step after step; micro-batches differ (the first writes, later ones add).
uint64_t CuptiTags::keyOf(const core::ActionRef& ref) {
    return static_cast<uint64_t>(static_cast<uint32_t>(ref.action)) << 32 |
           static_cast<uint32_t>(ref.microBatch);
}

int32_t CuptiTags::expected(const Tagged& tagged) const {
    const auto found = usual_.find(keyOf(tagged.activity.ref));
    return found != usual_.end() ? found->second : 0;
}

void CuptiTags::take() {
    for (const TaggedWait& wait : session_->takeWaits(place_)) waits_.push_back(wait);
    for (const TaggedWork& work : session_->take(place_)) {
        const uint64_t sequence = CuptiSession::sequenceOf(work.tag);
        if (sequence < firstSequence_ || sequence - firstSequence_ >= window_.size()) {
            ++counts_.late;
            continue;
        }
        Tagged& tagged = window_[sequence - firstSequence_];
        streamOf_[work.work.stream] = tagged.activity.stream;
        const bool first = tagged.records++ == 0;
        tagged.firstNs = first ? work.work.startNs : std::min(tagged.firstNs, work.work.startNs);
        tagged.lastNs = first ? work.work.endNs : std::max(tagged.lastNs, work.work.endNs);
    }
}

bool CuptiTags::complete() const {
    bool any = false, working = false;
    for (const Tagged& tagged : window_) {
        if (!works(tagged.activity.kind)) continue;
        working = true;
        any = any || tagged.records > 0;
        if (tagged.activity.ref.step >= kFirstSteadyStep && tagged.records < expected(tagged))
            return false;
    }
    return any || !working;
}

// The streams are empty, but CUPTI may need a moment to see the last of it.
core::Result<void> CuptiTags::collect() {
    for (int i = 0; i < kTries; ++i) {
        if (i > 0) std::this_thread::sleep_for(kPause);
        if (auto done = session_->flush(false); !done) return done;
        take();
        if (complete()) return {};
    }
    return {};
}

void CuptiTags::learn(const Tagged& tagged) {
    if (!works(tagged.activity.kind) || tagged.activity.ref.step < kFirstSteadyStep) return;
    int32_t& usual = usual_[keyOf(tagged.activity.ref)];
    ++counts_.actions;
    counts_.launching += tagged.records > 0;
    counts_.records += tagged.records;
    counts_.lost += std::max(0, usual - tagged.records);
    usual = std::max(usual, tagged.records);
}

core::Result<void> CuptiTags::deliver(core::Observer& observer) {
    if (auto done = collect(); !done) return done;
    for (const Tagged& tagged : window_) {
        learn(tagged);
        std::optional<core::ActivitySpan> span;
        if (tagged.records > 0) span = {tagged.firstNs, tagged.lastNs};
        timeline_.report(tagged.activity, tagged.issuedNs, span, observer);
    }
    deliverWaits(observer);
    firstSequence_ += window_.size();
    window_.clear();
    return {};
}

const CuptiTags::Tagged* CuptiTags::issuerOf(const TaggedWait& wait) const {
    const uint64_t sequence = CuptiSession::sequenceOf(wait.tag);
    if (sequence >= firstSequence_ && sequence - firstSequence_ < window_.size()) {
        return &window_[sequence - firstSequence_];
    }
    const auto later = std::ranges::upper_bound(window_, wait.wait.startNs, {}, &Tagged::issuedNs);
    return later == window_.begin() ? nullptr : &*std::prev(later);
}

core::HostWaitFor CuptiTags::targetOf(const HostWait& wait) const {
    if (wait.what == HostWait::For::Event) return core::HostWaitFor::Event;
    if (wait.what == HostWait::For::Device) return core::HostWaitFor::Device;
    const auto found = streamOf_.find(wait.stream);
    if (found == streamOf_.end()) return core::HostWaitFor::OtherStream;
    return found->second == core::kCompute ? core::HostWaitFor::ComputeStream
                                           : core::HostWaitFor::CommunicationStream;
}

void CuptiTags::deliverWaits(core::Observer& observer) {
    if (auto* host = dynamic_cast<core::HostWaitObserver*>(&observer)) {
        for (const TaggedWait& wait : waits_) {
            const Tagged* issuer = issuerOf(wait);
            if (!issuer) continue;  // nothing was issued that it could wait for
            host->onHostWait(issuer->activity.ref, targetOf(wait.wait), wait.wait.startNs,
                             wait.wait.endNs);
        }
    }
    waits_.clear();
}

}  // namespace shardscope::profiler::cupti
