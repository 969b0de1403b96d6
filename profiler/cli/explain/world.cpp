#include "profiler/cli/explain/world.h"

#include "profiler/cli/explain/launch_effect.h"

namespace shardscope::explain {

using core::kCommunication;
using core::kCompute;
using core::Rank;

World::World(const core::Problem& problem) : problem_(&problem) {
    auto atoms = std::make_unique<std::vector<Atoms>>();
    for (int b = 0; b < problem.buckets.count(); ++b) {
        atoms->emplace_back(problem.buckets, core::BucketId{b});
    }
    atoms_ = std::move(atoms);
}

core::Result<World> World::make(const core::Problem& problem) {
    World world(problem);
    const auto ranks = static_cast<size_t>(world.ranks());
    for (int r = 0; r < world.ranks(); ++r) {
        auto setup = planSetup(problem, Rank{r});
        if (!setup) return tl::unexpected(setup.error());
        auto step = planStep(problem, Rank{r});
        if (!step) return tl::unexpected(step.error());
        world.setups_.push_back(std::move(*setup));
        world.steps_.push_back(std::move(*step));
    }
    for (size_t r = 0; r < ranks; ++r) {
        world.programs_.push_back(programOf(world.setups_[r], world.steps_[r]));
        world.memories_.emplace_back(world.steps_[r].layout, *world.atoms_,
                                     Rank{static_cast<int32_t>(r)});
    }
    for (const RankProgram& program : world.programs_) {
        if (program.streams[0].size() != world.programs_.front().streams[0].size()) {
            core::broken("the compute streams of all ranks have the same actions");
        }
    }
    world.progress_.resize(ranks);
    world.due_.resize(ranks);
    world.collectivesDone_.resize(ranks);
    return world;
}

void World::runTo(size_t position, bool sends) {
    for (int r = 0; r < ranks(); ++r) advance(Rank{r}, kCompute, position);
    if (!sends) return;
    for (int r = 0; r < ranks(); ++r) {
        advance(Rank{r}, kCommunication, due_[static_cast<size_t>(r)]);
    }
    for (int r = 0; r < ranks(); ++r) due_[static_cast<size_t>(r)] = reachOf(Rank{r});
}

std::pair<size_t, size_t> World::underWay(Rank rank) const {
    return {progress_[rank.index()][kCommunication.index()], reachOf(rank)};
}

size_t World::reachOf(Rank rank) const {
    const auto& entries = program(rank).streams[kCommunication.index()];
    size_t at = progress_[rank.index()][kCommunication.index()];
    for (; at < entries.size(); ++at) {
        const auto& waits = entries[at].waitsFor;
        if (waits && waits->stream == kCompute &&
            waits->position > progress_[rank.index()][kCompute.index()]) {
            break;
        }
    }
    return at;
}

void World::advance(Rank rank, core::StreamId stream, size_t position) {
    size_t& at = progress_[rank.index()][stream.index()];
    const auto& entries = program(rank).streams[stream.index()];
    while (at < position) {
        const ProgramEntry& entry = entries[at];
        if (std::holds_alternative<core::Collective>(entry.action->what)) {
            meet(collectivesDone_[rank.index()]);
            continue;
        }
        if (entry.waitsFor) advance(rank, entry.waitsFor->stream, entry.waitsFor->position);
        execute(rank, entry);
        ++at;
    }
}

/// Brings every rank to its call, and lets all of them pass.
void World::meet(size_t collective) {
    std::vector<const core::Collective*> calls;
    for (int r = 0; r < ranks(); ++r) {
        const RankProgram& program = programs_[static_cast<size_t>(r)];
        if (collective >= program.collectives.size()) {
            core::broken("all ranks launch the same collectives");
        }
        const size_t position = program.collectives[collective];
        advance(Rank{r}, kCommunication, position);
        const ProgramEntry& entry = program.streams[kCommunication.index()][position];
        calls.push_back(&std::get<core::Collective>(entry.action->what));
    }
    applyCollective(memories_, calls);
    for (auto& progress : progress_) ++progress[kCommunication.index()];
    for (size_t& count : collectivesDone_) ++count;
}

void World::execute(Rank rank, const ProgramEntry& entry) {
    RankMemory& memory = memories_[rank.index()];
    if (const auto* a = std::get_if<core::Allocate>(&entry.action->what)) {
        memory.allocate(a->buffer);
    } else if (const auto* f = std::get_if<core::Free>(&entry.action->what)) {
        memory.free(f->buffer);
    } else if (const auto* l = std::get_if<core::Launch>(&entry.action->what)) {
        launch(rank, l->operation, entry.microBatch);
    }
}

void World::launch(Rank rank, const core::Operation& operation, int microBatch) {
    applyLaunch(memories_[rank.index()], step(rank).layout, operation, microBatch, rank.value,
                ranks());
}

}  // namespace shardscope::explain
