#include "gpu/libraries/cuda_driver.h"

#include <cstdlib>

#include "gpu/libraries/resolve.h"

namespace shardscope::gpu {

namespace {

/// Streams of ranks that share a GPU are many; with the default of 8 hardware queues two of them can share
/// one, and then wait for each other without need. Read when the driver starts, which CUPTI does before a GPU
/// is used; the user's word stands. Source: CUDA C++ Programming Guide, "CUDA Environment Variables".
void giveStreamsQueuesOfTheirOwn() { (void)::setenv("CUDA_DEVICE_MAX_CONNECTIONS", "32", 0); }

core::Result<CudaDriverApi> load() {
    giveStreamsQueuesOfTheirOwn();
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
