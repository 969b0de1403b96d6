#pragma once
// Launches on the CPU instead of the GPU, for a while: kernels' twins run at once on the calling thread.
// For executables that link shardscope_launch_on_cpu, which puts itself before the real CUDA runtime.

#include <string>

namespace shardscope::doubles {

/// While one lives, this thread's launches run twins and take host addresses.
class LaunchOnCpu {
  public:
    LaunchOnCpu();
    ~LaunchOnCpu();
    LaunchOnCpu(const LaunchOnCpu&) = delete;
    LaunchOnCpu& operator=(const LaunchOnCpu&) = delete;
};

}  // namespace shardscope::doubles
