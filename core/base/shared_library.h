#pragma once
// Shared libraries found and opened at run time, so that one binary also starts where they are missing.
// Any thread; a library stays open for the life of the process.

#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "core/base/result.h"

namespace shardscope::core {

/// What to look for. Order of search: already loaded in this process; the loader's own search (RPATH,
/// LD_LIBRARY_PATH, its cache); `CUDA_HOME` and `CUDA_PATH` (lib64, lib, extras/CUPTI/lib64);
/// `nvidia/*/lib` of the Python environments that VIRTUAL_ENV, CONDA_PREFIX, PYTHONHOME and the
/// `python3` on PATH name; /usr/local/cuda.
struct LibraryNames {
    std::string_view title;                 ///< "NCCL", for messages
    std::vector<std::string_view> sonames;  ///< in order of preference: "libnccl.so.2"
};

class SharedLibrary {
  public:
    /// Errors: Failed, naming the sonames and the folders that were tried, and the loader's last words.
    static Result<SharedLibrary> open(const LibraryNames& names);

    /// The file that was opened, as the loader names it.
    const std::string& path() const { return path_; }
    /// nullptr when the library has no such symbol.
    void* address(const char* symbol) const;
    /// Fills one entry of a function table. Errors: Failed naming symbol and library.
    template <class Function>
    Result<void> resolve(const char* symbol, Function*& entry) const {
        entry = reinterpret_cast<Function*>(address(symbol));
        if (entry) return {};
        return missing(symbol);
    }

  private:
    Result<void> missing(const char* symbol) const;

    void* handle_ = nullptr;
    std::string path_;
};

/// The folders that open() looks in after the loader's own search, in order; existing ones only.
std::vector<std::string> libraryFolders();

}  // namespace shardscope::core
