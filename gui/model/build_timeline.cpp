#include "gui/model/build_timeline.h"

#include <algorithm>
#include <map>
#include <optional>
#include <tuple>

#include "gui/model/event_rows.h"
#include "gui/model/foreign_lanes.h"
#include "gui/model/rank_builder.h"
#include "traces/analysis/json_access.h"
#include "traces/vocabulary.h"

namespace shardscope::gui {
namespace {

using traces::Event;
using traces::Phase;
using traces::StringId;

}  // namespace

class TimelineBuilder::Rows {
  public:
    explicit Rows(const traces::Trace& trace) : trace_(trace), rowOf_(trace, timeline_->names) {
        timeline_->names.emplace_back();
    }

    void take() {
        if (trace_.events.empty()) return;
        if (lastNs_ == INT64_MIN) begin();
        rowOf_.renew(timeline_->ours);
        for (const Event& event : trace_.events) take(event);
    }

    TimelinePtr finish() {
        if (lastNs_ == INT64_MIN) describe();
        readRun();
        closeOpenLives();
        for (size_t rank = 0; rank < builders_.size(); ++rank) finish(rank);
        chooseSteps();
        timeline_->settle();
        if (lastNs_ != INT64_MIN) timeline_->endNs = std::max(lastNs_, timeline_->beginNs + 1);
        timeline_->names.shrink_to_fit();
        return timeline_;
    }

  private:
    static constexpr size_t kNoRank = SIZE_MAX;

    struct Open {
        size_t rank = 0;
        LifeKind kind{};
        int64_t bucket = -1;
        Life life;
    };
    using LifeKey = std::tuple<uint32_t, StringId, uint64_t>;

    void begin() {
        timeline_->beginNs = trace_.events.front().tsNs;
        describe();
        if (timeline_->ours) return;
        foreign_.emplace(trace_);
        builders_.resize(1);  // another program's processes are no ranks
        timeline_->worldSize = 1;
    }

    void describe() {
        timeline_->ours = traces::textOf(trace_.run, "schema") == traces::kRecordingSchema;
        const auto world = std::max<int64_t>(1, traces::integerOf(trace_.run, "ranks", 1));
        timeline_->worldSize = static_cast<int>(std::min<int64_t>(world, 1'000'000));
    }

    void readRun() {
        const int64_t each = traces::integerOf(trace_.run, "gradientBytesPerElement", 2);
        const traces::Json& buckets = traces::memberOf(trace_.run, "buckets");
        if (!buckets.is_array()) return;
        for (const traces::Json& bucket : buckets) {
            timeline_->buckets.push_back({.label = traces::textOf(bucket, "label"),
                                          .fullBytes = traces::integerOf(bucket, "elements") * each,
                                          .tied = traces::boolOf(bucket, "tied")});
        }
    }

    /// Ours: rank r is process 1 + r. kNoRank: none.
    size_t rankOf(uint32_t pid) {
        if (!timeline_->ours) return 0;
        if (pid < 1 || pid > static_cast<uint32_t>(timeline_->worldSize)) return kNoRank;
        if (builders_.size() < pid) builders_.resize(pid);
        return pid - 1;
    }

    void take(const Event& event) {
        if (event.pid != lastPid_) {
            lastRank_ = rankOf(event.pid);
            lastPid_ = event.pid;
        }
        if (lastRank_ == kNoRank) return;
        RankBuilder& rank = builders_[lastRank_];
        lastNs_ = std::max(lastNs_, event.tsNs + event.durNs);
        const EventKeys& keys = rowOf_.keys();
        if (event.phase == Phase::Complete) {
            takeSpan(rank, event);
        } else if (!timeline_->ours) {
            return;
        } else if (event.category == keys.memory && event.phase == Phase::Instant) {
            rank.call(rowOf_.call(event));
        } else if (event.category == keys.gradients || event.category == keys.parameters) {
            takeLife(event);
        } else if (event.category == keys.marks) {
            if (const auto mark = rowOf_.mark(event)) rank.mark(rowOf_.bucketOf(event), *mark);
        }
    }

