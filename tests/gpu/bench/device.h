#pragma once
// The card, for the kernel benchmark: memory, status, time. One thread.

#include <cuda_runtime_api.h>

#include <cstdint>
#include <functional>
#include <string>

#include "core/base/dtype.h"

namespace shardscope::bench {

/// Ends the process with the runtime's words when @p status is an error.
void must(cudaError_t status, const char* attempt);

/// Device memory; random numbers in [-1, 1) when filled.
class DeviceMemory {
  public:
    explicit DeviceMemory(int64_t bytes);
    ~DeviceMemory();
    DeviceMemory(DeviceMemory&& other) noexcept : address_(other.address_) {
        other.address_ = nullptr;
    }
    DeviceMemory(const DeviceMemory&) = delete;
    DeviceMemory& operator=(const DeviceMemory&) = delete;
    DeviceMemory& operator=(DeviceMemory&&) = delete;

    char* at(int64_t byte = 0) const { return static_cast<char*>(address_) + byte; }

  private:
    void* address_ = nullptr;
};
/// elements at @p address ← random numbers in [-scale, scale).
void fillRandom(void* address, core::DType dtype, int64_t elements, float scale, uint32_t seed);
/// elements at @p address ← random integers in [0, below).
void fillIntegers(void* address, int64_t elements, uint32_t below, uint32_t seed);

/// Median over launches of @p enqueue on the default stream, by events, warmed up. Milliseconds.
double medianMs(const std::function<cudaError_t()>& enqueue);

}  // namespace shardscope::bench
