#include "gpu/scratch.h"

#include <fmt/format.h>

#include <algorithm>

#include "core/base/units.h"
#include "gpu/cuda_check.h"

namespace shardscope::gpu {

Scratch::~Scratch() {
    if (address_) (void)cudaFreeAsync(address_, stream_);
}

core::Result<void*> Scratch::reserve(int64_t bytes) {
    if (bytes <= bytes_) return address_;
    const int64_t wanted = std::max(bytes, 2 * bytes_);
    if (address_) (void)cudaFreeAsync(address_, stream_);
    address_ = nullptr;
    bytes_ = 0;
    entry_.set(0);
    const auto status = cudaMallocAsync(&address_, static_cast<size_t>(wanted), stream_);
    if (status != cudaSuccess) {
        address_ = nullptr;
        return tl::unexpected(
            errorOf(status, fmt::format("{} of scratch memory", core::formatBytes(wanted))));
    }
    bytes_ = wanted;
    entry_.set(wanted);
    return address_;
}

}  // namespace shardscope::gpu
