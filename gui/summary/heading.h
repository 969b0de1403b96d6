#pragma once
// What was run, on what: the lines above the comparison. The application's thread only because of
// translation.

#include <QString>

#include "gui/summary/comparison.h"

namespace shardscope::gui::summary {

/// "gpt 6 × 384 · 10,770,432 parameters · bf16 · AdamW · 4 ranks"; what differs between rows is
/// left out. Empty without a report.
QString workloadText(const Comparison& comparison);
/// "host, AMD EPYC, 4 ranks in one process on 2 cores"; "several machines".
QString machineText(const Comparison& comparison);
/// Every sentence that the command prints under its table, in the language of now.
QStringList sentencesOf(const Comparison& comparison);

}  // namespace shardscope::gui::summary
