#pragma once
// Fills a function table from a library; the first fault is kept. Internal to gpu/libraries.

#include <utility>

#include "core/base/shared_library.h"

namespace shardscope::gpu {

class Resolver {
  public:
    explicit Resolver(const core::LibraryNames& names)
        : library_(core::SharedLibrary::open(names)) {
        if (!library_) outcome_ = tl::unexpected(library_.error());
    }
    template <class Function>
    void operator()(const char* symbol, Function*& entry) {
        if (outcome_) outcome_ = library_->resolve(symbol, entry);
    }
    /// @param api has a `path`. Errors: the first one met.
    template <class Api>
    core::Result<Api> finish(Api api) const {
        if (!outcome_) return tl::unexpected(outcome_.error());
        api.path = library_->path();
        return api;
    }

  private:
    core::Result<core::SharedLibrary> library_;
    core::Result<void> outcome_;
};

}  // namespace shardscope::gpu
