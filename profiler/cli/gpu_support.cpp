#include "profiler/cli/gpu_support.h"

#include <fmt/format.h>

#include <algorithm>

#include "core/base/units.h"
#include "gpu/accelerator.h"
#include "gpu/libraries/cuda_driver.h"
#include "gpu/libraries/nvml.h"
#include "profiler/cupti/cupti_library.h"
#include "profiler/cupti/cupti_timing.h"
#include "profiler/nvtx/nvtx_tags.h"

namespace shardscope::cli {

namespace {

using doctor::Check;
using doctor::Status;
namespace cupti = profiler::cupti;

/// Before all else: what is missing is the driver, whatever a library of NVIDIA's makes of that.
core::Result<void> requireDriver() {
    const auto driver = gpu::cudaDriver();
    if (driver) return {};
    return core::failed(
        "--device", "found cuda; this machine has no NVIDIA driver: " + toString(driver.error()));
}

core::Result<std::shared_ptr<profiler::GpuTiming>> startTiming() {
    if (auto there = requireDriver(); !there) return tl::unexpected(there.error());
    const auto library = cupti::openCupti();
    if (library) return cupti::startCuptiTiming(**library);
    core::Error error = library.error();
    error.message += "; to time with CUDA events instead, give --timing events";
    return tl::unexpected(std::move(error));
}

core::Result<std::shared_ptr<core::Accelerator>> open(core::AcceleratorRequest request) {
    if (auto there = requireDriver(); !there) return tl::unexpected(there.error());
    request.decorate = profiler::nvtx::withRanges;
    return gpu::openAccelerator(request);
}

template <class Api>
Check libraryCheck(const char* name, const core::Result<const Api*>& library,
                   const std::string& version, const char* use) {
    if (library) {
        return {.name = name, .found = version + " from " + (*library)->path, .advice = ""};
    }
    return {.name = name,
            .status = Status::Absent,
            .found = "not found",
            .advice = fmt::format("{}; {}", use, library.error().message)};
}

/// Records for a moment: permissions and rivals show only then.
Check cuptiCheck(bool gpus) {
    const auto library = cupti::openCupti();
    uint32_t version = 0;
    if (!library || (*library)->getVersion(&version) != CUPTI_SUCCESS) {
        return {.name = "CUPTI",
                .status = Status::Absent,
                .found = "not found",
                .advice = library ? "its version cannot be read"
                                  : "needed to time GPUs, else --timing events; " +
                                        library.error().message};
    }
    const std::string found = fmt::format("API version {}", version);
    if (!gpus) return {.name = "CUPTI", .found = found, .advice = ""};
    const auto timing = cupti::startCuptiTiming(**library);
    if (timing) return {.name = "CUPTI", .found = found + ", records", .advice = ""};
    return {.name = "CUPTI",
            .status = Status::Absent,
            .found = found + ", cannot record",
            .advice = timing.error().message};
}

Check gpuCheck(const gpu::GpuFacts& facts, size_t index) {
    return {.name = fmt::format("GPU {}", index),
            .found = fmt::format("{}, {}, compute capability {}.{}", facts.name,
                                 core::formatBytes(facts.memoryBytes), facts.major, facts.minor),
            .advice = ""};
}

std::vector<Check> checks() {
    std::vector<Check> lines;
    const auto gpus = gpu::visibleGpus();
    if (!gpus) {
        lines.push_back({.name = "GPU device",
                         .status = Status::Absent,
                         .found = gpus.error().message,
                         .advice = "--device host and `simulate` work without"});
    } else {
        for (size_t i = 0; i < gpus->size(); ++i) lines.push_back(gpuCheck((*gpus)[i], i));
    }
    const std::string driver = gpu::driverVersion(gpu::nvml());
    if (!driver.empty()) lines.push_back({.name = "GPU driver", .found = driver, .advice = ""});
    const auto cublasLt = gpu::cublasLt();
    lines.push_back(libraryCheck("cuBLASLt", cublasLt, cublasLt ? (*cublasLt)->version() : "",
                                 "needed for --device cuda"));
    const auto nccl = gpu::nccl();
    lines.push_back(
        libraryCheck("NCCL", nccl, nccl ? (*nccl)->version() : "", "needed for --comm nccl"));
    lines.push_back(cuptiCheck(gpus.has_value()));
    return lines;
}

}  // namespace

const GpuSupport& gpuSupport() {
    static const GpuSupport support{.backend = {.open = open, .startTiming = startTiming},
                                    .checks = checks};
    return support;
}

}  // namespace shardscope::cli
