#include "gpu/kernels/attention_mma.h"

#include <initializer_list>

namespace shardscope::gpu {

namespace {

/// Rows that 16-byte copies can read.
bool areAligned(std::initializer_list<TokenRows> all) {
    for (const TokenRows& rows : all) {
        if (reinterpret_cast<uintptr_t>(rows.address) % 16 != 0 || rows.stride % 8 != 0)
            return false;
    }
    return true;
}

bool fits(const AttentionShape& s, core::DType dtype, std::initializer_list<TokenRows> rows) {
    const bool halves = dtype == core::DType::Bf16 || dtype == core::DType::Fp16;
    return halves && (s.headSize == 64 || s.headSize == 128) && areAligned(rows);
}

/// A square as rows.
TokenRows squareRows(const void* square, const AttentionShape& s) {
    return {const_cast<void*>(square), s.sequence};
}

}  // namespace

bool fitsTensorCores(const AttentionForwardArgs& a) {
    return fits(a.shape, a.dtype, {a.q, a.k, a.v, a.out, squareRows(a.probabilities, a.shape)});
}
bool fitsTensorCores(const AttentionBackwardArgs& a) {
    return fits(a.shape, a.dtype,
                {a.dOut, a.q, a.k, a.v, a.dQ, a.dK, a.dV, squareRows(a.probabilities, a.shape),
                 squareRows(a.dScores, a.shape)});
}
bool fitsTensorCores(const FlashForwardArgs& a) {
    return fits(a.shape, a.dtype, {a.q, a.k, a.v, a.out});
}
bool fitsTensorCores(const FlashBackwardArgs& a) {
    return fits(a.shape, a.dtype, {a.dOut, a.q, a.k, a.v, a.out, a.dQ, a.dK, a.dV});
}

}  // namespace shardscope::gpu
