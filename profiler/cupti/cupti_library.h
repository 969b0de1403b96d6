#pragma once
// CUPTI as a table of functions. It is opened at run time, so that the command also starts where there
// is none; tests fill the table with a double's functions.

#include <cupti.h>

#include <cstdint>
#include <string>

#include "core/base/result.h"

namespace shardscope::profiler::cupti {

/// Every CUPTI function that we call; none is null.
struct CuptiLibrary {
    decltype(&::cuptiGetVersion) getVersion = nullptr;
    decltype(&::cuptiGetResultString) getResultString = nullptr;
    decltype(&::cuptiSubscribe_v2) subscribe = nullptr;
    decltype(&::cuptiUnsubscribe) unsubscribe = nullptr;
    decltype(&::cuptiActivityRegisterCallbacks) registerCallbacks = nullptr;
    decltype(&::cuptiActivitySetAttribute) setAttribute = nullptr;
    decltype(&::cuptiActivityGetAttribute) getAttribute = nullptr;
    decltype(&::cuptiActivityEnable) enable = nullptr;
    decltype(&::cuptiActivityDisable) disable = nullptr;
    decltype(&::cuptiActivityEnableRuntimeApi) enableRuntimeApi = nullptr;
    decltype(&::cuptiActivityEnableDriverApi) enableDriverApi = nullptr;
    decltype(&::cuptiActivityFlushAll) flushAll = nullptr;
    decltype(&::cuptiActivityGetNextRecord) getNextRecord = nullptr;
    decltype(&::cuptiActivityGetNumDroppedRecords) getNumDroppedRecords = nullptr;
    decltype(&::cuptiActivityPushExternalCorrelationId) pushExternalCorrelationId = nullptr;
    decltype(&::cuptiActivityPopExternalCorrelationId) popExternalCorrelationId = nullptr;
    decltype(&::cuptiGetTimestamp) getTimestamp = nullptr;
};

/// CUPTI of this machine, opened once and never closed.
/// Errors: Failed, naming where was looked, a missing function, or a version other than the one that
/// our record structs are of (they are laid out by major version).
core::Result<const CuptiLibrary*> openCupti();

/// @p library, or the reason why its records cannot be read by this build.
core::Result<const CuptiLibrary*> checkedVersion(const CuptiLibrary& library);

/// What @p code means, in words, and what to do about it when something can be done.
std::string explain(const CuptiLibrary& library, CUptiResult code);

}  // namespace shardscope::profiler::cupti
