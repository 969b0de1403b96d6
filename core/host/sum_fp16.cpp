#include "core/host/sum_fp16.h"

#include "core/host/half_float.h"

#if defined(__x86_64__)
#include <immintrin.h>
#endif

namespace shardscope::core {

namespace {

#if defined(__x86_64__)
constexpr int64_t kLanes = 8;

bool converts() {
    static const bool supported = __builtin_cpu_supports("avx2") && __builtin_cpu_supports("f16c");
    return supported;
}

__attribute__((target("avx2,f16c"))) inline __m256 widened(const uint16_t* in) {
    return _mm256_cvtph_ps(_mm_loadu_si128(reinterpret_cast<const __m128i*>(in)));
}

// A NaN becomes the one that toFp16() gives: the CPU would keep its payload.
__attribute__((target("avx2,f16c"))) inline __m128i rounded(__m256 values) {
    const __m256 sign = _mm256_and_ps(values, _mm256_set1_ps(-0.0F));
    const __m256 quiet = _mm256_or_ps(sign, _mm256_castsi256_ps(_mm256_set1_epi32(0x7fc00000)));
    const __m256 isNan = _mm256_cmp_ps(values, values, _CMP_UNORD_Q);
    return _mm256_cvtps_ph(_mm256_blendv_ps(values, quiet, isNan), _MM_FROUND_TO_NEAREST_INT);
}

// Returns how many elements it did: all but the last few.
__attribute__((target("avx2,f16c"))) int64_t sumLanes(std::span<const uint16_t* const> inputs,
                                                      int64_t elements, uint16_t* out) {
    int64_t i = 0;
    for (; i + kLanes <= elements; i += kLanes) {
        __m256 sum = widened(inputs[0] + i);
        for (const uint16_t* input : inputs.subspan(1)) {
            sum = _mm256_add_ps(sum, widened(input + i));
        }
        _mm_storeu_si128(reinterpret_cast<__m128i*>(out + i), rounded(sum));
    }
    return i;
}
#else
bool converts() { return false; }
int64_t sumLanes(std::span<const uint16_t* const>, int64_t, uint16_t*) { return 0; }
#endif

}  // namespace

void sumFp16(std::span<const uint16_t* const> inputs, int64_t elements, uint16_t* out) {
    int64_t i = converts() ? sumLanes(inputs, elements, out) : 0;
    for (; i < elements; ++i) {
        float sum = fromFp16(inputs[0][i]);
        for (const uint16_t* input : inputs.subspan(1)) sum += fromFp16(input[i]);
        out[i] = toFp16(sum);
    }
}

}  // namespace shardscope::core
