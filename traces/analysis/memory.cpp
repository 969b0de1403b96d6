// Peaks of requested bytes over plan order, with what they were made of.

#include <algorithm>
#include <numeric>

#include "traces/analysis/json_access.h"
#include "traces/analysis/parts.h"

namespace shardscope::traces {

namespace {

constexpr std::string_view kCheckpointPhase = "checkpoint", kFirstStep = "first step";

int64_t sumOf(const core::CategoryBytes& bytes) {
    return std::accumulate(bytes.begin(), bytes.end(), int64_t{0});
}

/// Weights, gradients in any form, master weights, optimizer state.
int64_t modelStatesIn(const core::CategoryBytes& bytes) {
    using enum core::Category;
    int64_t sum = 0;
    for (const core::Category category :
         {Weights, MasterWeights, OptimizerState, Gradients, GradientShards, Buckets}) {
        sum += bytes[static_cast<size_t>(category)];
    }
    return sum;
}

/// One rank's pool calls, walked in plan order.
struct RankMemory {
    Peak peak;
    std::map<std::string, int64_t> perPhase;     ///< most bytes live at any instant of the phase
    std::map<std::string, Peak> reachedInPhase;  ///< highest instant that an allocate made
    int64_t allocatedPeak = 0, reservedPeak = 0, modelStates = 0;
};

void keepHigher(Peak& peak, int64_t bytes, const PoolRow& row, int rank,
                const core::CategoryBytes& live) {
    if (bytes <= peak.bytes) return;
    peak = {.bytes = bytes,
            .phase = std::string(row.phase),
            .step = row.step,
            .microBatch = row.microBatch,
            .rank = rank,
            .composition = live};
}

void keepInPhase(RankMemory& memory, const PoolRow& row, int64_t bytes) {
    int64_t& highest = memory.perPhase[std::string(row.phase)];
    highest = std::max(highest, bytes);
}

/// Saving a checkpoint is a phase even where it needs no memory of its own.
void addCheckpoint(RankMemory& memory, const RankRows& rows) {
    const bool saves =
        std::ranges::find(rows.phases, kCheckpointPhase, &PhaseRow::phase) != rows.phases.end();
    if (!saves || memory.perPhase.contains(std::string(kCheckpointPhase))) return;
    memory.perPhase[std::string(kCheckpointPhase)] = rows.pool.empty() ? 0 : rows.pool.back().live;
}

/// The first step's peak, where no later one's is the same.
void addFirstStep(RankMemory& memory, const RankRows& rows) {
    int64_t first = 0, later = 0, before = 0;
    for (const PoolRow& row : rows.pool) {
        const int64_t most = std::max(before, row.live);
        before = row.live;
        if (row.phase == kCheckpointPhase || row.step < 0) continue;
        int64_t& peak = row.step == 0 ? first : later;
        peak = std::max(peak, most);
    }
    if (later > 0 && first != later) memory.perPhase[std::string(kFirstStep)] = first;
}

RankMemory walk(const RankRows& rows, int rank) {
    RankMemory memory;
    memory.peak.rank = rank;
    core::CategoryBytes live{};
    for (const PoolRow& row : rows.pool) {
        keepInPhase(memory, row, sumOf(live));  // what the phase found counts as its own
        live[static_cast<size_t>(row.call.tag)] +=
            row.call.allocate ? row.call.requested : -row.call.requested;
        const int64_t bytes = sumOf(live);
        keepInPhase(memory, row, bytes);
        keepHigher(memory.peak, bytes, row, rank, live);
        if (row.call.allocate) {
            keepHigher(memory.reachedInPhase[std::string(row.phase)], bytes, row, rank, live);
        }
        memory.allocatedPeak = std::max(memory.allocatedPeak, row.allocated);
        memory.reservedPeak = std::max(memory.reservedPeak, row.reserved);
        memory.modelStates = std::max(memory.modelStates, modelStatesIn(live));
    }
    addCheckpoint(memory, rows);
    addFirstStep(memory, rows);
    return memory;
}

std::optional<Peak> secondOf(const RankMemory& memory) {
    std::optional<Peak> second;
    for (const auto& [phase, peak] : memory.reachedInPhase) {
        if (phase == memory.peak.phase) continue;
        if (!second || peak.bytes > second->bytes) second = peak;
    }
    return second;
}

std::optional<int64_t> deviceUsed(const Json& run) {
    const Json& value = memberOf(run, "deviceUsedPeakBytes");
    if (!value.is_number_integer()) return std::nullopt;
    return value.get<int64_t>();
}

std::optional<bool> fitsOf(const Json& run) {
    if (const Json& value = memberOf(run, "fits"); value.is_boolean()) return value.get<bool>();
    if (integerOf(run, "memoryLimit") <= 0) return std::nullopt;
    return textOf(run, "status") != "oom";
}

}  // namespace

MemoryReport memoryOf(const Recording& recording) {
    std::vector<RankMemory> ranks;
    for (size_t rank = 0; rank < recording.ranks.size(); ++rank) {
        ranks.push_back(walk(recording.ranks[rank], static_cast<int>(rank)));
    }
    MemoryReport report;
    report.deviceUsedPeakBytes = deviceUsed(recording.trace->run);
    report.fits = fitsOf(recording.trace->run);
    report.deviceMemory = memberOf(recording.trace->run, "deviceMemory");
    for (const RankMemory& memory : ranks) report.perRankPeakBytes.push_back(memory.peak.bytes);
    if (ranks.empty()) return report;
    const auto worst = std::ranges::max_element(
        ranks, {}, [](const RankMemory& memory) { return memory.peak.bytes; });
    report.peak = worst->peak;
    report.peakPerPhase = worst->perPhase;
    report.second = secondOf(*worst);
    report.allocatedPeakBytes = worst->allocatedPeak;
    report.reservedPeakBytes = worst->reservedPeak;
    report.modelStateBytes = worst->modelStates;
    return report;
}

}  // namespace shardscope::traces
