#include <algorithm>
#include <cstdio>
#include <cstdlib>
#include <vector>

#include "gpu/kernels/math/element.h"
#include "tests/gpu/bench/device.h"

namespace shardscope::bench {

namespace {

__device__ uint32_t mixed(uint64_t i, uint32_t seed) {
    auto bits = static_cast<uint32_t>(i) * 0x9e3779b1u + static_cast<uint32_t>(i >> 32) + seed;
    bits ^= bits >> 16;
    bits *= 0x7feb352du;
    bits ^= bits >> 15;
    bits *= 0x846ca68bu;
    return bits ^ bits >> 16;
}

template <class T>
__global__ void randomKernel(T* out, int64_t elements, float scale, uint32_t seed) {
    for (int64_t i = int64_t{blockIdx.x} * blockDim.x + threadIdx.x; i < elements;
         i += int64_t{gridDim.x} * blockDim.x)
        out[i] =
            gpu::fromFloat<T>((static_cast<float>(mixed(i, seed) >> 8) * 0x1p-23f - 1.0f) * scale);
}

__global__ void integerKernel(int32_t* out, int64_t elements, uint32_t below, uint32_t seed) {
    for (int64_t i = int64_t{blockIdx.x} * blockDim.x + threadIdx.x; i < elements;
         i += int64_t{gridDim.x} * blockDim.x)
        out[i] = static_cast<int32_t>(mixed(i, seed) % below);
}

struct Event {
    cudaEvent_t handle;
    Event() { must(cudaEventCreate(&handle), "an event"); }
    ~Event() { cudaEventDestroy(handle); }
    Event(const Event&) = delete;
    Event& operator=(const Event&) = delete;
};

}  // namespace

void must(cudaError_t status, const char* attempt) {
    if (status == cudaSuccess) return;
    std::fprintf(stderr, "%s: %s\n", attempt, cudaGetErrorString(status));
    std::exit(1);
}

DeviceMemory::DeviceMemory(int64_t bytes) {
    must(cudaMalloc(&address_, static_cast<size_t>(std::max<int64_t>(bytes, 1))), "device memory");
}
DeviceMemory::~DeviceMemory() { cudaFree(address_); }

void fillRandom(void* address, core::DType dtype, int64_t elements, float scale, uint32_t seed) {
    gpu::withElement(dtype, [&](auto type) {
        using T = decltype(type);
        randomKernel<<<1024, 256>>>(static_cast<T*>(address), elements, scale, seed);
    });
    must(cudaGetLastError(), "random numbers");
}

void fillIntegers(void* address, int64_t elements, uint32_t below, uint32_t seed) {
    integerKernel<<<1024, 256>>>(static_cast<int32_t*>(address), elements, below, seed);
    must(cudaGetLastError(), "random integers");
}

double medianMs(const std::function<cudaError_t()>& enqueue) {
    constexpr int kWarmUp = 3, kRuns = 15;
    for (int i = 0; i < kWarmUp; ++i) must(enqueue(), "a launch");
    std::vector<Event> starts(kRuns), ends(kRuns);
    for (size_t i = 0; i < kRuns; ++i) {
        must(cudaEventRecord(starts[i].handle), "an event");
        must(enqueue(), "a launch");
        must(cudaEventRecord(ends[i].handle), "an event");
    }
    must(cudaDeviceSynchronize(), "timed launches");
    std::vector<float> times(kRuns);
    for (size_t i = 0; i < kRuns; ++i)
        must(cudaEventElapsedTime(&times[i], starts[i].handle, ends[i].handle), "a time");
    std::nth_element(times.begin(), times.begin() + kRuns / 2, times.end());
    return times[kRuns / 2];
}

}  // namespace shardscope::bench
