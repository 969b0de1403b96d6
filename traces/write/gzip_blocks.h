#pragma once
// One gzip member made of independent deflate blocks, so that blocks can be compressed on several
// threads and the bytes do not depend on how many (W14; zlib's readers stop after a first member).

#include <zlib.h>

#include <cstdint>
#include <string>
#include <string_view>

namespace shardscope::traces {

/// A block of a file, and what the trailer needs to know of its text.
struct FileBlock {
    std::string bytes;
    uint32_t crc = 0;
    uint64_t textBytes = 0;
};

/// Compresses blocks, each from an empty window and flushed to a whole byte. One thread each.
class BlockDeflater {
  public:
    BlockDeflater();
    ~BlockDeflater();
    BlockDeflater(const BlockDeflater&) = delete;
    BlockDeflater& operator=(const BlockDeflater&) = delete;

    FileBlock compress(std::string_view text);

  private:
    z_stream stream_{};
};

/// The gzip header: no name, time 0.
std::string_view gzipHeader();

/// Counts blocks in the order of the file and ends the member.
class GzipTrailer {
  public:
    void add(const FileBlock& block);
    /// The last, empty deflate block, the combined CRC and the length.
    std::string bytes() const;

  private:
    uint32_t crc_ = 0;
    uint64_t textBytes_ = 0;
};

}  // namespace shardscope::traces
