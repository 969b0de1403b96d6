#pragma once
// Numbers and names as the compare view writes them.

#include <QCoreApplication>
#include <QString>
#include <cstdint>

#include "gui/layout/scene.h"

namespace shardscope::gui {

/// Compare::tr("…"): the compare view's translations.
class Compare {
    Q_DECLARE_TR_FUNCTIONS(Compare)
};

/// "57.2 MiB", "16.00 GiB": as the command writes them.
QString bytesText(int64_t bytes);
/// "116.3 ms", "1.25 s", "340 µs", "12 ns".
QString timeText(int64_t ns);
/// The same with the digits that tell neighbours @p stepNs apart.
QString tickText(int64_t ns, int64_t stepNs);
QString markName(MarkKind kind);
/// "compute", "communication", "host"; another lane as the recording names it.
QString laneTitle(const Lane& lane);

}  // namespace shardscope::gui
