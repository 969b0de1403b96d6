#pragma once
// The architectures. Each is a pure function of the workload; buildGraph() picks by name.

#include "core/model/graph.h"

namespace shardscope::core {

/// GPT-2: learned positions, pre-LayerNorm blocks, tanh GELU, head tied to the token embedding.
/// Source: Hugging Face GPT2LMHeadModel (names, shapes [in, out]).
Graph buildGpt(const Workload& workload);
/// Llama: rotary positions, pre-RMSNorm blocks of grouped-query attention and SwiGLU, the head tied or
/// not; with `qkvBias` Qwen2, with `qkNorm` Qwen3.
/// Source: Hugging Face LlamaForCausalLM (names, shapes [out, in], order of the state dictionary).
Graph buildLlama(const Workload& workload);
/// Token embedding, `layers` blocks of linear + GELU of width `hidden`, untied linear head.
Graph buildMlp(const Workload& workload);
/// One weight of `hidden` elements a layer; backward writes small integers whose sums are exact.
Graph buildConformance(const Workload& workload);

}  // namespace shardscope::core
