#include "gpu/libraries/cublaslt.h"

#include <fmt/format.h>

#include "gpu/libraries/resolve.h"

namespace shardscope::gpu {

namespace {

core::Result<CublasLtApi> load() {
    CublasLtApi api;
    Resolver resolve({.title = "cuBLASLt", .sonames = {"libcublasLt.so.13", "libcublasLt.so"}});
    resolve("cublasLtCreate", api.create);
    resolve("cublasLtDestroy", api.destroy);
    resolve("cublasLtGetVersion", api.getVersion);
    resolve("cublasLtGetStatusString", api.getStatusString);
    resolve("cublasLtMatmul", api.matmul);
    resolve("cublasLtMatmulDescCreate", api.matmulDescCreate);
    resolve("cublasLtMatmulDescDestroy", api.matmulDescDestroy);
    resolve("cublasLtMatmulDescSetAttribute", api.matmulDescSetAttribute);
    resolve("cublasLtMatrixLayoutCreate", api.matrixLayoutCreate);
    resolve("cublasLtMatrixLayoutDestroy", api.matrixLayoutDestroy);
    resolve("cublasLtMatmulPreferenceCreate", api.preferenceCreate);
    resolve("cublasLtMatmulPreferenceDestroy", api.preferenceDestroy);
    resolve("cublasLtMatmulPreferenceSetAttribute", api.preferenceSetAttribute);
    resolve("cublasLtMatmulAlgoGetHeuristic", api.algoGetHeuristic);
    return resolve.finish(std::move(api));
}

}  // namespace

std::string CublasLtApi::version() const {
    if (!getVersion) return "of unknown version";
    const size_t number = getVersion();
    return fmt::format("{}.{}.{}", number / 10000, number % 10000 / 100, number % 100);
}

core::Result<const CublasLtApi*> cublasLt() {
    static const core::Result<CublasLtApi> loaded = load();
    if (!loaded) return tl::unexpected(loaded.error());
    return &*loaded;
}

}  // namespace shardscope::gpu
