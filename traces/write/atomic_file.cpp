#include "traces/write/atomic_file.h"

#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include <atomic>
#include <cerrno>
#include <cstring>
#include <filesystem>

namespace shardscope::traces {

namespace {

/// Must be called before anything else can change errno.
tl::unexpected<core::Error> refused(const std::string& path, const char* what) {
    const int reason = errno;
    return core::ioError(path, std::string("cannot ") + what + ": " + std::strerror(reason));
}

std::string temporaryName(const std::string& path) {
    static std::atomic<unsigned> counter{0};
    return path + ".tmp." + std::to_string(::getpid()) + "." + std::to_string(counter++);
}

core::Result<void> checkTarget(const std::string& path) {
    struct stat status {};
    if (::stat(path.c_str(), &status) != 0 || S_ISREG(status.st_mode)) return {};
    const char* found = S_ISDIR(status.st_mode) ? "a folder" : "a device, pipe or socket";
    return core::ioError(path, std::string("cannot write here: it is ") + found +
                                   "; allowed is the name of a new or an ordinary file");
}

/// So that the new name outlives a power cut. File systems that cannot sync a folder need not.
void syncFolderOf(const std::string& path) {
    const auto folder = std::filesystem::path(path).parent_path();
    const int descriptor =
        ::open(folder.empty() ? "." : folder.c_str(), O_RDONLY | O_DIRECTORY | O_CLOEXEC);
    if (descriptor < 0) return;
    ::fsync(descriptor);
    ::close(descriptor);
}

}  // namespace

AtomicFile::AtomicFile(std::string path, std::string temporary, int descriptor)
    : path_(std::move(path)), temporary_(std::move(temporary)), descriptor_(descriptor) {}

AtomicFile::AtomicFile(AtomicFile&& other) noexcept
    : path_(std::move(other.path_)),
      temporary_(std::exchange(other.temporary_, {})),
      descriptor_(std::exchange(other.descriptor_, -1)) {}

AtomicFile::~AtomicFile() {
    if (descriptor_ >= 0) ::close(descriptor_);
    if (!temporary_.empty()) ::unlink(temporary_.c_str());
}

core::Result<AtomicFile> AtomicFile::create(const std::string& path) {
    if (auto fine = checkTarget(path); !fine) return tl::unexpected(fine.error());
    std::string temporary = temporaryName(path);
    const int descriptor = ::open(temporary.c_str(), O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0666);
    if (descriptor < 0) return refused(path, "create it");
    return AtomicFile(path, std::move(temporary), descriptor);
}

core::Result<void> AtomicFile::write(std::string_view bytes) {
    while (!bytes.empty()) {
        const ssize_t written = ::write(descriptor_, bytes.data(), bytes.size());
        if (written < 0 && errno == EINTR) continue;
        if (written < 0) return refused(path_, "write to it");
        bytes.remove_prefix(static_cast<size_t>(written));
    }
    return {};
}

core::Result<void> AtomicFile::close() {
    if (::fsync(descriptor_) != 0) return refused(path_, "sync it to disk");
    if (::close(std::exchange(descriptor_, -1)) != 0) return refused(path_, "close it");
    return {};
}

core::Result<void> AtomicFile::commit() {
    if (auto closed = close(); !closed) return closed;
    if (::rename(temporary_.c_str(), path_.c_str()) != 0) return refused(path_, "name it");
    temporary_.clear();
    syncFolderOf(path_);
    return {};
}

}  // namespace shardscope::traces
