#pragma once
// fp32 ↔ bf16 and fp16, rounded to nearest even. Internal to core/host/ops.

#include "core/host/ops/operand.h"

namespace shardscope::core::ops {

/// out[i] = in[i] for @p elements of @p dtype at @p in, exactly.
void toFloats(const void* in, DType dtype, float* out, int64_t elements);
/// out[i] = in[i] rounded to @p dtype. Overflow becomes infinity, NaN stays NaN.
void fromFloats(const float* in, DType dtype, void* out, int64_t elements);

/// [first, first+elements) of @p operand as floats: in place when it is fp32, else converted into
/// @p staging.
const float* readFloats(const Operand& operand, int64_t first, int64_t elements, float* staging);
/// Where to compute [first, …) of @p operand: in place when it is fp32, else @p staging.
float* outputFloats(const Operand& operand, int64_t first, float* staging);
/// Stores what was computed at outputFloats(): rounds it into place when it was staged.
void storeFloats(const Operand& operand, int64_t first, int64_t elements, const float* values);
/// operand[first+i] = sums[i], or the rounded sum with what is there. @p sums may be changed.
void writeGradient(const Operand& operand, int64_t first, int64_t elements, float* sums,
                   bool accumulate);

void execute(const Cast& operation, const Call& call);
void execute(const CopyRows& operation, const Call& call);

}  // namespace shardscope::core::ops
