#pragma once
// What is said of a DeepSpeed configuration's keys, as templates. Pure; any thread.

#include <vector>

#include "traces/table/phrase.h"

namespace shardscope::table {

/// Of core/config/deepspeed (section.cpp, sections.cpp, keys.cpp) and of what user_files.cpp puts before it,
/// the particular before the general.
const std::vector<Phrase>& deepSpeedTemplates();

}  // namespace shardscope::table
