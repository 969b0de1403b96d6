#include "traces/write/gzip_blocks.h"

#include "core/base/result.h"

namespace shardscope::traces {

namespace {

/// Level 1 writes about twice as many events a second as level 6 (bench_traces).
constexpr int kLevel = 1;
constexpr int kRawDeflate = -15;
constexpr int kMemoryLevel = 8;

Bytef* bytesOf(const char* text) { return reinterpret_cast<Bytef*>(const_cast<char*>(text)); }

void appendLittleEndian(uint32_t value, std::string& out) {
    for (int shift = 0; shift < 32; shift += 8) out += static_cast<char>(value >> shift & 0xFF);
}

uint32_t crcOf(std::string_view text) {
    return static_cast<uint32_t>(crc32_z(0, bytesOf(text.data()), text.size()));
}

}  // namespace

BlockDeflater::BlockDeflater() {
    if (deflateInit2(&stream_, kLevel, Z_DEFLATED, kRawDeflate, kMemoryLevel, Z_DEFAULT_STRATEGY) !=
        Z_OK) {
        core::broken("zlib has no memory for its deflate state (256 KiB)");
    }
}

BlockDeflater::~BlockDeflater() { deflateEnd(&stream_); }

FileBlock BlockDeflater::compress(std::string_view text) {
    deflateReset(&stream_);
    FileBlock block{.bytes = {}, .crc = crcOf(text), .textBytes = text.size()};
    // deflateBound is for Z_FINISH; a full flush adds an empty stored block of five bytes.
    block.bytes.resize(deflateBound(&stream_, text.size()) + 16);
    stream_.next_in = bytesOf(text.data());
    stream_.avail_in = static_cast<uInt>(text.size());
    stream_.next_out = bytesOf(block.bytes.data());
    stream_.avail_out = static_cast<uInt>(block.bytes.size());
    if (deflate(&stream_, Z_FULL_FLUSH) != Z_OK || stream_.avail_in != 0) {
        core::broken("zlib could not compress a block into the space it asked for");
    }
    block.bytes.resize(block.bytes.size() - stream_.avail_out);
    return block;
}

std::string_view gzipHeader() {
    // Magic, deflate, no flags, mtime 0, fastest (XFL 4), unknown system. Source: RFC 1952, 2.3.
    static constexpr char kHeader[] = "\x1f\x8b\x08\x00\x00\x00\x00\x00\x04\xff";
    return {kHeader, sizeof kHeader - 1};
}

void GzipTrailer::add(const FileBlock& block) {
    crc_ = static_cast<uint32_t>(
        crc32_combine(crc_, block.crc, static_cast<z_off_t>(block.textBytes)));
    textBytes_ += block.textBytes;
}

std::string GzipTrailer::bytes() const {
    std::string out("\x03\x00", 2);  // final, empty, fixed codes
    appendLittleEndian(crc_, out);
    appendLittleEndian(static_cast<uint32_t>(textBytes_), out);
    return out;
}

}  // namespace shardscope::traces
