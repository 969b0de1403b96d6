#include "traces/analysis/row_reader.h"

#include <algorithm>
#include <map>
#include <tuple>

#include "traces/analysis/event_args.h"
#include "traces/vocabulary.h"

namespace shardscope::traces {

namespace {

/// Ids of the argument names and categories that are read.
struct Keys {
    explicit Keys(const EventArgs& args)
        : step(args.idOf("step")),
          microBatch(args.idOf("microBatch")),
          phase(args.idOf("phase")),
          action(args.idOf("action")),
          bucket(args.idOf("bucket")),
          bytes(args.idOf("bytes")),
          cause(args.idOf("cause")),
          collective(args.idOf("Collective name")),
          purpose(args.idOf("purpose")),
          elements(args.idOf("elements")),
          padded(args.idOf("paddedElements")),
          payload(args.idOf("payloadBytes")),
          wire(args.idOf("wireBytes")),
          wait(args.idOf("waitNs")),
          seq(args.idOf("seq")),
          buffer(args.idOf("buffer")),
          category(args.idOf("category")),
          requested(args.idOf("requested")),
          block(args.idOf("block")),
          segment(args.idOf("segment")),
          offset(args.idOf("offset")),
          stream(args.idOf("stream")),
          live(args.idOf("live")),
          allocated(args.idOf("allocated")),
          reserved(args.idOf("reserved")),
          allocate(args.idOf("allocate")),
          kernels(args.idOf(kKernelCategory)),
          memory(args.idOf(kMemoryCategory)),
          steps(args.idOf(kStepCategory)),
          phases(args.idOf(kPhaseCategory)),
          stalls(args.idOf(kStallCategory)),
          hostWaits(args.idOf(kHostWaitCategory)),
          gradients(args.idOf(kGradientCategory)) {}

    StringId step, microBatch, phase, action, bucket, bytes, cause;
    StringId collective, purpose, elements, padded, payload, wire, wait;
    StringId seq, buffer, category, requested, block, segment, offset, stream;
    StringId live, allocated, reserved, allocate;
    StringId kernels, memory, steps, phases, stalls, hostWaits, gradients;
};

core::Category categoryNamed(std::string_view name) {
    const auto place = std::ranges::find(core::kCategoryNames, name);
    if (place == core::kCategoryNames.end()) return core::Category::Workspace;
    return static_cast<core::Category>(place - core::kCategoryNames.begin());
}

/// A damaged file may say any.
int32_t narrow(int64_t value) {
    return static_cast<int32_t>(std::clamp<int64_t>(value, INT32_MIN, INT32_MAX));
}

}  // namespace

class RowReader::Rows {
  public:
    Rows(const Trace& trace, int worldSize)
        : trace_(trace), args_(trace), keys_(args_), worldSize_(worldSize) {}

    void take() {
        if (args_.learn()) keys_ = Keys(args_);
        for (const Event& event : trace_.events) {
            endNs_ = std::max(endNs_, event.tsNs + event.durNs);
            if (event.pid < 1 || event.pid > static_cast<uint32_t>(worldSize_)) continue;
            dispatch(event);
        }
    }

    std::vector<RankRows> finish() {
        closeOpenGradients();
        for (RankRows& rows : ranks_) sort(rows);
        return std::move(ranks_);
    }

  private:
    using GradientKey = std::tuple<uint32_t, StringId, uint64_t>;

    void dispatch(const Event& event) {
        const StringId category = event.category;
        if (category == keys_.memory && event.phase == Phase::Instant) addPoolCall(event);
        if (category == keys_.gradients) addGradient(event);
        if (event.phase != Phase::Complete) return;
        if (category == keys_.kernels) addKernel(event);
        if (category == keys_.steps && args_.has(event, keys_.step)) addStep(event);
        if (category == keys_.phases) addPhase(event);
        if (category == keys_.stalls) addStall(event);
        if (category == keys_.hostWaits)
            rowsOf(event).hostWaits.push_back(spanOf(event, trace_.text(event.name)));
    }

    RankRows& rowsOf(const Event& event) {
        if (ranks_.size() < event.pid) ranks_.resize(event.pid);
        return ranks_[event.pid - 1];
    }

    int64_t stepOf(const Event& event) const { return args_.integer(event, keys_.step, -1); }
    int64_t microBatchOf(const Event& event) const {
        return args_.integer(event, keys_.microBatch, -1);
    }
    int64_t bucketOf(const Event& event) const { return args_.integer(event, keys_.bucket, -1); }

    void addPoolCall(const Event& event) {
        PoolRow row{.seq = args_.integer(event, keys_.seq),
                    .timeNs = event.tsNs,
                    .step = stepOf(event),
                    .microBatch = microBatchOf(event),
                    .live = args_.integer(event, keys_.live),
                    .allocated = args_.integer(event, keys_.allocated),
                    .reserved = args_.integer(event, keys_.reserved),
                    .bucket = bucketOf(event),
                    .phase = args_.text(event, keys_.phase),
                    .place = placeOf(event)};
        row.call = callOf(event);
        rowsOf(event).pool.push_back(row);
    }

