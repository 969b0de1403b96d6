// Which instant each recording's pool is shown at, and what is free there.

#include <algorithm>

#include "gui/layout/describe_call.h"
#include "gui/layout/pool_map.h"
#include "gui/layout/words.h"

namespace shardscope::gui {
namespace {

std::optional<size_t> callOf(const Frame& frame, const MemoryTrack& memory,
                             std::optional<int64_t> atNs) {
    if (memory.empty()) return std::nullopt;
    const size_t count = memory.calls().size();
    if (!atNs) return memory.highestIn({0, count});
    const size_t call = memory.callAt(frame.originNs + *atNs);
    return call < count ? std::optional(call) : std::nullopt;
}

const PoolPanel* panelOf(const Hit& hit, const std::vector<PoolPanel>& panels) {
    const auto place = static_cast<size_t>(hit.panel);
    return hit.panel >= 0 && place < panels.size() ? &panels[place] : nullptr;
}

QString segmentTip(const PoolState& state, int32_t segment) {
    int64_t reserved = 0, free = 0;
    int blocks = 0, pieces = 0;
    for (const PoolRun& each : state.mapped)
        reserved += each.segment == segment ? each.run.bytes() : 0;
    for (const PoolBlock& block : state.blocks) blocks += block.segment == segment ? 1 : 0;
    for (const PoolRun& each : freeRunsOf(state)) {
        if (each.segment != segment) continue;
        free += each.run.bytes();
        ++pieces;
    }
    return Compare::tr("segment %1: %2 reserved, %3 blocks; %4 free in %5 pieces")
        .arg(segment)
        .arg(bytesText(reserved))
        .arg(blocks)
        .arg(bytesText(free))
        .arg(pieces);
}

}  // namespace

std::vector<PoolPanel> poolPanelsOf(const std::vector<Frame>& frames, std::optional<int64_t> atNs) {
    std::vector<PoolPanel> panels;
    for (const Frame& frame : frames) {
        PoolPanel panel{.frame = frame, .call = {}, .atNs = atNs, .state = {}};
        if (const RankTimeline* rows = frame.rows()) {
            panel.call = callOf(frame, rows->memory, atNs);
            if (panel.call && rows->pool.known())
                panel.state = rows->pool.stateAt(rows->memory, *panel.call);
        }
        panels.push_back(std::move(panel));
    }
    return panels;
}

QString whyNoMap(const PoolPanel& panel) {
    const RankTimeline* rows = panel.frame.rows();
    if (!panel.frame.recording->timeline->ours) {
        return Compare::tr(
            "Another program's trace: its events do not say where an allocator put "
            "its blocks.");
    }
    if (!rows || rows->memory.empty()) {
        return Compare::tr("No allocation of this rank was recorded.");
    }
    if (!rows->pool.known())
        return Compare::tr("This recording does not say where its blocks were.");
    if (!panel.call) return Compare::tr("Nothing was allocated yet.");
    return {};
}

Selection selectionOf(const Hit& hit, const std::vector<PoolPanel>& panels) {
    const PoolPanel* panel = panelOf(hit, panels);
    if (!panel || hit.kind != HitKind::Block) return {};
    return selectionOf(panel->frame, hit.panel, hit.index);
}

QString tipOf(const Hit& hit, const std::vector<PoolPanel>& panels) {
    const PoolPanel* panel = panelOf(hit, panels);
    if (!panel) return {};
    if (hit.kind == HitKind::Segment) return segmentTip(panel->state, hit.row);
    if (hit.kind != HitKind::Block) return {};
    if (hit.count == 1) return tipOf(panel->frame, hit.index);
    const auto& blocks = panel->state.blocks;
    auto block = std::ranges::find(blocks, hit.index, &PoolBlock::call);
    int64_t bytes = 0;
    for (uint32_t i = 0; i < hit.count && block != blocks.end(); ++i, ++block)
        bytes += block->bytes;
    return Compare::tr("%1 blocks, %2 together").arg(hit.count).arg(bytesText(bytes));
}

std::vector<PoolRun> freeRunsOf(const PoolState& state) {
    std::vector<PoolRun> free;
    auto block = state.blocks.begin();
    for (const PoolRun& mapped : state.mapped) {
        int64_t begin = mapped.run.begin;
        const auto give = [&](int64_t end) {
            if (begin < end) free.push_back({mapped.segment, {begin, end}});
        };
        while (block != state.blocks.end() && block->segment < mapped.segment) ++block;
        for (; block != state.blocks.end() && block->segment == mapped.segment &&
               block->offset < mapped.run.end;
             ++block) {
            give(block->offset);
            begin = std::max(begin, block->end());
        }
        give(mapped.run.end);
    }
    return free;
}

}  // namespace shardscope::gui
