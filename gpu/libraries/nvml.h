#pragma once
// NVML, opened at run time: the driver's version and memory in use. Any thread. The toolkit brings no
// nvml.h, so the few prototypes stand here. Source: NVML API reference, "System Queries", "Device
// Queries" and "Device Structs".

#include <string>

#include "core/base/result.h"

struct nvmlDevice_st;
using nvmlDevice_t = nvmlDevice_st*;

namespace shardscope::gpu {

/// nvmlMemory_v2_t. Bytes; `used` without what the driver keeps for itself, which is `reserved`.
struct NvmlMemory {
    unsigned version = 0;
    unsigned long long total = 0, reserved = 0, free = 0, used = 0;
};
inline constexpr unsigned kNvmlMemoryVersion = sizeof(NvmlMemory) | (2U << 24);

/// nvmlReturn_t, as far as it is told apart here.
inline constexpr int kNvmlSuccess = 0;

struct NvmlApi {
    std::string path;
    int (*init)() = nullptr;                    ///< nvmlInit_v2
    int (*shutdown)() = nullptr;                ///< nvmlShutdown; as often as init
    const char* (*errorString)(int) = nullptr;  ///< nvmlErrorString
    int (*systemGetDriverVersion)(char* version, unsigned length) = nullptr;
    int (*deviceGetHandleByUuid)(const char* uuid, nvmlDevice_t*) = nullptr;
    int (*deviceGetMemoryInfo)(nvmlDevice_t, NvmlMemory*) = nullptr;  ///< …_v2
};

/// Errors: Failed with what was tried.
core::Result<const NvmlApi*> nvml();
/// Errors: Failed in NVML's words. @param attempt "memory in use".
core::Result<void> checkNvml(const NvmlApi& api, int status, const std::string& attempt);
/// "580.159.04"; empty when NVML cannot say.
std::string driverVersion(const core::Result<const NvmlApi*>& nvml);

}  // namespace shardscope::gpu
