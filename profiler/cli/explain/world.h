#pragma once
// All ranks of a strategy, executing their plans without arithmetic: streams in order, events waited
// for, collectives together. What each buffer then holds is a fact of the plans, not of this file.
//
// Time: a compute stream runs to a given point; what the communication stream could do at the last
// such point is then done, as if a collective took as long as the backward of one bucket. A wait in
// the plan makes it happen earlier.

#include <array>
#include <memory>
#include <utility>
#include <vector>

#include "core/plan/planner.h"
#include "profiler/cli/explain/rank_memory.h"
#include "profiler/cli/explain/rank_program.h"

namespace shardscope::explain {

class World {
  public:
    /// Errors: InvalidInput as planSetup and planStep. Borrows @p problem.
    static core::Result<World> make(const core::Problem& problem);

    /// Runs every rank's compute stream up to @p position, then communication as described above,
    /// unless @p sends is false: then only what the compute stream waits for.
    void runTo(size_t position, bool sends = true);

    const core::Problem& problem() const { return *problem_; }
    int ranks() const { return problem_->buckets.ranks; }
    const core::StepPlan& step(core::Rank rank) const { return steps_[rank.index()]; }
    const std::vector<Atoms>& atoms() const { return *atoms_; }
    const RankMemory& memory(core::Rank rank) const { return memories_[rank.index()]; }
    const RankProgram& program(core::Rank rank) const { return programs_[rank.index()]; }
    /// How many of a stream's entries are done.
    size_t progress(core::Rank rank, core::StreamId stream) const {
        return progress_[rank.index()][stream.index()];
    }
    bool done(core::Rank rank, const Progress& place) const {
        return place.position < progress(rank, place.stream);
    }
    /// Entries of the communication stream that may run now and have not: [first, last).
    std::pair<size_t, size_t> underWay(core::Rank rank) const;

  private:
    explicit World(const core::Problem& problem);
    void advance(core::Rank rank, core::StreamId stream, size_t position);
    void execute(core::Rank rank, const ProgramEntry& entry);
    void launch(core::Rank rank, const core::Operation& operation, int microBatch);
    void meet(size_t collective);
    size_t reachOf(core::Rank rank) const;

    const core::Problem* problem_;
    std::unique_ptr<const std::vector<Atoms>> atoms_;
    std::vector<core::StepPlan> setups_, steps_;
    std::vector<RankProgram> programs_;
    std::vector<RankMemory> memories_;
    std::vector<std::array<size_t, core::kStreams>> progress_;
    std::vector<size_t> due_;  ///< of communication, by rank: done at the next point that sends
    std::vector<size_t> collectivesDone_;
};

}  // namespace shardscope::explain
