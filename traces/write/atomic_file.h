#pragma once
// A file that appears whole or not at all (W15). One thread.

#include <string>
#include <string_view>

#include "core/base/result.h"

namespace shardscope::traces {

/// A new file under a temporary name beside its path; unless committed, it goes with this object.
class AtomicFile {
  public:
    /// Errors: Io when the folder refuses, or when @p path is there and is no ordinary file.
    static core::Result<AtomicFile> create(const std::string& path);

    AtomicFile(AtomicFile&& other) noexcept;
    AtomicFile& operator=(AtomicFile&&) = delete;
    ~AtomicFile();

    /// Errors: Io naming the path and the reason.
    core::Result<void> write(std::string_view bytes);
    /// Syncs, closes and gives the file its name, in place of one that has it.
    core::Result<void> commit();

    /// Where the bytes are until commit(); for libraries that write by name.
    const std::string& temporaryPath() const { return temporary_; }

  private:
    AtomicFile(std::string path, std::string temporary, int descriptor);
    core::Result<void> close();

    std::string path_;
    std::string temporary_;  ///< empty: nothing to remove
    int descriptor_ = -1;
};

}  // namespace shardscope::traces