    core::PoolCall callOf(const Event& event) const {
        const auto small = [&](StringId key) {
            return static_cast<int32_t>(args_.integer(event, key, -1));
        };
        return {.allocate = event.name == keys_.allocate,
                .buffer = small(keys_.buffer),
                .requested = args_.integer(event, keys_.requested),
                .tag = categoryNamed(args_.text(event, keys_.category)),
                .home = core::StreamId{small(keys_.stream)},
                .block = {.segment = small(keys_.segment),
                          .offset = args_.integer(event, keys_.offset),
                          .bytes = args_.integer(event, keys_.block)}};
    }

    PlanPlace placeOf(const Event& event) const {
        const std::string_view phase = args_.text(event, keys_.phase);
        const int32_t microBatch = narrow(microBatchOf(event));
        const bool after = microBatch < 0 && (phase == "optimizer" || phase == "gather");
        return {.step = narrow(stepOf(event)),
                .section = after ? kAfterMicroBatches : microBatch,
                .action = narrow(args_.integer(event, keys_.action, -1))};
    }

    SpanRow spanOf(const Event& event, std::string_view what) const {
        return {.beginNs = event.tsNs,
                .endNs = event.tsNs + event.durNs,
                .step = stepOf(event),
                .what = what,
                .place = placeOf(event)};
    }

    void addKernel(const Event& event) {
        if (args_.has(event, keys_.collective)) {
            addCollective(event);
        } else if (event.tid % kOverflowTid == kComputeTid) {
            rowsOf(event).operations.push_back(spanOf(event, trace_.text(event.name)));
        }
    }

    void addCollective(const Event& event) {
        const int64_t wait = std::clamp<int64_t>(args_.integer(event, keys_.wait), 0, event.durNs);
        rowsOf(event).collectives.push_back({.arrivedNs = event.tsNs,
                                             .startNs = event.tsNs + wait,
                                             .endNs = event.tsNs + event.durNs,
                                             .step = stepOf(event),
                                             .microBatch = microBatchOf(event),
                                             .bucket = bucketOf(event),
                                             .elements = args_.integer(event, keys_.elements),
                                             .paddedElements = args_.integer(event, keys_.padded),
                                             .payloadBytes = args_.integer(event, keys_.payload),
                                             .wireBytes = args_.integer(event, keys_.wire),
                                             .name = args_.text(event, keys_.collective),
                                             .phase = args_.text(event, keys_.phase),
                                             .purpose = args_.text(event, keys_.purpose)});
    }

    void addStep(const Event& event) {
        rowsOf(event).steps.push_back({stepOf(event), event.tsNs, event.tsNs + event.durNs});
    }

    void addPhase(const Event& event) {
        rowsOf(event).phases.push_back({event.tsNs, event.tsNs + event.durNs, stepOf(event),
                                        microBatchOf(event), trace_.text(event.name)});
    }

    void addStall(const Event& event) {
        rowsOf(event).stalls.push_back(spanOf(event, args_.text(event, keys_.cause)));
    }

    void addGradient(const Event& event) {
        const GradientKey key{event.pid, event.name, event.id};
        if (event.phase == Phase::AsyncBegin) {
            open_[key] = {.beginNs = event.tsNs,
                          .step = stepOf(event),
                          .microBatch = microBatchOf(event),
                          .bucket = bucketOf(event),
                          .bytes = args_.integer(event, keys_.bytes),
                          .kind = trace_.text(event.name)};
        } else if (const auto place = open_.find(key);
                   event.phase == Phase::AsyncEnd && place != open_.end()) {
            place->second.endNs = event.tsNs;
            rowsOf(event).gradients.push_back(place->second);
            open_.erase(place);
        }
    }

    void closeOpenGradients() {
        for (auto& [key, row] : open_) {
            row.endNs = endNs_;
            const uint32_t pid = std::get<0>(key);
            if (ranks_.size() < pid) ranks_.resize(pid);
            ranks_[pid - 1].gradients.push_back(row);
        }
    }

    static void sort(RankRows& rows) {
        if (!std::ranges::is_sorted(rows.pool, {}, &PoolRow::seq))
            std::ranges::stable_sort(rows.pool, {}, &PoolRow::seq);  // takes half as much again
        std::ranges::stable_sort(rows.steps, {}, &StepRow::step);
        std::ranges::stable_sort(rows.gradients, {}, &GradientRow::beginNs);
    }

    const Trace& trace_;
    EventArgs args_;
    Keys keys_;
    int worldSize_;
    int64_t endNs_ = 0;
    std::vector<RankRows> ranks_;
    std::map<GradientKey, GradientRow> open_;
};

RowReader::RowReader(const Trace& trace, int worldSize)
    : rows_(std::make_unique<Rows>(trace, worldSize)) {}
RowReader::~RowReader() = default;
void RowReader::take() { rows_->take(); }
std::vector<RankRows> RowReader::finish() { return rows_->finish(); }

}  // namespace shardscope::traces
