#pragma once
// NCCL, opened at run time behind one table of functions. Any thread.

#include <nccl.h>

#include <string>

#include "core/base/result.h"

namespace shardscope::gpu {

/// The functions that shardscope calls, with nccl.h's own types. Tests fill it with a double's.
struct NcclApi {
    std::string path;  ///< the file they come from
    decltype(&ncclGetVersion) getVersion = nullptr;
    decltype(&ncclGetErrorString) getErrorString = nullptr;
    decltype(&ncclGetUniqueId) getUniqueId = nullptr;
    decltype(&ncclCommInitRank) commInitRank = nullptr;
    decltype(&ncclCommSplit) commSplit = nullptr;
    decltype(&ncclCommDestroy) commDestroy = nullptr;
    decltype(&ncclCommAbort) commAbort = nullptr;
    decltype(&ncclCommGetAsyncError) commGetAsyncError = nullptr;
    decltype(&ncclGroupStart) groupStart = nullptr;
    decltype(&ncclGroupEnd) groupEnd = nullptr;
    decltype(&ncclReduceScatter) reduceScatter = nullptr;
    decltype(&ncclAllGather) allGather = nullptr;
    decltype(&ncclAllReduce) allReduce = nullptr;
    decltype(&ncclReduce) reduce = nullptr;
    decltype(&ncclBroadcast) broadcast = nullptr;

    /// "2.28.9".
    std::string version() const;
};

/// The machine's NCCL, opened on the first call. Errors: Failed with what was tried.
core::Result<const NcclApi*> nccl();

}  // namespace shardscope::gpu
