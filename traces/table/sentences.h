#pragma once
// What the numbers of a comparison say, one sentence an entry; each is computed and can say the
// opposite. Pure functions of the model; any thread.

#include <vector>

#include "traces/table/model.h"
#include "traces/table/phrase.h"

namespace shardscope::table {

/// Every sentence, in the order in which the command prints them.
std::vector<Phrase> sentencesOf(const TableModel& model);

/// Who fits under the limit; what a stage saves at its peak or why it saves nothing, and what it
/// sends for it (memory_sentences.cpp).
std::vector<Phrase> memorySentences(const TableModel& model);
/// Which step times can be told apart, and whose times they are (step_sentences.cpp).
std::vector<Phrase> stepSentences(const TableModel& model);
/// Weights, losses and skipped steps (loss_sentences.cpp).
std::vector<Phrase> numericsSentences(const TableModel& model);
/// Observed axes, interrupted runs, recorder losses, notes (check_sentences.cpp).
std::vector<Phrase> checkSentences(const TableModel& model);

}  // namespace shardscope::table
