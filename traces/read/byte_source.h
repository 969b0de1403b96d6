#pragma once
// Where a reader's bytes come from: a file, memory, gzip, or another thread. One reader each.

#include <cstdint>
#include <memory>
#include <string>
#include <string_view>

#include "core/base/result.h"

namespace shardscope::traces {

class ByteSource {
  public:
    virtual ~ByteSource() = default;
    /// Up to @p size bytes into @p out; 0 at the end. Errors: Io.
    virtual core::Result<size_t> read(char* out, size_t size) = 0;
    /// Whether the bytes ended before their container said so (a cut gzip). Known at the end.
    virtual bool cut() const { return false; }
    /// Bytes of the file that were read so far. Any thread.
    virtual int64_t position() const = 0;
};

/// Opens @p path. Errors: InvalidInput when it is missing, a folder or may not be read.
core::Result<std::unique_ptr<ByteSource>> openFile(const std::string& path);

/// Reads borrowed @p bytes.
std::unique_ptr<ByteSource> memorySource(std::string_view bytes);

/// @p source as it is, or inflated when it begins like gzip; all members, as far as they are whole.
core::Result<std::unique_ptr<ByteSource>> inflateIfGzip(std::unique_ptr<ByteSource> source);

/// @p source read ahead by another thread, or as it is when no thread can be had.
std::unique_ptr<ByteSource> readAhead(std::unique_ptr<ByteSource> source);

}  // namespace shardscope::traces
