#pragma once
// The part of readTrace() behind the file: any source of bytes. One thread.

#include <memory>
#include <string>

#include "core/base/result.h"
#include "traces/file.h"
#include "traces/read/byte_source.h"

namespace shardscope::traces {

/// readTrace() of @p source; @p name stands in messages, @p total in progress.
core::Result<Trace> readTraceFrom(std::unique_ptr<ByteSource> source, const std::string& name,
                                  int64_t total, const ReadOptions& options);

}  // namespace shardscope::traces
