#include "gpu/libraries/nvml.h"

#include <fmt/format.h>

#include <array>

#include "gpu/libraries/resolve.h"

namespace shardscope::gpu {

namespace {

core::Result<NvmlApi> load() {
    NvmlApi api;
    Resolver resolve({.title = "NVML", .sonames = {"libnvidia-ml.so.1"}});
    resolve("nvmlInit_v2", api.init);
    resolve("nvmlShutdown", api.shutdown);
    resolve("nvmlErrorString", api.errorString);
    resolve("nvmlSystemGetDriverVersion", api.systemGetDriverVersion);
    resolve("nvmlDeviceGetHandleByUUID", api.deviceGetHandleByUuid);
    resolve("nvmlDeviceGetMemoryInfo_v2", api.deviceGetMemoryInfo);
    return resolve.finish(std::move(api));
}

}  // namespace

core::Result<const NvmlApi*> nvml() {
    static const core::Result<NvmlApi> loaded = load();
    if (!loaded) return tl::unexpected(loaded.error());
    return &*loaded;
}

core::Result<void> checkNvml(const NvmlApi& api, int status, const std::string& attempt) {
    if (status == kNvmlSuccess) return {};
    return core::failed("NVML",
                        fmt::format("{}: {} ({})", attempt, api.errorString(status), status));
}

std::string driverVersion(const core::Result<const NvmlApi*>& nvml) {
    if (!nvml || (*nvml)->init() != kNvmlSuccess) return {};
    const NvmlApi& api = **nvml;
    std::array<char, 80> text{};  // NVML_SYSTEM_DRIVER_VERSION_BUFFER_SIZE
    const bool known = api.systemGetDriverVersion(text.data(), text.size()) == kNvmlSuccess;
    (void)api.shutdown();
    return known ? std::string(text.data()) : std::string();
}

}  // namespace shardscope::gpu
