#pragma once
// What a plan is asked, from settings. Faults are the reader's.

#include "profiler/cli/options/setting_reader.h"
#include "profiler/cli/plan/plan_options.h"
#include "profiler/run/run_request.h"

namespace shardscope::cli {

/// @param shared what the other commands read of @p firsts, which are @p read's settings with of each list
/// the first item.
core::PlanQuestion readQuestion(SettingReader& read, const profiler::RunRequest& shared,
                                const core::Settings& firsts);
/// --slide: one of the question's lists becomes the axis.
void readSlide(SettingReader& read, PlanRequest& request);
/// Rows that the lists come to.
size_t rowCount(const core::PlanQuestion& question);

}  // namespace shardscope::cli
