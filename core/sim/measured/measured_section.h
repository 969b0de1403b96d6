#pragma once
// The section "measured" of a hardware file:
//
//   "measured": { "source": "measured by shardscope calibrate on …",
//     "kernels": [ { "kernel": "matmul", "variant": "bf16 bf16 > bf16", "shape": [64, 1536, 384],
//                    "ranks": 1, "work": 75497472, "us": 251.3 } ],
//     "collectives": [ { "collective": "allReduce", "dtype": "bf16", "ranks": 2, "bytes": 65536,
//                        "us": 41.5, "besideUs": 120.2 } ] }
//
// "besideUs", which may be left out, is its time while the rank computed on its other stream.

#include <optional>
#include <string>

#include "core/config/json/reader.h"
#include "core/sim/hardware.h"

namespace shardscope::core {

/// The first fault goes to @p error: unknown or missing keys, wrong types, values out of range.
MeasuredRates readMeasured(JsonReader section, std::optional<Error>& error);
/// The section as JSON text, a line an entry; each line but the first indented by four spaces.
std::string measuredText(const MeasuredRates& rates);

}  // namespace shardscope::core
