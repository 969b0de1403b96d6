#include "gpu/libraries/nvml.h"

#include <array>

#include "gpu/libraries/resolve.h"

namespace shardscope::gpu {

namespace {

core::Result<NvmlApi> load() {
    NvmlApi api;
    Resolver resolve({.title = "NVML", .sonames = {"libnvidia-ml.so.1"}});
    resolve("nvmlInit_v2", api.init);
    resolve("nvmlShutdown", api.shutdown);
    resolve("nvmlSystemGetDriverVersion", api.systemGetDriverVersion);
    return resolve.finish(std::move(api));
}

}  // namespace

core::Result<const NvmlApi*> nvml() {
    static const core::Result<NvmlApi> loaded = load();
    if (!loaded) return tl::unexpected(loaded.error());
    return &*loaded;
}

std::string driverVersion() {
    const auto api = nvml();
    if (!api || (*api)->init() != 0) return {};
    std::array<char, 80> text{};  // NVML_SYSTEM_DRIVER_VERSION_BUFFER_SIZE
    const bool known = (*api)->systemGetDriverVersion(text.data(), text.size()) == 0;
    (*api)->shutdown();
    return known ? std::string(text.data()) : std::string();
}

}  // namespace shardscope::gpu