    void takeSpan(RankBuilder& rank, const Event& event) {
        const Span span = rowOf_.span(event);
        if (span.kind == SpanKind::Phase) return rank.phase(span);
        if (span.kind == SpanKind::Step && rowOf_.has(event, rowOf_.keys().step)) {
            rank.step({span.beginNs, span.endNs, span.step});
        }
        const bool computed = span.kind == SpanKind::Operation || span.kind == SpanKind::Stall;
        if (computed && event.tid % traces::kOverflowTid == traces::kComputeTid) {
            rank.computed({rowOf_.position(event), span.beginNs, span.endNs, span.name});
        }
        rank.span(foreign_ ? foreign_->laneOf(event) : event.tid, span);
    }

    void takeLife(const Event& event) {
        const LifeKey key{event.pid, event.name, event.id};
        if (event.phase == Phase::AsyncBegin) {
            const auto kind = rowOf_.lifeKind(event);
            if (!kind) return;
            open_[key] = {lastRank_, *kind, rowOf_.bucketOf(event), rowOf_.life(event)};
        } else if (const auto place = open_.find(key);
                   event.phase == Phase::AsyncEnd && place != open_.end()) {
            close(place->second, event.tsNs);
            open_.erase(place);
        }
    }

    void close(Open& open, int64_t endNs) {
        open.life.endNs = endNs;
        builders_[open.rank].life(open.kind, open.bucket, open.life);
    }

    /// A cut file's lives end with it.
    void closeOpenLives() {
        for (auto& [key, open] : open_) close(open, lastNs_);
    }

    std::string titleOf(size_t rank, uint32_t tid) const {
        if (foreign_) return foreign_->titleOf(tid);
        return threadTitle(trace_, static_cast<uint32_t>(rank + 1), tid);
    }

    LaneKind laneKindOf(uint32_t tid) const {
        if (!timeline_->ours) return LaneKind::Other;
        switch (tid % traces::kOverflowTid) {
            case traces::kComputeTid:
                return LaneKind::Compute;
            case traces::kCommunicationTid:
                return LaneKind::Communication;
            case traces::kHostTid:
                return LaneKind::Host;
            default:
                return LaneKind::Other;
        }
    }

    void finish(size_t rank) {
        builders_[rank].policy(traces::textOf(trace_.run, "poolPolicy"));
        timeline_->ranks.push_back(builders_[rank].finish(
            timeline_->buckets.size(), [&](uint32_t tid) { return titleOf(rank, tid); },
            [&](uint32_t tid) { return laneKindOf(tid); }));
        builders_[rank] = {};
        RankTimeline& rows = timeline_->ranks.back();
        std::ranges::stable_sort(rows.lanes, {}, &Lane::kind);
        const size_t buckets = rows.buckets.size();
        for (size_t b = timeline_->buckets.size(); b < buckets; ++b) {
            timeline_->buckets.push_back({.label = "B?"});
        }
    }

    void chooseSteps() {
        if (timeline_->ranks.empty()) return;
        bool first = false;
        for (const StepWindow& window : timeline_->ranks.front().steps) {
            const bool whole = std::ranges::all_of(timeline_->ranks, [&](const auto& rank) {
                return rank.window(window.step) != nullptr;
            });
            if (whole && window.step >= 1) timeline_->measured.push_back(window.step);
            first = first || (whole && window.step == 0);
        }
        if (timeline_->measured.empty() && first) timeline_->measured.push_back(0);
    }

    const traces::Trace& trace_;
    std::shared_ptr<Timeline> timeline_ = std::make_shared<Timeline>();
    EventRows rowOf_;
    std::optional<ForeignLanes> foreign_;
    std::vector<RankBuilder> builders_;
    std::map<LifeKey, Open> open_;
    uint32_t lastPid_ = UINT32_MAX;
    size_t lastRank_ = kNoRank;
    int64_t lastNs_ = INT64_MIN;
};

TimelineBuilder::TimelineBuilder(const traces::Trace& trace)
    : rows_(std::make_unique<Rows>(trace)) {}
TimelineBuilder::~TimelineBuilder() = default;
void TimelineBuilder::take() { rows_->take(); }
TimelinePtr TimelineBuilder::finish() { return rows_->finish(); }

}  // namespace shardscope::gui
