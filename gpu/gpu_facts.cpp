#include <cuda_runtime_api.h>
#include <fmt/format.h>

#include "gpu/accelerator.h"
#include "gpu/cuda_check.h"

namespace shardscope::gpu {

namespace {

core::Result<int> countGpus() {
    int count = 0;
    const cudaError_t status = cudaGetDeviceCount(&count);
    switch (status) {
        case cudaSuccess:
            break;
        case cudaErrorNoDevice:
            count = 0;
            break;
        case cudaErrorInsufficientDriver:
            return core::failed("--device cuda",
                                fmt::format("no NVIDIA driver, or one older than CUDA {}.{}, which "
                                            "this build needs; `shardscope doctor` says more",
                                            CUDART_VERSION / 1000, CUDART_VERSION % 1000 / 10));
        default:
            return tl::unexpected(errorOf(status, "counting GPUs"));
    }
    if (count > 0) return count;
    return core::failed("--device cuda",
                        "the driver shows no GPU; see nvidia-smi, and CUDA_VISIBLE_DEVICES");
}

}  // namespace

core::Result<std::vector<GpuFacts>> visibleGpus() {
    const auto count = countGpus();
    if (!count) return tl::unexpected(count.error());
    std::vector<GpuFacts> gpus;
    for (int i = 0; i < *count; ++i) {
        cudaDeviceProp properties{};
        const auto asked = check(cudaGetDeviceProperties(&properties, i));
        if (!asked) return tl::unexpected(asked.error());
        gpus.push_back({.name = properties.name,
                        .major = properties.major,
                        .minor = properties.minor,
                        .memoryBytes = static_cast<int64_t>(properties.totalGlobalMem),
                        .multiprocessors = properties.multiProcessorCount});
    }
    return gpus;
}

}  // namespace shardscope::gpu
