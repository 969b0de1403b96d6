#pragma once
// CPU twins of gpu/kernels: what a kernel does to memory, by its registered name, from the arithmetic
// the kernel itself uses (gpu/kernels/math). For tests without a GPU, and to check a GPU against.
//
// Elementwise kernels, the norm's tree, the bias gradient and the collectives give the kernel's bits
// (NaN payloads aside); sums within a row are added in another order, and exponentials of 16-bit
// types are computed exactly here and fast there.

#include <cstddef>
#include <span>
#include <string_view>
#include <vector>

namespace shardscope::doubles {

/// A kernel's twin. The kernel takes one plain struct by value.
struct KernelTwin {
    std::string_view name;                        ///< as registered: "shardscope_gelu_forward_bf16"
    size_t argumentBytes = 0;                     ///< of the struct
    void (*run)(const void* argument) = nullptr;  ///< whole grid; on the calling thread
};

/// All kernels of gpu/kernels.
std::span<const KernelTwin> kernelTwins();
/// nullptr when there is none.
const KernelTwin* findKernelTwin(std::string_view name);

}  // namespace shardscope::doubles
