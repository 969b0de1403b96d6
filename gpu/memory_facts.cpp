#include "gpu/memory_facts.h"

#include <cuda_runtime_api.h>
#include <fmt/format.h>

#include "core/base/units.h"
#include "gpu/handles.h"

namespace shardscope::gpu {

namespace {

// No step is larger than a granule of the driver's (cuMemGetAllocationGranularity), and all divide it.
constexpr int64_t kGranule = 2 * core::kMiB;

}  // namespace

std::optional<int64_t> contextBytes(MemoryGauge& gauge, int device) {
    if (gauge.source() != "NVML") return std::nullopt;
    const auto before = gauge.usedBytes();
    if (!before || !memoryOf(device)) return std::nullopt;
    const auto after = gauge.usedBytes();
    if (!after || *after <= *before) return std::nullopt;
    return *after - *before;
}

std::optional<int64_t> allocationStepBytes(MemoryGauge& gauge, int device) {
    if (!useDevice(device)) return std::nullopt;
    const auto before = gauge.usedBytes();
    const auto taken = makeDeviceBytes(static_cast<size_t>(kGranule) + 1);
    if (!before || !taken) return std::nullopt;
    const auto after = gauge.usedBytes();
    if (!after || *after - *before <= kGranule) return std::nullopt;
    return *after - *before - kGranule;
}

std::string runtimeVersion() {
    int version = 0;
    if (cudaRuntimeGetVersion(&version) != cudaSuccess) return {};
    return fmt::format("{}.{}", version / 1000, version % 1000 / 10);
}

}  // namespace shardscope::gpu
