#pragma once
// The settings of a model's shape that only llama has.

#include "core/model/workload.h"
#include "profiler/cli/options/setting_reader.h"

namespace shardscope::cli {

/// Reads them into @p model; what is not set stays as it is there. Another model's validate() refuses
/// those that were set.
void readLlamaShape(SettingReader& read, core::ModelShape& model);

}  // namespace shardscope::cli
