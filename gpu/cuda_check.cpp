#include "gpu/cuda_check.h"

#include <fmt/format.h>

#include <string_view>
#include <utility>

namespace shardscope::gpu {

namespace {

/// The file below the project's root: the part from "gpu/" on.
std::string_view shortName(std::string_view path) {
    const size_t at = path.rfind("gpu/");
    return at == std::string_view::npos ? path : path.substr(at);
}

}  // namespace

core::Error errorOf(cudaError_t status, const std::string& attempt) {
    const char *words = cudaGetErrorString(status), *name = cudaGetErrorName(status);
    std::string message = fmt::format("{}: {} ({})", attempt, words, name);
    const bool full = status == cudaErrorMemoryAllocation;
    return {.code = full ? core::ErrorCode::OutOfMemory : core::ErrorCode::Failed,
            .message = std::move(message),
            .where = "CUDA"};
}

core::Result<void> check(cudaError_t status, std::source_location where) {
    if (status == cudaSuccess) return {};
    return tl::unexpected(
        errorOf(status, fmt::format("{}:{}", shortName(where.file_name()), where.line())));
}

}  // namespace shardscope::gpu
