#include "gpu/libraries/nccl.h"

#include <fmt/format.h>

#include "core/base/shared_library.h"
#include "gpu/libraries/resolve.h"

namespace shardscope::gpu {

namespace {

core::Result<NcclApi> load() {
    NcclApi api;
    Resolver resolve({.title = "NCCL", .sonames = {"libnccl.so.2", "libnccl.so"}});
    resolve("ncclGetVersion", api.getVersion);
    resolve("ncclGetErrorString", api.getErrorString);
    resolve("ncclGetUniqueId", api.getUniqueId);
    resolve("ncclCommInitRank", api.commInitRank);
    resolve("ncclCommSplit", api.commSplit);
    resolve("ncclCommDestroy", api.commDestroy);
    resolve("ncclCommAbort", api.commAbort);
    resolve("ncclCommGetAsyncError", api.commGetAsyncError);
    resolve("ncclGroupStart", api.groupStart);
    resolve("ncclGroupEnd", api.groupEnd);
    resolve("ncclReduceScatter", api.reduceScatter);
    resolve("ncclAllGather", api.allGather);
    resolve("ncclAllReduce", api.allReduce);
    resolve("ncclReduce", api.reduce);
    resolve("ncclBroadcast", api.broadcast);
    return resolve.finish(std::move(api));
}

}  // namespace

std::string NcclApi::version() const {
    int number = 0;
    if (!getVersion || getVersion(&number) != ncclSuccess) return "of unknown version";
    return fmt::format("{}.{}.{}", number / 10000, number % 10000 / 100, number % 100);
}

core::Result<const NcclApi*> nccl() {
    static const core::Result<NcclApi> loaded = load();
    if (!loaded) return tl::unexpected(loaded.error());
    return &*loaded;
}

}  // namespace shardscope::gpu
