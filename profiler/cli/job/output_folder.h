#pragma once
// Where recordings go: `shardscope-out/<time>`, with the link `latest` beside it.

#include <filesystem>
#include <string>

#include "core/base/result.h"

namespace shardscope::cli {

inline constexpr const char* kOutputRoot = "shardscope-out";
inline constexpr const char* kLatest = "latest";

/// A folder for one run's recordings. Removed again at the end when nothing was written into it.
class OutputFolder {
  public:
    /// Creates @p given, or a new folder of this second under shardscope-out when it is empty.
    /// Errors: InvalidInput when it cannot be made or written.
    static core::Result<OutputFolder> make(const std::string& given);
    OutputFolder(OutputFolder&& other) noexcept;
    OutputFolder& operator=(OutputFolder&&) = delete;
    ~OutputFolder();

    const std::filesystem::path& path() const { return path_; }
    bool empty() const;
    /// Points `latest` at this folder, atomically. Nothing when the folder's name was given.
    /// Errors: Io.
    core::Result<void> linkLatest() const;

  private:
    OutputFolder(std::filesystem::path path, std::filesystem::path firstMade, bool ours)
        : path_(std::move(path)), firstMade_(std::move(firstMade)), ours_(ours) {}

    std::filesystem::path path_;
    std::filesystem::path firstMade_;  // outermost folder that make() created; may be empty
    bool ours_ = false;                // under shardscope-out, so `latest` follows
};

/// Errors: InvalidInput when a file cannot be created in @p folder.
core::Result<void> checkWritable(const std::filesystem::path& folder);

}  // namespace shardscope::cli
