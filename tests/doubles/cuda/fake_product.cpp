#include "tests/doubles/cuda/fake_product.h"

#include <fmt/format.h>

#include <algorithm>
#include <bit>
#include <cmath>
#include <string>
#include <vector>

#include "tests/doubles/cuda/elements.h"
#include "tests/doubles/cuda/fake_machine.h"

namespace shardscope::doubles::cuda {

namespace {

bool soundArray(const char* what, const void* address, const Layout& layout) {
    const auto bytes = static_cast<size_t>(layout.elements() * core::bytesOf(layout.dtype));
    if (FakeMachine::get().memory.placeOf(address) != Place::Device) {
        violation(std::string("cublasLtMatmul: ") + what + " is not in device memory");
        return false;
    }
    if (reinterpret_cast<uintptr_t>(address) % kProductAlignment != 0) {
        violation(std::string("cublasLtMatmul: ") + what + " is not aligned to 256 bytes");
        return false;
    }
    return checkRange(what, address, bytes);
}

/// Ten bits of mantissa, rounded to nearest, ties away from zero (PTX: cvt.rna.tf32.f32).
float roundedToTf32(float value) {
    const auto bits = std::bit_cast<uint32_t>(value);
    return std::isfinite(value) ? std::bit_cast<float>((bits + 0x1000U) & ~0x1fffU) : value;
}

/// The matrix, row by row as the product reads it.
std::vector<float> rowsOf(const void* at, const Layout& layout, bool byColumns) {
    const int64_t outer = byColumns ? layout.columns : layout.rows;
    const int64_t inner = byColumns ? layout.rows : layout.columns;
    std::vector<float> rows(static_cast<size_t>(outer * inner));
    for (int64_t i = 0; i < outer; ++i) {
        for (int64_t j = 0; j < inner; ++j) {
            const int64_t index = byColumns ? i * layout.leading + j : j * layout.leading + i;
            rows[static_cast<size_t>(i * inner + j)] =
                elementAt(at, layout.dtype, static_cast<size_t>(index));
        }
    }
    return rows;
}

}  // namespace

bool Multiplication::agrees() const {
    const int64_t aRows = description.transposeA ? a.columns : a.rows;
    const int64_t bRows = description.transposeB ? b.columns : b.rows;
    const int64_t bColumns = description.transposeB ? b.rows : b.columns;
    return aRows == d.rows && sums() == bRows && bColumns == d.columns && c.rows == d.rows &&
           c.columns == d.columns && a.dtype == b.dtype;
}

bool Multiplication::sound() const {
    const Layout vector{.dtype = description.biasType, .rows = d.rows, .columns = 1};
    return soundArray("product's A", aAt, a) && soundArray("product's B", bAt, b) &&
           soundArray("product's D", dAt, d) &&
           (beta == 0.0F || soundArray("product's C", cAt, c)) &&
           (!description.bias || soundArray("product's bias", description.biasAddress, vector));
}

std::string Multiplication::kernelFor(uint64_t algorithm) const {
    return fmt::format("double_gemm {} [{},{},{}]", algorithm, d.rows, d.columns, sums());
}

void Multiplication::run() const {
    const int64_t k = sums(), m = d.rows, n = d.columns;
    // [k][m] and [n][k]: the innermost loop runs over D's column.
    std::vector<float> left = rowsOf(aAt, a, !description.transposeA);
    std::vector<float> right = rowsOf(bAt, b, !description.transposeB);
    if (description.tf32) {
        for (std::vector<float>* side : {&left, &right}) {
            for (float& value : *side) value = roundedToTf32(value);
        }
    }
    std::vector<float> column(static_cast<size_t>(m));
    for (int64_t j = 0; j < n; ++j) {
        std::fill(column.begin(), column.end(), 0.0F);
        for (int64_t p = 0; p < k; ++p) {
            const float factor = right[static_cast<size_t>(j * k + p)];
            const float* source = left.data() + p * m;
            for (int64_t i = 0; i < m; ++i) column[static_cast<size_t>(i)] += source[i] * factor;
        }
        for (int64_t i = 0; i < m; ++i) {
            const auto at = static_cast<size_t>(j * d.leading + i);
            const auto cIndex = static_cast<size_t>(j * c.leading + i);
            float value = alpha * column[static_cast<size_t>(i)];
            if (beta != 0.0F) value += beta * elementAt(cAt, c.dtype, cIndex);
            if (description.bias) {
                value += elementAt(description.biasAddress, description.biasType,
                                   static_cast<size_t>(i));
            }
            setElement(dAt, d.dtype, at, value);
        }
    }
}

}  // namespace shardscope::doubles::cuda
