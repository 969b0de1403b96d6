#pragma once
// Floating-point operations of training, and model FLOPs utilisation. Pure functions; any thread.

#include "core/capacity/formulas/activations.h"

namespace shardscope::core {

/// 6P' + 12Lhs a token, forward and backward. MosaicML counts all parameters as P'; torchtitan leaves
/// the embedding out. Sources: PaLM appendix B; llm-foundry and torchtitan's get_num_flop_per_token.
double flopsPerToken(double countedParameters, const TransformerShape& shape);
/// 72BsLh^2(1 + s/(6h) + V/(12hL)) an iteration of @p globalBatch sequences, nothing recomputed.
/// Source: Megatron-LM, arXiv 2104.04473 section 5.1, with 72 for 96.
double flopsPerIteration(double globalBatch, const TransformerShape& shape);
/// 96… : the forward pass is computed twice (hardware FLOPs under full recomputation).
double hardwareFlopsPerIteration(double globalBatch, const TransformerShape& shape);
/// Share of the peak. @param flopsASecond of one GPU, as achieved. @param peak of one GPU, dense.
double utilisation(double flopsASecond, double peak);

}  // namespace shardscope::core
