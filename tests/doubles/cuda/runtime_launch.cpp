// The double's kernels: what nvcc's host stubs call to register and launch them.

#include <cuda_runtime_api.h>
#include <fmt/format.h>

#include <cstring>
#include <map>
#include <mutex>
#include <vector>

#include "tests/doubles/cuda/activity.h"
#include "tests/doubles/cuda/fake_machine.h"
#include "tests/doubles/cuda/fake_work.h"
#include "tests/doubles/cuda/kernel_twins.h"
#include "tests/doubles/kernels/kernel_twin.h"

namespace shardscope::doubles::cuda {

namespace {

struct Known {
    std::mutex mutex;
    std::map<const void*, std::string> names;           // by host function
    std::map<std::pair<const void*, int>, int> optIns;  // bytes, by host function and device
    std::map<std::string, Twin> twins;
};

Known& known() {
    static auto* all = new Known();  // registered before main, used by threads until the end
    return *all;
}

struct Configuration {
    LaunchShape shape;
    cudaStream_t stream = nullptr;
};
thread_local std::vector<Configuration> configurations;

/// nullptr, and a violation, when nothing is registered there.
const std::string* nameOf(const void* function) {
    Known& all = known();
    const std::lock_guard lock(all.mutex);
    const auto found = all.names.find(function);
    return found == all.names.end() ? nullptr : &found->second;
}

constexpr size_t kSharedWithoutOptIn = size_t{48} << 10;

/// Dynamic shared memory that @p function may have on @p device.
size_t sharedAllowed(const void* function, int device) {
    Known& all = known();
    const std::lock_guard lock(all.mutex);
    const auto found = all.optIns.find({function, device});
    return found == all.optIns.end() ? kSharedWithoutOptIn : static_cast<size_t>(found->second);
}

bool fits(const LaunchShape& shape) {
    const auto& [grid, block, sharedBytes] = shape;
    const unsigned threads = block.x * block.y * block.z;
    return threads >= 1 && threads <= 1024 && block.z <= 64 && grid.x >= 1 &&
           grid.x <= 0x7fffffff && grid.y >= 1 && grid.y <= 65535 && grid.z >= 1 && grid.z <= 65535;
}

void run(const std::string& name, const Twin& twin, const std::vector<std::byte>& argument,
         const FakeStream& stream, const LaunchShape& shape, const activity::Call& call,
         const WorkClock& clock) {
    if (startsLaunch(stream)) return;
    activity::Ran ran{.stream = &stream, .startNs = clock.start()};
    twin.run(argument.data(), shape);
    ran.endNs = clock.end(ran.startNs, {.kernel = name, .argument = argument.data()});
    activity::onKernel(call, ran, name.c_str(), shape);
}

cudaError_t launch(const void* function, const LaunchShape& shape, void** arguments,
                   cudaStream_t handle, CUpti_CallbackId id) {
    if (const auto status = attempt(); status != cudaSuccess) return status;
    const std::string* name = nameOf(function);
    const Twin* twin = name != nullptr ? findTwin(*name) : nullptr;
    if (twin == nullptr) {
        violation(fmt::format("kernel {} has no twin", name != nullptr ? *name : "(unregistered)"));
        return answer(cudaErrorInvalidDeviceFunction);
    }
    const auto stream = FakeMachine::get().streamOf(handle);
    if (!stream || stream->device != currentDevice()) {
        return answer(cudaErrorInvalidResourceHandle);
    }
    if (!fits(shape)) return answer(cudaErrorInvalidConfiguration);
    if (shape.sharedBytes > sharedAllowed(function, currentDevice())) {
        return answer(cudaErrorInvalidValue);
    }
    FakeMachine::get().load(currentDevice(), *name);
    std::vector<std::byte> argument(twin->argumentBytes);
    if (!argument.empty()) std::memcpy(argument.data(), arguments[0], argument.size());
    const activity::Call call = activity::onRuntimeCall(id, CUPTI_ACTIVITY_KIND_CONCURRENT_KERNEL);
    enqueueWork(stream, [=, argument = std::move(argument)](const WorkClock& clock) {
        run(*name, *twin, argument, *stream, shape, call, clock);
    });
    return cudaSuccess;
}

}  // namespace

void forgetOptIns() {
    Known& all = known();
    const std::lock_guard lock(all.mutex);
    all.optIns.clear();
}

void addTwin(const std::string& kernel, Twin twin) {
    Known& all = known();
    const std::lock_guard lock(all.mutex);
    all.twins[kernel] = std::move(twin);
}

const Twin* findTwin(const std::string& kernel) {
    Known& all = known();
    const std::lock_guard lock(all.mutex);
    const auto found = all.twins.find(kernel);
    if (found != all.twins.end()) return &found->second;
    const KernelTwin* twin = findKernelTwin(kernel);
    if (twin == nullptr) return nullptr;
    all.twins[kernel] = {
        twin->argumentBytes,
        [run = twin->run](const void* argument, const LaunchShape&) { run(argument); }};
    return &all.twins[kernel];
}

}  // namespace shardscope::doubles::cuda

