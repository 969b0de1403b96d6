#pragma once
// A kernel's twin: the same arithmetic on the CPU, found by the kernel's registered name.

#include <cuda_runtime_api.h>

#include <cstddef>
#include <functional>
#include <string>
#include <type_traits>

namespace shardscope::doubles::cuda {

/// How a kernel was launched.
struct LaunchShape {
    dim3 grid, block;
    size_t sharedBytes = 0;
};

/// What runs for a kernel, on its stream's thread. The kernel has one argument, a plain struct by value.
struct Twin {
    size_t argumentBytes = 0;
    std::function<void(const void* argument, const LaunchShape&)> run;
};

/// Known to every machine from now on, as the twins of gpu/kernels are; a name twice replaces. Launching a
/// kernel without a twin is a violation.
void addTwin(const std::string& kernel, Twin twin);
const Twin* findTwin(const std::string& kernel);

/// @p body takes the kernel's argument struct.
template <class Args>
void addTwin(const std::string& kernel, void (*body)(const Args&)) {
    static_assert(std::is_trivially_copyable_v<Args>);
    addTwin(kernel, Twin{sizeof(Args), [body](const void* argument, const LaunchShape&) {
                             body(*static_cast<const Args*>(argument));
                         }});
}

}  // namespace shardscope::doubles::cuda
