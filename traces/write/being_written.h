#pragma once
// Whether a file's writer is still at it. Ours hold an advisory lock on what they write step by
// step, which the operating system takes back when the process ends, however it ends. Any thread.

#include <string>

namespace shardscope::traces {

/// Says of the file open as @p descriptor that it is being written, until it is closed. Where the
/// file system knows no locks, nothing is said.
void holdAsWriter(int descriptor);
/// Whether another open file, of whatever process, holds @p path. False when it cannot be opened.
bool isBeingWritten(const std::string& path);

}  // namespace shardscope::traces
