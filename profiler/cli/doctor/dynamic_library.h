#pragma once
// A shared library opened to ask what it is. It stays loaded: those of GPUs and of MPI leave threads' storage
// behind when they are closed.

#include <string>
#include <vector>

namespace shardscope::cli::doctor {

class DynamicLibrary {
  public:
    /// Opens the first of @p names that the loader finds.
    explicit DynamicLibrary(const std::vector<std::string>& names);

    bool open() const { return handle_ != nullptr; }
    /// The name that opened; empty when none did.
    const std::string& name() const { return name_; }
    /// nullptr when the library or the symbol is missing.
    template <class Function>
    Function* function(const char* symbol) const {
        return reinterpret_cast<Function*>(address(symbol));
    }

  private:
    void* address(const char* symbol) const;

    void* handle_ = nullptr;
    std::string name_;
};

/// The program's place on PATH or in @p also; empty when it is nowhere.
std::string findProgram(const std::string& program, const std::vector<std::string>& also = {});

}  // namespace shardscope::cli::doctor
