// The benchmark's device memory, for its checks alone.

#include <algorithm>
#include <cstdio>
#include <cstdlib>

#include "tests/gpu/bench/device.h"

namespace shardscope::bench {

void must(cudaError_t status, const char* attempt) {
    if (status == cudaSuccess) return;
    std::fprintf(stderr, "%s: %s\n", attempt, cudaGetErrorString(status));
    std::exit(1);
}

DeviceMemory::DeviceMemory(int64_t bytes) {
    must(cudaMalloc(&address_, static_cast<size_t>(std::max<int64_t>(bytes, 1))), "memory");
}
DeviceMemory::~DeviceMemory() { cudaFree(address_); }

}  // namespace shardscope::bench
