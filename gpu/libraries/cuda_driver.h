#pragma once
// The driver's virtual memory functions, opened at run time: segments that grow without moving.
// Any thread.

#include <cuda.h>

#include <string>

#include "core/base/result.h"

namespace shardscope::gpu {

/// The functions that shardscope calls, with cuda.h's own types. Tests fill it with a double's.
struct CudaDriverApi {
    std::string path;  ///< the file they come from
    decltype(&cuMemAddressReserve) memAddressReserve = nullptr;
    decltype(&cuMemAddressFree) memAddressFree = nullptr;
    decltype(&cuMemCreate) memCreate = nullptr;
    decltype(&cuMemRelease) memRelease = nullptr;
    decltype(&cuMemMap) memMap = nullptr;
    decltype(&cuMemUnmap) memUnmap = nullptr;
    decltype(&cuMemSetAccess) memSetAccess = nullptr;
};

/// The machine's driver, opened on the first call, before which it is told in the environment how many queues
/// its streams are to have. Call it before anything else of CUDA's. Errors: Failed with what was tried.
core::Result<const CudaDriverApi*> cudaDriver();

}  // namespace shardscope::gpu
