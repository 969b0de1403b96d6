#include <algorithm>

#include "gui/layout/describe_call.h"
#include "gui/layout/pool_frame.h"
#include "gui/layout/words.h"

namespace shardscope::gui {
namespace {

QString instantText(const PoolPanel& panel, bool held) {
    if (!panel.atNs) return Compare::tr("at its peak: %1").arg(planText(panel.frame, *panel.call));
    const QString at = timeText(*panel.atNs);
    return held ? Compare::tr("held at %1").arg(at) : Compare::tr("at %1").arg(at);
}

QString totalsText(const PoolState& state) {
    int64_t free = 0, largest = 0;
    const std::vector<PoolRun> pieces = freeRunsOf(state);
    for (const PoolRun& piece : pieces) {
        free += piece.run.bytes();
        largest = std::max(largest, piece.run.bytes());
    }
    return Compare::tr("%1 live, %2 allocated, %3 reserved; %4 free in %5 pieces, the largest %6")
        .arg(bytesText(state.live), bytesText(state.allocated), bytesText(state.reserved),
             bytesText(free))
        .arg(pieces.size())
        .arg(bytesText(largest));
}

}  // namespace

PoolHead headOf(const PoolPanel& panel, bool held) {
    const Frame& frame = panel.frame;
    const QString why = whyNoMap(panel);
    PoolHead head{.title = QString::fromStdString(frame.recording->name), .text = why};
    if (frame.rows()) head.title += QStringLiteral(" · ") + Compare::tr("rank %1").arg(frame.rank);
    if (!why.isEmpty()) return head;
    head.title += QStringLiteral(" · ") + instantText(panel, held);
    head.text = totalsText(panel.state);
    const int64_t unlike = frame.rows()->pool.unlike();
    head.warning = unlike > 0;
    if (!head.warning) return head;
    head.text = Compare::tr(
                    "Not whole: after %1 calls blocks or segments do not add up to what was "
                    "recorded; some calls are missing.")
                    .arg(unlike);
    return head;
}

QStringList headsOf(const std::vector<PoolPanel>& panels, bool held) {
    QStringList heads;
    for (const PoolPanel& panel : panels) {
        const PoolHead head = headOf(panel, held);
        heads << head.title + QStringLiteral(": ") + head.text;
    }
    return heads;
}

}  // namespace shardscope::gui
