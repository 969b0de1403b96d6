#include "gui/model/build_timeline.h"

#include <algorithm>
#include <array>
#include <map>
#include <optional>
#include <tuple>

#include "gui/model/foreign_lanes.h"
#include "gui/model/rank_builder.h"
#include "traces/analysis/event_args.h"
#include "traces/analysis/json_access.h"
#include "traces/vocabulary.h"

namespace shardscope::gui {
namespace {

using traces::Event;
using traces::Phase;
using traces::StringId;

constexpr std::array<std::string_view, 6> kLifeNames{"full",  "dead",      "shard",
                                                     "stale", "gathering", "ready"};
constexpr std::array<std::string_view, kMarkKinds> kMarkNames{"born", "ready", "reduce start",
                                                              "reduced", "released"};

template <size_t N>
std::optional<size_t> placeIn(const std::array<std::string_view, N>& names, std::string_view name) {
    const auto place = std::ranges::find(names, name);
    if (place == names.end()) return std::nullopt;
    return static_cast<size_t>(place - names.begin());
}

core::Category categoryNamed(std::string_view name) {
    const auto place = placeIn(core::kCategoryNames, name);
    return place ? static_cast<core::Category>(*place) : core::Category::Workspace;
}

struct Keys {
    explicit Keys(const traces::EventArgs& args)
        : step(args.idOf("step")),
          microBatch(args.idOf("microBatch")),
          phase(args.idOf("phase")),
          action(args.idOf("action")),
          bucket(args.idOf("bucket")),
          bytes(args.idOf("bytes")),
          flops(args.idOf("flops")),
          collective(args.idOf("Collective name")),
          payload(args.idOf("payloadBytes")),
          wire(args.idOf("wireBytes")),
          wait(args.idOf("waitNs")),
          seq(args.idOf("seq")),
          category(args.idOf("category")),
          requested(args.idOf("requested")),
          name(args.idOf("name")),
          buffer(args.idOf("buffer")),
          block(args.idOf("block")),
          segment(args.idOf("segment")),
          offset(args.idOf("offset")),
          stream(args.idOf("stream")),
          allocated(args.idOf("allocated")),
          reserved(args.idOf("reserved")),
          allocate(args.idOf("allocate")),
          kernels(args.idOf(traces::kKernelCategory)),
          memory(args.idOf(traces::kMemoryCategory)),
          steps(args.idOf(traces::kStepCategory)),
          phases(args.idOf(traces::kPhaseCategory)),
          stalls(args.idOf(traces::kStallCategory)),
          gradients(args.idOf(traces::kGradientCategory)),
          parameters(args.idOf(traces::kParameterCategory)),
          marks(args.idOf(traces::kMarkCategory)) {}

    StringId step, microBatch, phase, action, bucket, bytes, flops;
    StringId collective, payload, wire, wait, seq, category, requested;
    StringId name, buffer, block, segment, offset, stream, allocated, reserved, allocate;
    StringId kernels, memory, steps, phases, stalls, gradients, parameters, marks;
};

}  // namespace

class TimelineBuilder::Rows {
  public:
    explicit Rows(const traces::Trace& trace) : trace_(trace), args_(trace), keys_(args_) {
        timeline_->names.emplace_back();
    }

    void take() {
        if (trace_.events.empty()) return;
        if (lastNs_ == INT64_MIN) begin();
        if (args_.learn()) keys_ = Keys(args_);
        nameIds_.resize(trace_.strings.size(), 0);
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
        if (event.phase == Phase::Complete) {
            takeSpan(rank, event);
        } else if (!timeline_->ours) {
            return;
        } else if (event.category == keys_.memory && event.phase == Phase::Instant) {
            takeCall(rank, event);
        } else if (event.category == keys_.gradients || event.category == keys_.parameters) {
            takeLife(event);
        } else if (event.category == keys_.marks) {
            takeMark(rank, event);
        }
    }

    int64_t integer(const Event& event, StringId key, int64_t otherwise = 0) const {
        return args_.integer(event, key, otherwise);
    }
    int32_t small(const Event& event, StringId key) const {
        return static_cast<int32_t>(std::clamp<int64_t>(integer(event, key, -1), -1, INT32_MAX));
    }
    int16_t microBatchOf(const Event& event) const {
        return static_cast<int16_t>(
            std::clamp<int64_t>(integer(event, keys_.microBatch, -1), -1, INT16_MAX));
    }

    uint32_t nameOf(StringId id) {
        uint32_t& known = nameIds_[id];
        if (known == 0 && id != 0) {
            known = static_cast<uint32_t>(timeline_->names.size());
            timeline_->names.emplace_back(trace_.text(id));
        }
        return known;
    }

