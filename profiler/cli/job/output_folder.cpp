#include "profiler/cli/job/output_folder.h"

#include <fmt/chrono.h>
#include <fmt/format.h>
#include <unistd.h>

#include <cerrno>
#include <cstdio>
#include <cstring>
#include <ctime>

namespace shardscope::cli {

namespace fs = std::filesystem;

namespace {

/// shardscope-out/2025-01-31_14-05-09, with -2, -3 … when that second is taken.
fs::path timeFolder() {
    const std::string name =
        fmt::format("{:%Y-%m-%d_%H-%M-%S}", fmt::localtime(std::time(nullptr)));
    fs::path folder = fs::path(kOutputRoot) / name;
    std::error_code code;
    for (int n = 2; fs::exists(folder, code); ++n) {
        folder = fs::path(kOutputRoot) / fmt::format("{}-{}", name, n);
    }
    return folder;
}

/// The outermost part of @p folder that does not exist yet.
fs::path firstMissing(const fs::path& folder) {
    fs::path missing;
    std::error_code code;
    for (fs::path at = folder; !at.empty() && !fs::exists(at, code); at = at.parent_path()) {
        missing = at;
    }
    return missing;
}

}  // namespace

core::Result<void> checkWritable(const fs::path& folder) {
    const fs::path probe = folder / fmt::format(".shardscope-{}", ::getpid());
    std::FILE* file = std::fopen(probe.c_str(), "wb");
    if (!file) {
        return core::invalidInput(
            folder.string(),
            fmt::format("cannot write into the output folder: {}", std::strerror(errno)));
    }
    std::fclose(file);
    std::error_code code;
    fs::remove(probe, code);
    return {};
}

core::Result<OutputFolder> OutputFolder::make(const std::string& given) {
    const bool ours = given.empty();
    fs::path folder = ours ? timeFolder() : fs::path(given);
    if (!folder.has_filename()) folder = folder.parent_path();  // "out/" is "out"
    const fs::path missing = firstMissing(folder);
    std::error_code code;
    fs::create_directories(folder, code);
    if (code) {
        return core::invalidInput(folder.string(),
                                  fmt::format("cannot make the output folder: {}", code.message()));
    }
    OutputFolder made(folder, missing, ours);
    if (auto writable = checkWritable(folder); !writable) return tl::unexpected(writable.error());
    return made;
}

OutputFolder::OutputFolder(OutputFolder&& other) noexcept
    : path_(std::move(other.path_)), firstMade_(std::move(other.firstMade_)), ours_(other.ours_) {
    other.firstMade_.clear();
}

OutputFolder::~OutputFolder() {
    if (firstMade_.empty()) return;
    std::error_code code;
    // remove() refuses folders that are not empty, so this stops at the first that holds anything.
    for (fs::path at = path_; fs::remove(at, code) && at != firstMade_; at = at.parent_path()) {
    }
}

bool OutputFolder::empty() const {
    std::error_code code;
    return fs::is_empty(path_, code);
}

core::Result<void> OutputFolder::linkLatest() const {
    if (!ours_) return {};
    const fs::path link = path_.parent_path() / kLatest;
    const fs::path fresh = path_.parent_path() / fmt::format(".latest-{}", ::getpid());
    std::error_code code;
    fs::remove(fresh, code);
    fs::create_directory_symlink(path_.filename(), fresh, code);
    if (!code) fs::rename(fresh, link, code);  // atomic: a reader sees the old or the new target
    if (!code) return {};
    const std::string reason = code.message();
    fs::remove(fresh, code);
    return core::ioError(link.string(), fmt::format("cannot point the link at {}: {}",
                                                    path_.filename().string(), reason));
}

}  // namespace shardscope::cli
