#include "core/host/widen_fp16.h"

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

// Both return how many elements they did: all but the last few.
__attribute__((target("avx2,f16c"))) int64_t widenLanes(const uint16_t* in, int64_t elements,
                                                        float* out) {
    int64_t i = 0;
    for (; i + kLanes <= elements; i += kLanes) _mm256_storeu_ps(out + i, widened(in + i));
    return i;
}
__attribute__((target("avx2,f16c"))) int64_t addLanes(const uint16_t* in, int64_t elements,
                                                      float* sum) {
    int64_t i = 0;
    for (; i + kLanes <= elements; i += kLanes) {
        _mm256_storeu_ps(sum + i, _mm256_add_ps(_mm256_loadu_ps(sum + i), widened(in + i)));
    }
    return i;
}
#else
bool converts() { return false; }
int64_t widenLanes(const uint16_t*, int64_t, float*) { return 0; }
int64_t addLanes(const uint16_t*, int64_t, float*) { return 0; }
#endif

}  // namespace

void widenFp16(const uint16_t* in, int64_t elements, float* out) {
    int64_t i = converts() ? widenLanes(in, elements, out) : 0;
    for (; i < elements; ++i) out[i] = fromFp16(in[i]);
}

void addFp16(const uint16_t* in, int64_t elements, float* sum) {
    int64_t i = converts() ? addLanes(in, elements, sum) : 0;
    for (; i < elements; ++i) sum[i] += fromFp16(in[i]);
}

}  // namespace shardscope::core
