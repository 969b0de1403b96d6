#include "gpu/cuda_check.h"

#include <fmt/format.h>

#include <string_view>

namespace shardscope::gpu {

namespace {

/// The file below the project's root: the part from "gpu/" on.
std::string_view shortName(std::string_view path) {
    const size_t at = path.rfind("gpu/");
    return at == std::string_view::npos ? path : path.substr(at);
}

}  // namespace

core::Error errorOf(cudaError_t status, const std::string& attempt) {
    return {.code = core::ErrorCode::Failed,
            .message = fmt::format("{}: {} ({})", attempt, cudaGetErrorString(status),
                                   cudaGetErrorName(status)),
            .where = "CUDA"};
}

core::Result<void> check(cudaError_t status, std::source_location where) {
    if (status == cudaSuccess) return {};
    return tl::unexpected(
        errorOf(status, fmt::format("{}:{}", shortName(where.file_name()), where.line())));
}

}  // namespace shardscope::gpu
