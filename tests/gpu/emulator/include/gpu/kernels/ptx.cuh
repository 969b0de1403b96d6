#pragma once
// The emulator's version of gpu/kernels/ptx.cuh, found first on its include path.

#include <type_traits>

#include "gpu/kernels/math/element.h"

namespace shardscope::gpu {

/// NaN everywhere when a block starts.
unsigned char* dynamicShared();
inline uint32_t sharedAddress(const void* shared) {
    return static_cast<uint32_t>(static_cast<const unsigned char*>(shared) - dynamicShared());
}

inline float exp2Fast(float x) { return std::exp2(x); }

/// Element i of a word of two.
template <class T>
float halfOf(uint32_t word, int i) {
    return toFloat(T{static_cast<uint16_t>(word >> 16 * i)});
}

template <class T>
void multiplyAdd(float (&c)[4], const uint32_t (&a)[4], uint32_t b0, uint32_t b1) {
    const emulator::WarpWords* all = emulator::meetWarp({{a[0], a[1], a[2], a[3], b0, b1}});
    const int lane = laneOfThread();
    for (int e = 0; e < 4; ++e) {
        const int row = lane / 4 + e / 2 * 8, column = lane % 4 * 2 + e % 2;
        for (int k = 0; k < 16; ++k) {
            const int pair = k % 8 / 2;
            const uint32_t left = all[row % 8 * 4 + pair].words[row / 8 + 2 * (k / 8)];
            const uint32_t right = all[column * 4 + pair].words[4 + k / 8];
            c[e] += halfOf<T>(left, k % 2) * halfOf<T>(right, k % 2);
        }
    }
}

/// The 16-bit element @p column of row @p row of matrix @p matrix, whose rows' addresses lanes gave.
inline uint32_t matrixElement(const emulator::WarpWords* all, int matrix, int row, int column) {
    uint16_t element;
    std::memcpy(&element, dynamicShared() + all[matrix * 8 + row].words[0] + column * 2,
                sizeof element);
    return element;
}
inline void loadMatrices(uint32_t (&out)[4], uint32_t address) {
    const emulator::WarpWords* all = emulator::meetWarp({{address}});
    const int row = laneOfThread() / 4, column = laneOfThread() % 4 * 2;
    for (int m = 0; m < 4; ++m)
        out[m] = matrixElement(all, m, row, column) | matrixElement(all, m, row, column + 1) << 16;
}
inline void loadTransposed(uint32_t (&out)[4], uint32_t address) {
    const emulator::WarpWords* all = emulator::meetWarp({{address}});
    const int row = laneOfThread() / 4, column = laneOfThread() % 4 * 2;
    for (int m = 0; m < 4; ++m)
        out[m] = matrixElement(all, m, column, row) | matrixElement(all, m, column + 1, row) << 16;
}

/// Copies happen when they are awaited, as late as the GPU may do them.
void copyLater(uint32_t to, const void* from, int bytes, int size);
void endCopies();
void performCopies(int pending);
template <int kBytes>
void copyAsync(uint32_t to, const void* from, bool exists) {
    copyLater(to, from, exists ? kBytes : 0, kBytes);
}
template <int kPending>
void awaitCopies() {
    performCopies(kPending);
}

}  // namespace shardscope::gpu
