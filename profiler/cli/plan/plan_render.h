#pragma once
// What `plan` prints: text within 100 columns of ASCII, `shardscope.plan/1`, CSV, Markdown. Pure.

#include <string>
#include <vector>

#include "profiler/cli/plan/plan_outcome.h"

namespace shardscope::cli {

inline constexpr int kPlanColumns = 100;

std::string planText(const PlanRequest& request, const PlanOutcome& outcome);
std::string planJson(const PlanRequest& request, const PlanOutcome& outcome);
std::string planCsv(const PlanRequest& request, const PlanOutcome& outcome);
std::string planMarkdown(const PlanRequest& request, const PlanOutcome& outcome);

/// The rows that are worth a line (plan_table.cpp).
std::vector<size_t> shownRows(const PlanOutcome& outcome);
std::string planTable(const PlanRequest& request, const PlanOutcome& outcome);
/// --slide: a line a value, a column a strategy (plan_slide.cpp).
std::string slideTable(const PlanRequest& request, const PlanOutcome& outcome);
/// What the rows say, one sentence an entry (plan_sentences.cpp).
std::vector<std::string> planSentences(const PlanRequest& request, const PlanOutcome& outcome);
/// Which sizes of --slide bucket make no difference, or nothing (plan_slide.cpp).
std::string sameBuckets(const PlanRequest& request, const PlanOutcome& outcome);
/// Where stage 2 sends more than stage 1, and more than it saves; from which bucket on nothing overlaps
/// (slide_sentences.cpp).
std::vector<std::string> slideSentences(const PlanRequest& request, const PlanOutcome& outcome);

}  // namespace shardscope::cli
