#include "profiler/cli/explain/glyph.h"

namespace shardscope::explain {

namespace {

std::string letter(int owner, char second) { return {static_cast<char>('A' + owner), second}; }
/// Small letters are one rank's own, capitals are sums over all ranks.
char small(int owner) { return static_cast<char>('a' + owner); }

Glyph fullGlyph(const GradientCell& cell, int owner) {
    switch (cell.full) {
        case Holding::None:
            return {". ", Message::CellAbsent};
        case Holding::Empty:
            return {"_ ", Message::CellEmpty};
        case Holding::Dead:
            return {"# ", Message::CellDead};
        case Holding::Summed:
            return {letter(owner, ' '), Message::CellSummed};
        case Holding::Local:
            break;
    }
    if (cell.moving) return {{small(owner), '~'}, Message::CellLocalMoving};
    return {{small(owner), ' '}, Message::CellLocal};
}

/// A reduced shard is kept beside the full-size bucket; both may hold something.
Glyph keptGlyph(const GradientCell& cell, int owner) {
    if (cell.full == Holding::Dead) return {letter(owner, '#'), Message::CellKeptAndDead};
    if (cell.full == Holding::None) return {letter(owner, ' '), Message::CellSummed};
    if (cell.moving) return {letter(owner, '~'), Message::CellKeptAndMoving};
    return {letter(owner, small(owner)), Message::CellKeptAndLocal};
}

}  // namespace

Glyph glyphOf(const ParameterCell& cell, int owner) {
    switch (cell.state) {
        case ParameterState::Absent:
            if (cell.moving) return {".~", Message::CellAbsentMoving};
            return {". ", Message::CellAbsent};
        case ParameterState::Ready:
            return {letter(owner, ' '), Message::CellReady};
        case ParameterState::Updated:
            return {letter(owner, '\''), Message::CellUpdated};
        case ParameterState::Stale:
            if (cell.moving) return {letter(owner, '~'), Message::CellStaleMoving};
            return {letter(owner, '-'), Message::CellStale};
        case ParameterState::Wrong:
            return {letter(owner, '!'), Message::CellWrong};
    }
    core::broken("unknown ParameterState");
}

Glyph glyphOf(const GradientCell& cell, int owner) {
    if (cell.shard == Holding::Summed) return keptGlyph(cell, owner);
    if (cell.shard == Holding::Local && cell.full == Holding::None) {
        return {{small(owner), ' '}, Message::CellLocal};
    }
    return fullGlyph(cell, owner);
}

Glyph glyphOf(OptimizerCell cell, int owner) {
    switch (cell) {
        case OptimizerCell::Absent:
            return {". ", Message::CellAbsent};
        case OptimizerCell::Kept:
            return {letter(owner, ' '), Message::CellStateKept};
        case OptimizerCell::Updated:
            return {letter(owner, '\''), Message::CellStateUpdated};
    }
    core::broken("unknown OptimizerCell");
}

}  // namespace shardscope::explain
