#pragma once
// Plans for the tests: of the real command, and small ones made by hand.

#include <QByteArray>
#include <QString>

#include "gui/model/plan.h"

namespace shardscope::gui {

/// What `shardscope plan WORDS --json` prints; its exit status into @p status.
QByteArray planJson(const QString& words, int* status = nullptr);
/// parsePlan() of it.
Plan planned(const QString& words);
/// A model that fits an 80 GB GPU under some strategies: 3 × 4 cells, some of which are too large.
const Plan& usualPlan();

/// Two strategies on two numbers of ranks, margins in GiB: 10 and −10 on 8 ranks, 20 and 5 on 16; the
/// second strategy has a second, worse row on 16 ranks. A budget of 80 GiB.
Plan smallPlan();

}  // namespace shardscope::gui
