#include "gpu/libraries/cuda_driver.h"

#include "gpu/libraries/resolve.h"

namespace shardscope::gpu {

namespace {

core::Result<CudaDriverApi> load() {
    CudaDriverApi api;
    Resolver resolve({.title = "NVIDIA driver", .sonames = {"libcuda.so.1"}});
    resolve("cuMemAddressReserve", api.memAddressReserve);
    resolve("cuMemAddressFree", api.memAddressFree);
    resolve("cuMemCreate", api.memCreate);
    resolve("cuMemRelease", api.memRelease);
    resolve("cuMemMap", api.memMap);
    resolve("cuMemUnmap", api.memUnmap);
    resolve("cuMemSetAccess", api.memSetAccess);
    return resolve.finish(std::move(api));
}

}  // namespace

core::Result<const CudaDriverApi*> cudaDriver() {
    static const core::Result<CudaDriverApi> loaded = load();
    if (!loaded) return tl::unexpected(loaded.error());
    return &*loaded;
}

}  // namespace shardscope::gpu
