#pragma once
// NVML, opened at run time: the driver's version. Any thread. The toolkit's wheels bring no nvml.h, so
// the few prototypes stand here. Source: NVML API reference, "System Queries".

#include <string>

#include "core/base/result.h"

namespace shardscope::gpu {

struct NvmlApi {
    std::string path;
    int (*init)() = nullptr;      ///< nvmlInit_v2; 0 = success
    int (*shutdown)() = nullptr;  ///< nvmlShutdown
    int (*systemGetDriverVersion)(char* version, unsigned length) = nullptr;
};

/// Errors: Failed with what was tried.
core::Result<const NvmlApi*> nvml();
/// "580.159.04"; empty when NVML cannot say.
std::string driverVersion();

}  // namespace shardscope::gpu
