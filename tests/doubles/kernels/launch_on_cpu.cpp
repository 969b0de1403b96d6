#include "tests/doubles/kernels/launch_on_cpu.h"

#include <cuda_runtime_api.h>

#include <map>

#include "tests/doubles/kernels/kernel_twin.h"

namespace shardscope::doubles {

namespace {

thread_local bool onCpu = false;

/// Kernels' names by their host function; filled before main.
std::map<const void*, std::string>& names() {
    static auto* all = new std::map<const void*, std::string>();
    return *all;
}

}  // namespace

LaunchOnCpu::LaunchOnCpu() { onCpu = true; }
LaunchOnCpu::~LaunchOnCpu() { onCpu = false; }

}  // namespace shardscope::doubles

using namespace shardscope::doubles;

// The linker's --wrap sends calls of NAME to __wrap_NAME, and __real_NAME to NAME.
extern "C" {

void __real___cudaRegisterFunction(void** handle, const char* hostFunction, char* deviceFunction,
                                   const char* deviceName, int threadLimit, uint3* thread,
                                   uint3* block, dim3* blockDim, dim3* gridDim, int* warpSize);
void __wrap___cudaRegisterFunction(void** handle, const char* hostFunction, char* deviceFunction,
                                   const char* deviceName, int threadLimit, uint3* thread,
                                   uint3* block, dim3* blockDim, dim3* gridDim, int* warpSize) {
    names()[hostFunction] = deviceName;
    __real___cudaRegisterFunction(handle, hostFunction, deviceFunction, deviceName, threadLimit,
                                  thread, block, blockDim, gridDim, warpSize);
}

cudaError_t __real_cudaLaunchKernel(const void* function, dim3 grid, dim3 block, void** arguments,
                                    size_t sharedBytes, cudaStream_t stream);
cudaError_t __wrap_cudaLaunchKernel(const void* function, dim3 grid, dim3 block, void** arguments,
                                    size_t sharedBytes, cudaStream_t stream) {
    if (!onCpu) {
        return __real_cudaLaunchKernel(function, grid, block, arguments, sharedBytes, stream);
    }
    const auto name = names().find(function);
    const KernelTwin* twin = name == names().end() ? nullptr : findKernelTwin(name->second);
    if (!twin) return cudaErrorInvalidDeviceFunction;
    twin->run(arguments[0]);
    return cudaSuccess;
}

cudaError_t __real_cudaFuncSetAttribute(const void* function, cudaFuncAttribute attribute,
                                        int value);
cudaError_t __wrap_cudaFuncSetAttribute(const void* function, cudaFuncAttribute attribute,
                                        int value) {
    return onCpu ? cudaSuccess : __real_cudaFuncSetAttribute(function, attribute, value);
}

}  // extern "C"
