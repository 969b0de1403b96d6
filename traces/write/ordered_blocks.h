#pragma once
// Makes the blocks of a file on several threads and takes them in order on the caller's.

#include <functional>

#include "core/base/result.h"
#include "traces/write/gzip_blocks.h"

namespace shardscope::traces {

/// Calls make(worker, i) for i in 0 … count-1 on @p workers threads (at least one; the same worker
/// never on two threads at once) and take(block) in the order of i on the calling thread.
/// At most four blocks a worker are held. Ends at the first error of @p take, which it returns.
/// Errors: Failed when no thread can be started.
core::Result<void> makeInOrder(size_t count, int workers,
                               const std::function<FileBlock(int worker, size_t index)>& make,
                               const std::function<core::Result<void>(FileBlock)>& take);

}  // namespace shardscope::traces
