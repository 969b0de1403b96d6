#pragma once
// Reading of config.json by kind of family: what each config class reads, and its defaults. Source:
// Hugging Face transformers, configuration_*.py, and where an older or a remote class has another name
// for a key, that too. Each fills the architecture, whose family is set.

#include "core/config/huggingface/config_reader.h"

namespace shardscope::core {

inline constexpr std::string_view kClassDefault = "the class's default";

/// llama, mistral, mixtral, qwen2, qwen3, gemma, gemma2, phi3.
void readLlamaFamily(ConfigReader& read, Architecture& a);
/// deepseek_v2, deepseek_v3.
void readDeepseek(ConfigReader& read, Architecture& a);
/// gpt2, bloom, falcon, opt, mpt.
void readGptFamily(ConfigReader& read, Architecture& a);
/// t5, bert, vit.
void readEncoderFamily(ConfigReader& read, Architecture& a);

/// rope_theta, and rope_scaling or rope_parameters.
void readRope(ConfigReader& read, Architecture& a);
/// vocab_size, hidden_size, num_hidden_layers, num_attention_heads, intermediate_size.
void readSizes(ConfigReader& read, Architecture& a);
/// As many keys as queries, and hidden divided by heads: 0 columns when it does not divide.
void divideHeads(Architecture& a);

}  // namespace shardscope::core
