#pragma once
// A rank's set-up and steps as two first-in-first-out lists of actions, one a stream, with what each
// wait waits for. Allocate and free stand in the buffer's home stream: that is when the device may
// begin and cease to use it.

#include <array>
#include <optional>
#include <vector>

#include "core/plan/planner.h"

namespace shardscope::explain {

/// A point of one stream: everything before `position` has been done.
struct Progress {
    core::StreamId stream;
    size_t position = 0;
};

struct ProgramEntry {
    const core::Action* action = nullptr;  ///< of the plans, which outlive the program
    int microBatch = -1;                   ///< -1 outside micro-batches
    int step = -1;                         ///< -1 = set-up, 0, 1
    std::optional<Progress> waitsFor;      ///< of a wait; none = the event was never recorded
    size_t order = 0;                      ///< place among both streams' entries, as planned
};

struct RankProgram {
    std::array<std::vector<ProgramEntry>, core::kStreams> streams;
    std::vector<Progress> planned;    ///< every entry, in plan order
    std::vector<size_t> collectives;  ///< positions in the communication stream

    const ProgramEntry& at(const Progress& place) const {
        return streams[place.stream.index()][place.position];
    }
};

/// Set-up, one step, and the next step's first forward.
RankProgram programOf(const core::StepPlan& setup, const core::StepPlan& step);

}  // namespace shardscope::explain
