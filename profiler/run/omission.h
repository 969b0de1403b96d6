#pragma once
// `run --without …`: the broken variant runs beside the intact one, and is told apart from it.

#include <memory>
#include <vector>

#include "core/plan/strategy.h"
#include "profiler/run/session.h"

namespace shardscope::profiler {

/// Each strategy that leaves something out is preceded by the same one complete, unless it is there.
std::vector<core::Strategy> withIntactTwins(const std::vector<core::Strategy>& strategies);

/// Fails every session whose training is wrong, saying at which step it parts and why: ranks that
/// hold different weights, or weights that differ from the intact twin's.
void judgeOmissions(const std::vector<std::unique_ptr<Session>>& sessions);

}  // namespace shardscope::profiler
