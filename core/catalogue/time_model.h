#pragma once
// Which architectures have operations here, so that they can be run and simulated. Pure functions.

#include <cstdint>
#include <string>
#include <string_view>

#include "core/base/result.h"
#include "core/catalogue/architecture.h"
#include "core/model/workload.h"

namespace shardscope::core {

/// @p architecture as a model that runs: "gpt" for gpt2; "llama" for llama, mistral, qwen2, qwen3 and
/// phi3, whose fused matrices run as separate ones of the same elements. The sequence is
/// defaultSequence().
/// Errors: InvalidInput at @p where, naming what @p architecture has that no operation computes;
/// nothing is left out or replaced.
Result<ModelShape> timeModelOf(const Architecture& architecture, std::string_view where);

/// Whether a model that has a time model can also be computed. Errors: InvalidInput at @p where for
/// rotary embeddings that memory and times do not depend on, and that nothing here computes.
Result<void> checkRuns(const Architecture& architecture, std::string_view where);

/// Tokens of a sequence where none are given: the model's positions or attention's window, at most
/// 2,048.
int64_t defaultSequence(const Architecture& architecture);

/// Errors: InvalidInput at @p where when @p sequence is longer than a learned position table, or than
/// attention's window, behind which it costs less than is computed here.
Result<void> checkSequence(const Architecture& architecture, int64_t sequence,
                           std::string_view where);

}  // namespace shardscope::core
