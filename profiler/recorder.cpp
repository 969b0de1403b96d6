#include "profiler/recorder.h"

#include <algorithm>

#include "profiler/recorder_bytes.h"
#include "profiler/recorder_emit.h"
#include "profiler/recorder_store.h"

namespace shardscope::profiler {

struct Recorder::Impl {
    std::unique_ptr<RecordStore> store = std::make_unique<RecordStore>();
    EmitState spooled;
    int64_t peakTaken = 0;  // pool records that takePeakBytes() has seen

    void keep(core::StreamId stream, const StreamRecord& record) noexcept {
        if (stream.value < 0 || stream.value >= core::kStreams) {
            store->strays.fetch_add(1, std::memory_order_relaxed);
            return;
        }
        store->streams[stream.index()].append(record);
    }
    void keep(core::ActionRef where, const core::PoolCall& call, const core::PoolTotals& totals,
              int64_t timeNs) noexcept {
        store->pool.append({.where = where,
                            .segment = call.block.segment,
                            .timeNs = timeNs,
                            .offset = call.block.offset,
                            .blockBytes = call.block.bytes,
                            .live = totals.requested,
                            .allocated = totals.allocated,
                            .reserved = totals.reserved});
    }
};

Recorder::Recorder(core::Rank rank, int32_t place) : impl_(std::make_unique<Impl>()) {
    impl_->store->rank = rank;
    impl_->store->place = place;
}
Recorder::~Recorder() = default;
Recorder::Recorder(Recorder&&) noexcept = default;
Recorder& Recorder::operator=(Recorder&&) noexcept = default;

void Recorder::onAllocate(core::ActionRef where, const core::PoolCall& call,
                          const core::PoolTotals& totals, int64_t timeNs) {
    impl_->keep(where, call, totals, timeNs);
}

void Recorder::onFree(core::ActionRef where, const core::PoolCall& call,
                      const core::PoolTotals& totals, int64_t timeNs) {
    impl_->keep(where, call, totals, timeNs);
}

void Recorder::onOperation(core::ActionRef where, core::StreamId stream, int64_t startNs,
                           int64_t endNs) {
    impl_->keep(stream, {where, StreamEvent::Operation, startNs, startNs, endNs});
}

void Recorder::onCollective(core::ActionRef where, core::StreamId stream, int64_t arrivedNs,
                            int64_t startNs, int64_t endNs) {
    impl_->keep(stream, {where, StreamEvent::Collective, arrivedNs, startNs, endNs});
}

void Recorder::onWait(core::ActionRef where, core::StreamId stream, int64_t startNs,
                      int64_t endNs) {
    impl_->keep(stream, {where, StreamEvent::Wait, startNs, startNs, endNs});
}

void Recorder::onMark(core::ActionRef where, core::StreamId stream, int64_t timeNs) {
    impl_->keep(stream, {where, StreamEvent::Mark, timeNs, timeNs, timeNs});
}

void Recorder::onStep(int32_t step, int64_t beginNs, int64_t endNs) {
    impl_->store->steps.append({step, beginNs, endNs});
}

void Recorder::onHostWait(core::ActionRef where, core::HostWaitFor what, int64_t startNs,
                          int64_t endNs) {
    impl_->store->hostWaits.append({where, what, startNs, endNs});
}

void Recorder::reserve(const core::StepPlan& plan) { profiler::reserve(*impl_->store, plan); }

RecorderCounts Recorder::counts() const {
    return {.events = impl_->store->events(), .dropped = impl_->store->dropped()};
}

int64_t Recorder::takePeakBytes() {
    const auto& pool = impl_->store->pool;
    int64_t peak = 0;
    for (; impl_->peakTaken < pool.size(); ++impl_->peakTaken) {
        peak = std::max(peak, pool[impl_->peakTaken].live);
    }
    return peak;
}

std::vector<int64_t> Recorder::arrivals() const {
    std::vector<int64_t> arrivals;
    for (const auto& stream : impl_->store->streams) {
        for (int64_t at = 0; at < stream.size(); ++at) {
            if (stream[at].kind == StreamEvent::Collective) arrivals.push_back(stream[at].startNs);
        }
    }
    return arrivals;
}

void Recorder::startCollectivesAt(const std::vector<int64_t>& startNs) {
    size_t next = 0;
    for (auto& stream : impl_->store->streams) {
        stream.revise([&](StreamRecord& record) {
            if (record.kind != StreamEvent::Collective || next == startNs.size()) return;
            record.arrivedNs = record.startNs;
            record.startNs =
                std::clamp(startNs[next++], record.startNs, std::max(record.startNs, record.endNs));
        });
    }
}

std::string Recorder::serialize() const { return toBytes(*impl_->store); }

core::Result<Recorder> Recorder::deserialize(const std::string& bytes) {
    auto store = fromBytes(bytes);
    if (!store) return tl::unexpected(store.error());
    Recorder recorder((*store)->rank);
    recorder.impl_->store = std::move(*store);
    return recorder;
}

Unpaired Recorder::emit(const core::Problem& problem, const core::StepPlan& setup,
                        const core::StepPlan& step, int64_t offsetNs,
                        traces::TraceBuilder& builder) const {
    EmitState whole;
    return emitWindow(*impl_->store, whole, true, problem, setup, step, offsetNs, builder);
}

void Recorder::emitNew(const core::Problem& problem, const core::StepPlan& setup,
                       const core::StepPlan& step, int64_t offsetNs,
                       traces::TraceBuilder& builder) {
    emitWindow(*impl_->store, impl_->spooled, false, problem, setup, step, offsetNs, builder);
}

}  // namespace shardscope::profiler
