#pragma once
// Bytes as text, and the unit that an axis of bytes has its ticks in. Pure; any thread.

#include <QString>

namespace shardscope::gui {

/// The largest of 1, KiB, MiB, GiB, TiB that is at most @p most.
double byteUnit(double most);
/// "300 KiB", "1.5 MiB", "0": without decimals that say nothing.
QString bytesTick(double bytes);
/// "58.8 GiB", as reports write it.
QString sizeText(qint64 bytes);

}  // namespace shardscope::gui
