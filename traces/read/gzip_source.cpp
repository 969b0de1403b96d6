#include <zlib.h>

#include <vector>

#include "traces/read/byte_source.h"

namespace shardscope::traces {

namespace {

constexpr size_t kInputBytes = 256 << 10;
/// 15: the largest window; + 16: gzip with its checksum.
constexpr int kGzip = 15 + 16;

/// Gives back what was read while looking at the first bytes.
class Rewound : public ByteSource {
  public:
    Rewound(std::string head, std::unique_ptr<ByteSource> rest)
        : head_(std::move(head)), rest_(std::move(rest)) {}

    core::Result<size_t> read(char* out, size_t size) override {
        if (head_.empty()) return rest_->read(out, size);
        const size_t count = head_.copy(out, size);
        head_.erase(0, count);
        return count;
    }
    int64_t position() const override { return rest_->position(); }

  private:
    std::string head_;
    std::unique_ptr<ByteSource> rest_;
};

class GzipSource : public ByteSource {
  public:
    explicit GzipSource(std::unique_ptr<ByteSource> source)
        : source_(std::move(source)), input_(kInputBytes) {
        ended_ = inflateInit2(&stream_, kGzip) != Z_OK;
    }
    ~GzipSource() override { inflateEnd(&stream_); }

    core::Result<size_t> read(char* out, size_t size) override {
        stream_.next_out = reinterpret_cast<Bytef*>(out);
        stream_.avail_out = static_cast<uInt>(size);
        while (!ended_ && stream_.avail_out == size) {
            if (auto filled = fill(); !filled) return tl::unexpected(filled.error());
            if (!ended_) step();
        }
        return size - stream_.avail_out;
    }
    bool cut() const override { return cut_; }
    int64_t position() const override { return source_->position(); }

  private:
    core::Result<void> fill() {
        if (stream_.avail_in != 0) return {};
        const auto count = source_->read(input_.data(), input_.size());
        if (!count) return tl::unexpected(count.error());
        stream_.next_in = reinterpret_cast<Bytef*>(input_.data());
        stream_.avail_in = static_cast<uInt>(*count);
        if (*count == 0) end(inMember_);
        return {};
    }

    void step() {
        const int result = inflate(&stream_, Z_NO_FLUSH);
        if (result == Z_STREAM_END) {
            inMember_ = false;
            members_ = true;
            inflateReset(&stream_);
        } else if (result == Z_OK || result == Z_BUF_ERROR) {
            inMember_ = inMember_ || stream_.total_in > 0;
        } else {
            // What follows a whole member and is no gzip is padding, as for gzip itself.
            end(inMember_ || !members_);
        }
    }

    void end(bool cut) {
        ended_ = true;
        cut_ = cut;
    }

    std::unique_ptr<ByteSource> source_;
    std::vector<char> input_;
    z_stream stream_{};
    bool inMember_ = true;
    bool members_ = false;  ///< at least one was whole
    bool ended_ = false;
    bool cut_ = false;
};

}  // namespace

core::Result<std::unique_ptr<ByteSource>> inflateIfGzip(std::unique_ptr<ByteSource> source) {
    std::string head(2, '\0');
    size_t size = 0;
    while (size < head.size()) {
        const auto count = source->read(head.data() + size, head.size() - size);
        if (!count) return tl::unexpected(count.error());
        if (*count == 0) break;
        size += *count;
    }
    head.resize(size);
    const bool gzip = head == "\x1f\x8b";
    std::unique_ptr<ByteSource> whole = std::make_unique<Rewound>(head, std::move(source));
    if (!gzip) return whole;
    return std::make_unique<GzipSource>(std::move(whole));
}

}  // namespace shardscope::traces