    SpanKind kindOf(const Event& event) const {
        if (!timeline_->ours) return SpanKind::Other;
        if (event.category == keys_.stalls) return SpanKind::Stall;
        if (event.category == keys_.phases) return SpanKind::Phase;
        if (event.category == keys_.steps) return SpanKind::Step;
        if (event.category != keys_.kernels) return SpanKind::Other;
        return args_.has(event, keys_.collective) ? SpanKind::Collective : SpanKind::Operation;
    }

    Span spanOf(const Event& event) {
        Span span{.beginNs = event.tsNs,
                  .endNs = event.tsNs + std::max<int64_t>(0, event.durNs),
                  .name = nameOf(event.name),
                  .bucket = small(event, keys_.bucket),
                  .step = small(event, keys_.step),
                  .microBatch = microBatchOf(event),
                  .kind = kindOf(event)};
        if (span.kind == SpanKind::Collective) {
            span.bytes = integer(event, keys_.payload);
            span.wireBytes = integer(event, keys_.wire);
            span.detail = std::clamp<int64_t>(integer(event, keys_.wait), 0, event.durNs);
        } else if (span.kind == SpanKind::Operation) {
            span.bytes = integer(event, keys_.bytes);
            span.detail = integer(event, keys_.flops);
        }
        return span;
    }

    void takeSpan(RankBuilder& rank, const Event& event) {
        const Span span = spanOf(event);
        if (span.kind == SpanKind::Phase) return rank.phase(span);
        if (span.kind == SpanKind::Step && args_.has(event, keys_.step)) {
            rank.step({span.beginNs, span.endNs, span.step});
        }
        const bool computed = span.kind == SpanKind::Operation || span.kind == SpanKind::Stall;
        if (computed && event.tid % traces::kOverflowTid == traces::kComputeTid) {
            rank.computed({positionOf(event), span.beginNs, span.endNs, span.name});
        }
        rank.span(foreign_ ? foreign_->laneOf(event) : event.tid, span);
    }

    PlanPosition positionOf(const Event& event) const {
        const std::string_view phase = args_.text(event, keys_.phase);
        const bool after = phase == "optimizer" || phase == "gather";
        const int16_t microBatch = microBatchOf(event);
        return {.step = small(event, keys_.step),
                .section = microBatch < 0 && after ? kEpilogue : microBatch,
                .action = small(event, keys_.action)};
    }

    void takeCall(RankBuilder& rank, const Event& event) {
        const int64_t requested = integer(event, keys_.requested);
        rank.call({.position = positionOf(event),
                   .seq = static_cast<uint32_t>(integer(event, keys_.seq)),
                   .call = {.hostNs = event.tsNs,
                            .change = event.name == keys_.allocate ? requested : -requested,
                            .bucket = small(event, keys_.bucket),
                            .microBatch = microBatchOf(event),
                            .category = categoryNamed(args_.text(event, keys_.category))},
                   .pool = entryOf(event),
                   .buffer = small(event, keys_.buffer),
                   .allocated = integer(event, keys_.allocated),
                   .reserved = integer(event, keys_.reserved)});
    }

    PoolEntry entryOf(const Event& event) {
        return {.offset = integer(event, keys_.offset),
                .block = integer(event, keys_.block),
                .segment = small(event, keys_.segment),
                .step = small(event, keys_.step),
                .action = small(event, keys_.action),
                .name = nameOf(args_.textId(event, keys_.name)),
                .phase = nameOf(args_.textId(event, keys_.phase)),
                .home = small(event, keys_.stream)};
    }

    void takeLife(const Event& event) {
        const LifeKey key{event.pid, event.name, event.id};
        if (event.phase == Phase::AsyncBegin) {
            const auto kind = placeIn(kLifeNames, trace_.text(event.name));
            if (!kind) return;
            open_[key] = {lastRank_,
                          static_cast<LifeKind>(*kind),
                          integer(event, keys_.bucket, -1),
                          {.beginNs = event.tsNs,
                           .bytes = integer(event, keys_.bytes),
                           .step = small(event, keys_.step),
                           .microBatch = microBatchOf(event)}};
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

    void takeMark(RankBuilder& rank, const Event& event) {
        const auto kind = placeIn(kMarkNames, trace_.text(event.name));
        if (!kind) return;
        rank.mark(integer(event, keys_.bucket, -1), {.timeNs = event.tsNs,
                                                     .step = small(event, keys_.step),
                                                     .microBatch = microBatchOf(event),
                                                     .kind = static_cast<MarkKind>(*kind)});
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
    traces::EventArgs args_;
    Keys keys_;
    std::shared_ptr<Timeline> timeline_ = std::make_shared<Timeline>();
    std::optional<ForeignLanes> foreign_;
    std::vector<RankBuilder> builders_;
    std::vector<uint32_t> nameIds_;  ///< by StringId; 0: not used yet
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
