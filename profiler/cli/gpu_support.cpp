#include "profiler/cli/gpu_support.h"

#include <fmt/format.h>

#include <algorithm>

#include "core/base/units.h"
#include "gpu/accelerator.h"
#include "gpu/libraries/nvml.h"
#include "profiler/cupti/cupti_library.h"
#include "profiler/cupti/cupti_tags.h"

namespace shardscope::cli {

namespace {

using doctor::Check;
using doctor::Status;
namespace cupti = profiler::cupti;

class CuptiTiming : public profiler::GpuTiming {
  public:
    explicit CuptiTiming(std::shared_ptr<cupti::CuptiSession> session)
        : session_(std::move(session)) {}

    std::unique_ptr<core::ActivityTags> makeTags() override {
        return std::make_unique<cupti::CuptiTags>(session_);
    }
    profiler::TimingLosses lossesOf(const core::ActivityTags& tags) const override {
        const auto& ours = static_cast<const cupti::CuptiTags&>(tags);  // made by makeTags()
        const cupti::SessionCounts session = session_->counts();
        return {.dropped = session.dropped + session.unreadable,
                .unmatched = ours.counts().lost + ours.counts().late,
                .clockResidualNs = session.clockResidualNs};
    }
    int64_t ownDeviceBytes() const override { return session_->ownDeviceBytes(); }

  private:
    std::shared_ptr<cupti::CuptiSession> session_;
};

core::Error withRemedy(core::Error error) {
    error.message += "; to time with CUDA events instead, give --timing events";
    return error;
}

core::Result<std::shared_ptr<profiler::GpuTiming>> startTiming() {
    const auto library = cupti::openCupti();
    if (!library) return tl::unexpected(withRemedy(library.error()));
    auto session = cupti::CuptiSession::start(**library, {});
    if (!session) return tl::unexpected(withRemedy(session.error()));
    return std::make_shared<CuptiTiming>(std::move(*session));
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

Check cuptiCheck() {
    const auto library = cupti::openCupti();
    uint32_t version = 0;
    if (library && (*library)->getVersion(&version) == CUPTI_SUCCESS) {
        return {.name = "CUPTI", .found = fmt::format("API version {}", version), .advice = ""};
    }
    return {.name = "CUPTI",
            .status = Status::Absent,
            .found = "not found",
            .advice =
                library ? "its version cannot be read"
                        : "needed to time GPUs, else --timing events; " + library.error().message};
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
    const std::string driver = gpu::driverVersion();
    if (!driver.empty()) lines.push_back({.name = "GPU driver", .found = driver, .advice = ""});
    const auto cublasLt = gpu::cublasLt();
    lines.push_back(libraryCheck("cuBLASLt", cublasLt, cublasLt ? (*cublasLt)->version() : "",
                                 "needed for --device cuda"));
    const auto nccl = gpu::nccl();
    lines.push_back(
        libraryCheck("NCCL", nccl, nccl ? (*nccl)->version() : "", "needed for --comm nccl"));
    lines.push_back(cuptiCheck());
    return lines;
}

}  // namespace

const GpuSupport& gpuSupport() {
    static const GpuSupport support{.backend = {.open =
                                                    [](const core::AcceleratorRequest& request) {
                                                        return gpu::openAccelerator(request);
                                                    },
                                                .startTiming = startTiming},
                                    .checks = checks};
    return support;
}

}  // namespace shardscope::cli
