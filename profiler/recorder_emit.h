#pragma once
// One emit() in progress: what the emitters share. Each emitter writes one kind of event of
// traces/vocabulary.h and lives in the .cpp of its name.

#include <array>
#include <cstdint>
#include <map>
#include <string>
#include <string_view>
#include <unordered_set>
#include <vector>

#include "profiler/recorder_join.h"
#include "profiler/recorder_lives.h"
#include "traces/trace.h"

namespace shardscope::profiler {

/// An async lifetime that was begun and goes on.
struct OpenSpan {
    std::string_view name;  ///< empty: none
    uint64_t id = 0;
};

/// What the events of one window of records hand to those of the next. A whole recording is one
/// window; the spool takes one a step.
struct EmitState {
    RecordWindow window;
    int64_t poolSeq = 0;
    int64_t collectiveSeq = 0;
    uint64_t ids = 0;  ///< given out so far
    core::CategoryBytes live{};
    std::map<std::string, int64_t, std::less<>> counters;  ///< last value written
    std::vector<OpenSpan> parameters;                      ///< by bucket
    std::unordered_set<uint32_t> namedLanes;
};

struct Emission {
    Joined& seen;
    const BufferLives& lives;
    EmitState& state;
    traces::TraceBuilder& out;
    bool last = true;  ///< no window follows: what is open ends at the last known time
    Unpaired unpaired;

    uint32_t pid() const;
    /// Unique over ranks and kinds; below 2^53, so that readers with doubles keep it.
    uint64_t nextId();

    /// Arguments of the next event.
    Emission& place(PlanOrder order);              ///< step, microBatch
    Emission& action(const core::Action& action);  ///< phase, action
    Emission& bucket(core::BucketId bucket);       ///< bucket, label; nothing when invalid

    void begin(std::string_view category, std::string_view name, uint64_t id, int64_t tsNs);
    void end(std::string_view category, std::string_view name, uint64_t id, int64_t tsNs);
};

/// A full-size gradient buffer and the last reduction of what it held.
struct FullGradient {
    const BufferLife* life = nullptr;
    const SeenOnStream* reduction = nullptr;  ///< none at N = 1, or when the run ended before it
};
std::vector<FullGradient> fullGradients(const Emission& emission);

/// Whether a wait is shown: on the compute stream, and long enough to be a stall.
bool isStall(const SeenOnStream& seen);
/// Gives everything that has a span its lane, so that spans of one lane never overlap.
void assignLanes(Joined& joined);
/// tid of a stream's lane.
uint32_t tidOf(core::StreamId stream);

void emitLanes(Emission& emission);
void emitOperations(Emission& emission);
void emitCollectives(Emission& emission);
void emitStalls(Emission& emission);
void emitMemory(Emission& emission);
void emitGradients(Emission& emission);
void emitParameters(Emission& emission);
void emitMarks(Emission& emission);
void emitFlows(Emission& emission);
void emitPhases(Emission& emission);
void emitSteps(Emission& emission);
void emitHostWaits(Emission& emission);

/// All of it, for the records of @p state's window, which moves to the end of what is there.
Unpaired emitWindow(const RecordStore& store, EmitState& state, bool last,
                    const core::Problem& problem, const core::StepPlan& setup,
                    const core::StepPlan& step, int64_t offsetNs, traces::TraceBuilder& out);

}  // namespace shardscope::profiler
