#include "profiler/cupti/cupti_library.h"

#include <fmt/format.h>

#include "core/base/shared_library.h"

namespace shardscope::profiler::cupti {

namespace {

/// The first missing function, or none.
core::Result<void> fill(const core::SharedLibrary& from, CuptiLibrary& table) {
    core::Result<void> all;
    const auto entry = [&](const char* symbol, auto& function) {
        if (all) all = from.resolve(symbol, function);
    };
    entry("cuptiGetVersion", table.getVersion);
    entry("cuptiGetResultString", table.getResultString);
    entry("cuptiSubscribe_v2", table.subscribe);
    entry("cuptiUnsubscribe", table.unsubscribe);
    entry("cuptiActivityRegisterCallbacks", table.registerCallbacks);
    entry("cuptiActivitySetAttribute", table.setAttribute);
    entry("cuptiActivityGetAttribute", table.getAttribute);
    entry("cuptiActivityEnable", table.enable);
    entry("cuptiActivityDisable", table.disable);
    entry("cuptiActivityEnableRuntimeApi", table.enableRuntimeApi);
    entry("cuptiActivityEnableDriverApi", table.enableDriverApi);
    entry("cuptiActivityFlushAll", table.flushAll);
    entry("cuptiActivityGetNextRecord", table.getNextRecord);
    entry("cuptiActivityGetNumDroppedRecords", table.getNumDroppedRecords);
    entry("cuptiActivityPushExternalCorrelationId", table.pushExternalCorrelationId);
    entry("cuptiActivityPopExternalCorrelationId", table.popExternalCorrelationId);
    entry("cuptiGetTimestamp", table.getTimestamp);
    return all;
}

core::Result<const CuptiLibrary*> openOnce() {
    static CuptiLibrary table;
    const auto library =
        core::SharedLibrary::open({.title = "CUPTI", .sonames = {"libcupti.so.13", "libcupti.so"}});
    if (!library) return tl::unexpected(library.error());
    if (auto filled = fill(*library, table); !filled) return tl::unexpected(filled.error());
    return checkedVersion(table);
}

/// What a person can do about it; empty when nothing.
std::string_view remedyFor(CUptiResult code) {
    switch (code) {
        case CUPTI_ERROR_MULTIPLE_SUBSCRIBERS_NOT_SUPPORTED:
            return "another tool is recording this process (Nsight, cuda-gdb, compute-sanitizer, "
                   "torch.profiler): run without it";
        case CUPTI_ERROR_INSUFFICIENT_PRIVILEGES:
        case CUPTI_ERROR_VIRTUALIZED_DEVICE_INSUFFICIENT_PRIVILEGES:
            return "allow profiling: start the container with --cap-add SYS_ADMIN, or load the "
                   "nvidia "
                   "module with NVreg_RestrictProfilingToAdminUsers=0";
        case CUPTI_ERROR_VIRTUALIZED_DEVICE_NOT_SUPPORTED:
            return "this virtual GPU cannot be traced (its host can enable it): use --timing "
                   "events";
        case CUPTI_ERROR_CONFIDENTIAL_COMPUTING_NOT_SUPPORTED:
            return "a GPU in confidential computing mode cannot be traced";
        case CUPTI_ERROR_MIG_DEVICE_NOT_SUPPORTED:
            return "this slice of a GPU (MIG) cannot be traced";
        case CUPTI_ERROR_WSL_DEVICE_NOT_SUPPORTED:
            return "a GPU under WSL cannot be traced";
        case CUPTI_ERROR_NOT_INITIALIZED:
        case CUPTI_ERROR_UNKNOWN:
            return "is there an NVIDIA driver? `shardscope doctor` says";
        default:
            return {};
    }
}

}  // namespace

core::Result<const CuptiLibrary*> openCupti() {
    static const core::Result<const CuptiLibrary*> opened = openOnce();
    return opened;
}

core::Result<const CuptiLibrary*> checkedVersion(const CuptiLibrary& library) {
    constexpr uint32_t kMajor = CUPTI_API_VERSION / 10000;
    uint32_t version = 0;
    if (library.getVersion(&version) != CUPTI_SUCCESS || version / 10000 != kMajor) {
        return core::failed("CUPTI", fmt::format("version {} is installed; this build reads the "
                                                 "records of version {} (CUDA {})",
                                                 version, CUPTI_API_VERSION, kMajor));
    }
    return &library;
}

std::string explain(const CuptiLibrary& library, CUptiResult code) {
    const char* name = nullptr;
    if (library.getResultString(code, &name) != CUPTI_SUCCESS || name == nullptr) name = "error";
    const std::string_view remedy = remedyFor(code);
    return remedy.empty() ? fmt::format("{} ({})", name, static_cast<int>(code))
                          : fmt::format("{} ({}): {}", name, static_cast<int>(code), remedy);
}

}  // namespace shardscope::profiler::cupti