using namespace shardscope::doubles::cuda;

extern "C" {

void** CUDARTAPI __cudaRegisterFatBinary(void* binary) { return static_cast<void**>(binary); }
void CUDARTAPI __cudaRegisterFatBinaryEnd(void**) {}
void CUDARTAPI __cudaUnregisterFatBinary(void**) {}
char CUDARTAPI __cudaInitModule(void**) { return 1; }

void CUDARTAPI __cudaRegisterFunction(void**, const char* hostFunction, char*,
                                      const char* deviceName, int, uint3*, uint3*, dim3*, dim3*,
                                      int*) {
    Known& all = known();
    const std::lock_guard lock(all.mutex);
    all.names[hostFunction] = deviceName;
}

void CUDARTAPI __cudaRegisterVar(void**, char*, char*, const char*, int, size_t, int, int) {}

unsigned CUDARTAPI __cudaPushCallConfiguration(dim3 grid, dim3 block, size_t sharedBytes,
                                               CUstream_st* stream) {
    configurations.push_back({{grid, block, sharedBytes}, stream});
    return 0;
}

cudaError_t CUDARTAPI __cudaPopCallConfiguration(dim3* grid, dim3* block, size_t* sharedBytes,
                                                 void* stream) {
    if (configurations.empty()) return cudaErrorMissingConfiguration;
    const Configuration last = configurations.back();
    configurations.pop_back();
    *grid = last.shape.grid;
    *block = last.shape.block;
    *sharedBytes = last.shape.sharedBytes;
    std::memcpy(stream, &last.stream, sizeof last.stream);
    return cudaSuccess;
}

// A kernel handle is its host function here.
cudaError_t CUDARTAPI __cudaGetKernel(cudaKernel_t* kernel, const void* function) {
    *kernel = reinterpret_cast<cudaKernel_t>(const_cast<void*>(function));
    return cudaSuccess;
}

cudaError_t CUDARTAPI __cudaLaunchKernel(cudaKernel_t kernel, dim3 grid, dim3 block,
                                         void** arguments, size_t sharedBytes,
                                         cudaStream_t stream) {
    return launch(kernel, {grid, block, sharedBytes}, arguments, stream,
                  CUPTI_RUNTIME_TRACE_CBID___cudaLaunchKernel_v13000);
}

cudaError_t CUDARTAPI cudaLaunchKernel(const void* function, dim3 grid, dim3 block,
                                       void** arguments, size_t sharedBytes, cudaStream_t stream) {
    return launch(function, {grid, block, sharedBytes}, arguments, stream,
                  CUPTI_RUNTIME_TRACE_CBID_cudaLaunchKernel_v7000);
}

cudaError_t CUDARTAPI cudaLaunchKernelExC(const cudaLaunchConfig_t* config, const void* function,
                                          void** arguments) {
    return launch(function, {config->gridDim, config->blockDim, config->dynamicSmemBytes},
                  arguments, config->stream, CUPTI_RUNTIME_TRACE_CBID_cudaLaunchKernelExC_v11060);
}

cudaError_t CUDARTAPI cudaFuncSetAttribute(const void* function, cudaFuncAttribute attribute,
                                           int value) {
    if (const auto status = attempt(); status != cudaSuccess) return status;
    if (nameOf(function) == nullptr) return answer(cudaErrorInvalidDeviceFunction);
    if (attribute != cudaFuncAttributeMaxDynamicSharedMemorySize) return cudaSuccess;
    int most = 0;
    (void)cudaDeviceGetAttribute(&most, cudaDevAttrMaxSharedMemoryPerBlockOptin, currentDevice());
    if (value < 0 || value > most) return answer(cudaErrorInvalidValue);
    Known& all = known();
    const std::lock_guard lock(all.mutex);
    all.optIns[{function, currentDevice()}] = value;
    return cudaSuccess;
}

cudaError_t CUDARTAPI cudaOccupancyMaxActiveBlocksPerMultiprocessor(int* blocks, const void*,
                                                                    int threads, size_t) {
    *blocks = std::max(1, 2048 / std::max(threads, 1));
    return enter();
}

}  // extern "C"
