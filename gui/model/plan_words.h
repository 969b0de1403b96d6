#pragma once
// A plan's numbers as people read them, translated. Pure; any thread.

#include <QString>
#include <QStringList>

#include "gui/model/plan.h"

namespace shardscope::gui {

/// "20.0 GiB free", "58.5 GiB too much", "needs 58.8 GiB", "not possible".
QString marginText(const PlanRow& row);
/// The same in as little room: "+20.0 GiB", "−58.5 GiB", "58.8 GiB", "–".
QString marginShort(const PlanRow& row);
/// The same without decimals: "+20 GiB", "+0.7 GiB".
QString marginTiny(const PlanRow& row);
/// "1 rank", "8 ranks".
QString ranksText(qint64 ranks);
/// "2.19 s", "345 ms"; "–" when there is none.
QString stepText(std::optional<qint64> ns);
/// "micro-batch 1, G 8, bucket layer, in-flight 2".
QString settingsText(const PlanRow& row);
/// "mb 1 · G 8".
QString settingsShort(const PlanRow& row);
/// "mb 1 · G 8 · layer · k 2": with the bucket and how many are in flight.
QString settingsLine(const PlanRow& row);
/// "26.2 GiB in 34 calls, 2.00 × parameters".
QString trafficText(const PlanRow& row);
/// All of it in one sentence: tool tips and screen readers.
QString rowSentence(const PlanRow& row);
/// "llama-3.1-8b · 8,030,261,248 parameters · h100-sxm · 78.8 GiB for a rank's pool".
QString questionText(const Plan& plan);
/// Why the recommended row is, in the words of the command's `recommendation.reason`.
QString reasonText(const Plan& plan);
/// The recommendation, or what is closest when nothing fits.
QString verdictText(const Plan& plan);
/// What would have to change, one line each; empty unless nothing fits.
QStringList changeTexts(const Plan& plan);
/// Why @p row is not evaluated.
QString refusalText(const PlanRow& row);
/// What the answer rests on, one line each.
QStringList assumptionTexts(const Plan& plan);

}  // namespace shardscope::gui
