// Lanes: which span is drawn where, and what the lanes are called.

#include <algorithm>
#include <string>

#include "profiler/recorder_emit.h"
#include "traces/vocabulary.h"

namespace shardscope::profiler {

namespace {

struct LaneName {
    uint32_t tid;
    std::string_view name;
    int32_t sortIndex;
};
constexpr LaneName kLanes[] = {{traces::kPhaseTid, "phases", 0},
                               {traces::kComputeTid, "compute stream", 1},
                               {traces::kCommunicationTid, "communication stream", 2},
                               {traces::kHostTid, "host", 3}};

bool hasSpan(const SeenOnStream& seen) { return isWork(seen) || isStall(seen); }

/// The first lane of a stream that is free at @p startNs; a new one when none is.
size_t freeLane(std::vector<int64_t>& busyUntil, int64_t startNs) {
    const auto lane = std::find_if(busyUntil.begin(), busyUntil.end(),
                                   [startNs](int64_t endNs) { return endNs <= startNs; });
    if (lane != busyUntil.end()) return static_cast<size_t>(lane - busyUntil.begin());
    busyUntil.push_back(startNs);
    return busyUntil.size() - 1;
}

void assignLanesOf(std::vector<SeenOnStream>& stream) {
    std::vector<SeenOnStream*> spans;
    for (SeenOnStream& seen : stream) {
        seen.tid = tidOf(seen.stream);
        if (hasSpan(seen)) spans.push_back(&seen);
    }
    std::stable_sort(spans.begin(), spans.end(), [](const SeenOnStream* a, const SeenOnStream* b) {
        return a->arrivedNs < b->arrivedNs;
    });
    std::vector<int64_t> busyUntil;
    for (SeenOnStream* span : spans) {
        const size_t lane = freeLane(busyUntil, span->arrivedNs);
        busyUntil[lane] = span->endNs;
        span->tid += static_cast<uint32_t>(lane) * traces::kOverflowTid;
    }
}

void nameLane(Emission& emission, uint32_t tid) {
    if (!emission.state.namedLanes.insert(tid).second) return;
    const uint32_t lane = tid % traces::kOverflowTid;
    const uint32_t extra = tid / traces::kOverflowTid;
    const auto* known = std::find_if(std::begin(kLanes), std::end(kLanes),
                                     [lane](const LaneName& name) { return name.tid == lane; });
    std::string name(known->name);
    if (extra > 0) name += " (" + std::to_string(extra + 1) + ")";
    emission.out.thread(emission.pid(), tid, name, known->sortIndex);
}

}  // namespace

uint32_t tidOf(core::StreamId stream) {
    return stream == core::kCompute ? traces::kComputeTid : traces::kCommunicationTid;
}

void assignLanes(Joined& joined) {
    for (auto& stream : joined.streams) assignLanesOf(stream);
}

void emitLanes(Emission& emission) {
    if (emission.state.namedLanes.empty()) {
        emission.out.process(emission.pid(), "rank " + std::to_string(emission.seen.rank.value),
                             emission.seen.place);
    }
    for (const LaneName& lane : kLanes) nameLane(emission, lane.tid);
    for (const auto& stream : emission.seen.streams) {
        for (const SeenOnStream& seen : stream) nameLane(emission, seen.tid);
    }
}

}  // namespace shardscope::profiler
