#include "traces/read/byte_source.h"

#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <atomic>
#include <cerrno>
#include <cstring>

namespace shardscope::traces {

namespace {

class FileSource : public ByteSource {
  public:
    FileSource(std::string path, int descriptor)
        : path_(std::move(path)), descriptor_(descriptor) {}
    ~FileSource() override { ::close(descriptor_); }

    core::Result<size_t> read(char* out, size_t size) override {
        ssize_t count = 0;
        do {
            count = ::read(descriptor_, out, size);
        } while (count < 0 && errno == EINTR);
        if (count < 0) {
            return core::ioError(path_, std::string("cannot read it: ") + std::strerror(errno));
        }
        position_ += count;
        return static_cast<size_t>(count);
    }
    int64_t position() const override { return position_; }

  private:
    std::string path_;
    int descriptor_;
    std::atomic<int64_t> position_{0};
};

class MemorySource : public ByteSource {
  public:
    explicit MemorySource(std::string_view bytes) : bytes_(bytes) {}

    core::Result<size_t> read(char* out, size_t size) override {
        const auto from = static_cast<size_t>(position_.load());
        const size_t count = std::min(size, bytes_.size() - from);
        std::copy_n(bytes_.data() + from, count, out);
        position_ += static_cast<int64_t>(count);
        return count;
    }
    int64_t position() const override { return position_; }

  private:
    std::string_view bytes_;
    std::atomic<int64_t> position_{0};
};

}  // namespace

core::Result<std::unique_ptr<ByteSource>> openFile(const std::string& path) {
    struct stat status {};
    const bool found = ::stat(path.c_str(), &status) == 0;
    if (found && S_ISDIR(status.st_mode)) {
        return core::invalidInput(path, "is a folder; a trace file (.json or .json.gz) is needed");
    }
    const int descriptor = found ? ::open(path.c_str(), O_RDONLY | O_CLOEXEC) : -1;
    if (descriptor < 0) {
        return core::invalidInput(path,
                                  std::string("cannot open the trace: ") + std::strerror(errno));
    }
    return std::make_unique<FileSource>(path, descriptor);
}

std::unique_ptr<ByteSource> memorySource(std::string_view bytes) {
    return std::make_unique<MemorySource>(bytes);
}

}  // namespace shardscope::traces
