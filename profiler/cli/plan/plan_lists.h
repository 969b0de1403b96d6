#pragma once
// The lists of `plan`: each setting's choices, as the options or a file name them. Faults are the
// reader's.

#include <vector>

#include "core/capacity/formulas/model_states.h"
#include "core/capacity/question.h"
#include "profiler/cli/options/setting_reader.h"

namespace shardscope::cli {

/// Bytes stay bytes: how many elements they are depends on the strategy's gradient type.
std::vector<core::BucketSize> readBuckets(SettingReader& read);
std::vector<core::Checkpointing> readCheckpointings(SettingReader& read,
                                                    core::Checkpointing fallback);
/// Empty when --attention is not given, or is one: the workload has it then.
std::vector<core::Attention> readAttentions(SettingReader& read);
/// Ranks a group; 0 for "all". Empty when --shard-group is not given.
std::vector<int> readShardGroups(SettingReader& read);
/// At least one.
std::vector<core::StateConvention> readConventions(SettingReader& read);

}  // namespace shardscope::cli
