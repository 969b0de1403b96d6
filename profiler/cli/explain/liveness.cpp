#include "profiler/cli/explain/liveness.h"

#include <algorithm>

namespace shardscope::explain {

using core::BufferId;
using core::Category;
using core::Rank;
using core::TensorId;

namespace {

bool holdsGradients(Category category) {
    return category == Category::Gradients || category == Category::GradientShards;
}

core::Operands operandsOfAction(const ProgramEntry& entry) {
    if (const auto* launch = std::get_if<core::Launch>(&entry.action->what)) {
        return operandsOf(launch->operation, std::max(entry.microBatch, 0));
    }
    if (const auto* call = std::get_if<core::Collective>(&entry.action->what)) {
        return {.reads = {call->input}, .writes = {call->output}};
    }
    return {};
}

/// Cells whose fate is open, decided by the actions to come, one after the other.
class Fate {
  public:
    Fate(const World& world, Rank rank) : world_(world), rank_(rank) {
        const core::Layout& layout = world.step(rank).layout;
        for (size_t i = 0; i < layout.buffers.size(); ++i) {
            const BufferId buffer{static_cast<int32_t>(i)};
            if (!holdsGradients(layout[buffer].category) || !memory().live(buffer)) continue;
            const AtomSpan room = memory().roomOf(buffer);
            for (size_t a = room.first; a < room.last; ++a) open_.insert({buffer, a});
        }
    }

    bool decided() const { return open_.empty(); }

    void see(const ProgramEntry& entry) {
        if (const auto* free = std::get_if<core::Free>(&entry.action->what)) {
            std::erase_if(open_, [&](const Cell& cell) { return cell.first == free->buffer; });
        }
        const core::Operands operands = operandsOfAction(entry);
        for (TensorId tensor : operands.reads) close(tensor, true);
        for (TensorId tensor : operands.writes) close(tensor, false);
    }

    std::set<Cell> read() && { return std::move(read_); }

  private:
    const RankMemory& memory() const { return world_.memory(rank_); }

    void close(TensorId tensor, bool isRead) {
        const auto place = memory().placeOf(tensor);
        if (!place) return;
        for (size_t a = place->atoms.first; a < place->atoms.last; ++a) {
            const Cell cell{place->buffer, a};
            if (open_.erase(cell) > 0 && isRead) read_.insert(cell);
        }
    }

    const World& world_;
    Rank rank_;
    std::set<Cell> open_, read_;
};

void insert(std::set<Cell>& cells, const std::optional<Place>& place) {
    if (!place) return;
    for (size_t a = place->atoms.first; a < place->atoms.last; ++a) {
        cells.insert({place->buffer, a});
    }
}

}  // namespace

std::set<Cell> readAgain(const World& world, Rank rank) {
    Fate fate(world, rank);
    const RankProgram& program = world.program(rank);
    size_t next = program.planned.size();
    for (size_t s = 0; s < program.streams.size(); ++s) {
        const size_t at = world.progress(rank, core::StreamId{static_cast<int32_t>(s)});
        if (at < program.streams[s].size()) next = std::min(next, program.streams[s][at].order);
    }
    for (; next < program.planned.size() && !fate.decided(); ++next) {
        if (!world.done(rank, program.planned[next])) fate.see(program.at(program.planned[next]));
    }
    return std::move(fate).read();
}

Moving movingOf(const World& world, Rank rank) {
    Moving moving;
    const auto& entries = world.program(rank).streams[core::kCommunication.index()];
    const auto [first, last] = world.underWay(rank);
    for (size_t i = first; i < last; ++i) {
        const core::Operands operands = operandsOfAction(entries[i]);
        for (TensorId id : operands.reads) insert(moving.read, world.memory(rank).placeOf(id));
        for (TensorId id : operands.writes) insert(moving.written, world.memory(rank).placeOf(id));
    }
    return moving;
}

}  // namespace shardscope::explain
