#pragma once
// Reads WORKLOAD.json: what to train and how, in the words of `shardscope.report/1`.
//
// { "model": { "name": "gpt", "layers": 6, "hidden": 384, "heads": 6, "vocab": 256, "sequence": 64 },
//   "ranks": 4, "microBatch": 1, "gradAccum": [1, 4], "stage": [1, 2], "dtype": "bf16", … }
// Every key may be left out; settings.h lists them. "model": "gpt" stands for its name alone.

#include <string>
#include <string_view>

#include "core/base/result.h"
#include "core/config/settings.h"

namespace shardscope::core {

/// Reads @p path. Ranges of values are checked where they are converted, not here.
/// Errors: InvalidInput naming file, line, column and key for a missing or unreadable file, broken
/// JSON, an unknown key (with the nearest known one), a key given twice, or a wrong type.
Result<Settings> readWorkloadFile(const std::string& path);
/// The same from @p json; @p name stands for the file in messages.
Result<Settings> parseWorkload(std::string_view json, std::string_view name);

}  // namespace shardscope::core
