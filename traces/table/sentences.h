#pragma once
// What the numbers of a comparison say, one sentence an entry; each is computed and can say the
// opposite. Pure functions of the model; any thread.

#include <string>
#include <vector>

#include "traces/table/model.h"

namespace shardscope::table {

/// Who fits under the limit; what a stage saves at its peak or why it saves nothing, and what it
/// sends for it (sentences.cpp).
std::vector<std::string> memorySentences(const TableModel& model);
/// Which step times can be told apart, and whose times they are (sentences.cpp).
std::vector<std::string> stepSentences(const TableModel& model);
/// Weights, losses, observed axes, recorder losses, notes (checks.cpp).
std::vector<std::string> checkSentences(const TableModel& model);

}  // namespace shardscope::table
