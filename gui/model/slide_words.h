#pragma once
// A slide's values and findings as people read them, translated. Plans here have a slide. The
// application's thread only, because of translation.

#include <QString>

#include "gui/model/plan.h"

namespace shardscope::gui {

/// "G = 4", "5,000,000 elements a bucket", "a bucket a layer", "25MiB a bucket".
QString stopText(const Plan& plan, qsizetype stop);
/// The same below an axis: "4", "5M", "layer".
QString stopShort(const QString& value);
/// The model, and what stays: "llama-3.1-8b · 64 ranks · micro-batch 1 · in-flight 2".
QString slideQuestion(const Plan& plan);
/// What was found along the setting: where traffic outweighs memory, from where nothing overlaps.
QString slideVerdict(const Plan& plan);
/// A time on an axis whose largest is @p most: "200 ms"; nanoseconds.
QString timeTick(double ns, double most);
double timeUnitNs(double most);

}  // namespace shardscope::gui
