#pragma once
// Does a config.json describe the weights that lie beside it?

#include <cstdint>
#include <string>
#include <vector>

#include "core/base/result.h"
#include "core/catalogue/architecture.h"
#include "core/config/huggingface/config_file.h"
#include "core/config/huggingface/weights_index.h"

namespace shardscope::core {

struct WeightsCheck {
    int64_t parameters = 0;  ///< Ψ by the config, and by the checkpoint as far as it is known
    int64_t duplicateElements = 0;  ///< tied tensors that the checkpoint stores again
    int64_t ignoredTensors = 0;     ///< buffers, scales, and heads that are not counted
    std::vector<std::string> notes;
};

/// Holds every parameter of @p architecture against the checkpoint's names and shapes. The base
/// model's prefix ("transformer.", "model.") may be missing from the checkpoint's names; tied tensors may be
/// stored under any of their names, or several. Errors: InvalidInput at the checkpoint, with both
/// counts and the first tensors that differ.
Result<WeightsCheck> checkWeights(const Architecture& architecture, const Checkpoint& checkpoint);

/// readModelConfig(), and checkWeights() when safetensors lie in the same folder; what was checked is
/// added to the notes.
Result<ModelConfig> readModel(const std::string& path);

}  // namespace shardscope::core
