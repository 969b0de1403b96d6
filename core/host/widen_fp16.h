#pragma once
// fp16 arrays to fp32, with the CPU's own conversion where it has one. Exact either way. Any thread.

#include <cstdint>

namespace shardscope::core {

/// out[i] = in[i].
void widenFp16(const uint16_t* in, int64_t elements, float* out);
/// sum[i] += in[i].
void addFp16(const uint16_t* in, int64_t elements, float* sum);

}  // namespace shardscope::core
