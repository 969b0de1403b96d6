#include "gpu/memory_gauge.h"

#include <cuda_runtime_api.h>
#include <fmt/format.h>

#include "gpu/handles.h"

namespace shardscope::gpu {

namespace {

/// NVML counts GPUs in its own order and knows nothing of CUDA_VISIBLE_DEVICES: both know the UUID.
/// "GPU-" or, of a slice of one, "MIG-", and the bytes as 8-4-4-4-12 digits.
core::Result<std::string> uuidOf(int device, const char* prefix) {
    cudaDeviceProp properties{};
    if (auto asked = check(cudaGetDeviceProperties(&properties, device)); !asked) {
        return tl::unexpected(asked.error());
    }
    std::string text = prefix;
    for (size_t i = 0; i < sizeof properties.uuid.bytes; ++i) {
        if (i == 4 || i == 6 || i == 8 || i == 10) text += '-';
        text += fmt::format("{:02x}", static_cast<unsigned char>(properties.uuid.bytes[i]));
    }
    return text;
}

}  // namespace

core::Result<GpuMemory> memoryOf(int device) {
    size_t free = 0, total = 0;
    auto done = useDevice(device);
    if (done) done = check(cudaMemGetInfo(&free, &total));
    if (!done) return tl::unexpected(done.error());
    return GpuMemory{static_cast<int64_t>(free), static_cast<int64_t>(total)};
}

MemoryGauge::MemoryGauge(const core::Result<const NvmlApi*>& nvml, int device) : device_(device) {
    auto opened = open(nvml);
    if (opened) {
        // It may know the GPU and still refuse: better to hear it now.
        if (auto asked = askNvml(); !asked) opened = tl::unexpected(asked.error());
    }
    source_ = opened ? "NVML" : fmt::format("cudaMemGetInfo ({})", core::toString(opened.error()));
    if (opened || !api_) return;
    (void)api_->shutdown();
    api_ = nullptr;
}

MemoryGauge::~MemoryGauge() {
    if (api_) (void)api_->shutdown();
}

core::Result<void> MemoryGauge::open(const core::Result<const NvmlApi*>& nvml) {
    if (!nvml) return tl::unexpected(nvml.error());
    if (auto begun = checkNvml(**nvml, (*nvml)->init(), "starting"); !begun) return begun;
    api_ = *nvml;
    core::Result<void> found;
    for (const char* prefix : {"GPU-", "MIG-"}) {
        const auto uuid = uuidOf(device_, prefix);
        if (!uuid) return tl::unexpected(uuid.error());
        const int status = api_->deviceGetHandleByUuid(uuid->c_str(), &handle_);
        found = checkNvml(*api_, status, "GPU " + *uuid);
        if (found) return found;
    }
    return found;
}

core::Result<int64_t> MemoryGauge::askNvml() const {
    NvmlMemory memory{};
    memory.version = kNvmlMemoryVersion;
    auto done = checkNvml(*api_, api_->deviceGetMemoryInfo(handle_, &memory), "memory in use");
    if (!done) return tl::unexpected(done.error());
    return static_cast<int64_t>(memory.used);
}

core::Result<int64_t> MemoryGauge::usedBytes() {
    if (api_) {
        auto used = askNvml();
        if (used) return used;
        source_ = fmt::format("cudaMemGetInfo ({})", core::toString(used.error()));
        (void)api_->shutdown();
        api_ = nullptr;
    }
    const auto memory = memoryOf(device_);
    if (!memory) return tl::unexpected(memory.error());
    return memory->usedBytes();
}

}  // namespace shardscope::gpu
