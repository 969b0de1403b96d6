#pragma once
// Arithmetic on fp32 rows that several operations share. Internal to core/host/ops.

#include <cstdint>

namespace shardscope::core::ops {

/// sums[i] += row[i].
void addRow(float* sums, const float* row, int64_t elements);
/// Σ row[i], by kLanes lanes.
float sumRow(const float* row, int64_t elements);
/// Largest element; NaN is passed over.
float maximumOf(const float* row, int64_t elements);
/// Σ e^(row[i] - shift), by kLanes lanes.
float sumExponentials(const float* row, float shift, int64_t elements);
/// Σ a[i]·b[i], by kLanes lanes.
float dotRows(const float* a, const float* b, int64_t elements);

}  // namespace shardscope::core::ops
