#include "core/host/rank_sum.h"

#include <algorithm>
#include <array>
#include <cstring>
#include <vector>

#include "core/host/half_float.h"
#include "core/host/sum_fp16.h"

// One copy of a loop for each vector width, chosen when the program starts. Sanitizers instrument the
// chooser, which runs before they are ready, so they get the plain loop. Widths agree to the bit: a
// lane is one element, and nothing is reordered.
#if defined(__x86_64__) && !defined(__SANITIZE_THREAD__) && !defined(__SANITIZE_ADDRESS__)
#define SHARDSCOPE_VECTOR_WIDTHS __attribute__((target_clones("avx2", "default")))
#else
#define SHARDSCOPE_VECTOR_WIDTHS
#endif

namespace shardscope::core {

namespace {

// Peers are read a block at a time, so that the running sum stays in the first-level cache.
constexpr int64_t kBlock = 2048;

SHARDSCOPE_VECTOR_WIDTHS
void addFp32(const float* a, const float* b, int64_t elements, float* sum) {
    for (int64_t i = 0; i < elements; ++i) sum[i] = a[i] + b[i];
}

SHARDSCOPE_VECTOR_WIDTHS
void addInt32(const uint32_t* a, const uint32_t* b, int64_t elements, uint32_t* sum) {
    for (int64_t i = 0; i < elements; ++i) sum[i] = a[i] + b[i];
}

SHARDSCOPE_VECTOR_WIDTHS
void widenBf16(const uint16_t* in, int64_t elements, float* __restrict sum) {
    for (int64_t i = 0; i < elements; ++i) sum[i] = fromBf16(in[i]);
}
SHARDSCOPE_VECTOR_WIDTHS
void addBf16(const uint16_t* in, int64_t elements, float* __restrict sum) {
    for (int64_t i = 0; i < elements; ++i) sum[i] += fromBf16(in[i]);
}
SHARDSCOPE_VECTOR_WIDTHS
void roundBf16(const float* __restrict sum, int64_t elements, uint16_t* out) {
    for (int64_t i = 0; i < elements; ++i) out[i] = toBf16(sum[i]);
}

template <class T>
const T* part(const void* input, int64_t first) {
    return static_cast<const T*>(input) + first;
}

// 32-bit types need no wider sum. The block's own sum goes last to the output, because the output may
// be any of the inputs.
template <class T, auto add>
void sumWide(std::span<const void* const> inputs, int64_t elements, void* output) {
    std::array<T, kBlock> sum;
    for (int64_t first = 0; first < elements; first += kBlock) {
        const int64_t n = std::min(kBlock, elements - first);
        T* out = static_cast<T*>(output) + first;
        const T* running = part<T>(inputs[0], first);
        for (size_t r = 1; r < inputs.size(); ++r) {
            T* target = r + 1 == inputs.size() ? out : sum.data();
            add(running, part<T>(inputs[r], first), n, target);
            running = target;
        }
    }
}

void sumBf16(std::span<const void* const> inputs, int64_t elements, void* output) {
    std::array<float, kBlock> sum;
    for (int64_t first = 0; first < elements; first += kBlock) {
        const int64_t n = std::min(kBlock, elements - first);
        widenBf16(part<uint16_t>(inputs[0], first), n, sum.data());
        for (const void* input : inputs.subspan(1)) {
            addBf16(part<uint16_t>(input, first), n, sum.data());
        }
        roundBf16(sum.data(), n, static_cast<uint16_t*>(output) + first);
    }
}

void sumFp16(std::span<const void* const> inputs, int64_t elements, void* output) {
    std::vector<const uint16_t*> halves;
    for (const void* input : inputs) halves.push_back(static_cast<const uint16_t*>(input));
    core::sumFp16(halves, elements, static_cast<uint16_t*>(output));
}

}  // namespace

void sumInRankOrder(DType dtype, std::span<const void* const> inputs, int64_t elements,
                    void* output) {
    if (inputs.size() == 1) {
        if (inputs[0] != output) {
            std::memcpy(output, inputs[0], static_cast<size_t>(elements * bytesOf(dtype)));
        }
        return;
    }
    switch (dtype) {
        case DType::Fp32:
            return sumWide<float, addFp32>(inputs, elements, output);
        case DType::Int32:
            return sumWide<uint32_t, addInt32>(inputs, elements, output);
        case DType::Bf16:
            return sumBf16(inputs, elements, output);
        case DType::Fp16:
            return sumFp16(inputs, elements, output);
    }
    broken("unknown dtype");
}

}  // namespace shardscope::core
