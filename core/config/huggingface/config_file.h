#pragma once
// Reads a Hugging Face config.json into an Architecture.
//
// Sizes must be there. What later releases of transformers added or made optional (head_dim,
// num_key_value_heads, tie_word_embeddings, biases, …) takes the default of the family's config class,
// and a note says so.

#include <string>
#include <string_view>
#include <vector>

#include "core/base/result.h"
#include "core/catalogue/architecture.h"

namespace shardscope::core {

struct ModelConfig {
    Architecture architecture;
    /// "num_key_value_heads is not given; 32 is used (num_attention_heads)": what was filled in, and
    /// what of the file is not counted.
    std::vector<std::string> notes;
};

/// @p path: a config.json, or the folder of a checkpoint that holds one. Errors: InvalidInput naming
/// file, line and key: broken JSON, an unknown model_type or architecture (those known are listed), a
/// missing size, a wrong type, a number that is negative or makes a model too large to count.
Result<ModelConfig> readModelConfig(const std::string& path);
/// The same from @p json; @p name stands for the file in messages.
Result<ModelConfig> parseModelConfig(std::string_view json, std::string_view name);

}  // namespace shardscope::core
