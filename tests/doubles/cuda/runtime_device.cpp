// The double's devices: which there are, what they are like.

#include <cuda_runtime_api.h>

#include <cstdio>
#include <string>

#include "tests/doubles/cuda/fake_machine.h"

using namespace shardscope::doubles::cuda;

namespace {

void writeUuid(int device, cudaUUID_t& uuid) {
    std::string digits;
    for (const char c : uuidDigits(device)) {
        if (c != '-') digits += c;
    }
    for (size_t i = 0; i < sizeof uuid.bytes; ++i) {
        uuid.bytes[i] = static_cast<char>(std::stoi(digits.substr(2 * i, 2), nullptr, 16));
    }
}

/// Bytes of shared memory that a block may be given. Source: CUDA C++ Programming Guide, "Technical
/// Specifications per Compute Capability".
size_t sharedOptIn(const Machine& machine) {
    switch (machine.computeMajor) {
        case 8:
            return size_t{machine.computeMinor == 0 ? 163U : 99U} << 10;
        case 9:
        case 10:
            return size_t{227} << 10;
        default:
            return size_t{99} << 10;
    }
}

}  // namespace

extern "C" {

cudaError_t CUDARTAPI cudaGetDeviceCount(int* count) {
    *count = 0;
    const FakeMachine& machine = FakeMachine::get();
    if (!machine.machine.driver) return answer(cudaErrorInsufficientDriver);
    if (machine.machine.devices == 0) return answer(cudaErrorNoDevice);
    const auto status = ask();
    if (status == cudaSuccess) *count = machine.machine.devices;
    return status;
}

cudaError_t CUDARTAPI cudaGetDevice(int* device) {
    if (!FakeMachine::get().machine.driver) return answer(cudaErrorInsufficientDriver);
    *device = currentDevice();
    return cudaSuccess;
}

cudaError_t CUDARTAPI cudaGetDeviceProperties(cudaDeviceProp* properties, int device) {
    const Machine& machine = FakeMachine::get().machine;
    if (!machine.driver) return answer(cudaErrorInsufficientDriver);
    if (device < 0 || device >= machine.devices) return answer(cudaErrorInvalidDevice);
    if (const auto status = ask(); status != cudaSuccess) return status;
    *properties = {};
    std::snprintf(properties->name, sizeof properties->name, "Double GPU");
    properties->totalGlobalMem = static_cast<size_t>(machine.capacityBytes);
    properties->major = machine.computeMajor;
    properties->minor = machine.computeMinor;
    properties->multiProcessorCount = machine.multiprocessors;
    properties->warpSize = 32;
    properties->maxThreadsPerBlock = 1024;
    properties->maxThreadsPerMultiProcessor = 2048;
    properties->sharedMemPerBlock = 48 << 10;
    properties->sharedMemPerBlockOptin = sharedOptIn(machine);
    properties->sharedMemPerMultiprocessor = properties->sharedMemPerBlockOptin + 1024;
    properties->l2CacheSize = 50 << 20;
    properties->memoryBusWidth = 5120;
    properties->concurrentKernels = 1;
    properties->asyncEngineCount = 3;
    properties->pciBusID = device + 1;
    writeUuid(device, properties->uuid);
    return cudaSuccess;
}

cudaError_t CUDARTAPI cudaDeviceGetAttribute(int* value, cudaDeviceAttr attribute, int device) {
    cudaDeviceProp properties;
    if (const auto status = cudaGetDeviceProperties(&properties, device); status != cudaSuccess) {
        return status;
    }
    switch (attribute) {
        case cudaDevAttrMultiProcessorCount:
            *value = properties.multiProcessorCount;
            return cudaSuccess;
        case cudaDevAttrComputeCapabilityMajor:
            *value = properties.major;
            return cudaSuccess;
        case cudaDevAttrComputeCapabilityMinor:
            *value = properties.minor;
            return cudaSuccess;
        case cudaDevAttrMaxSharedMemoryPerBlockOptin:
            *value = static_cast<int>(properties.sharedMemPerBlockOptin);
            return cudaSuccess;
        case cudaDevAttrMaxSharedMemoryPerMultiprocessor:
            *value = static_cast<int>(properties.sharedMemPerMultiprocessor);
            return cudaSuccess;
        case cudaDevAttrMaxThreadsPerMultiProcessor:
            *value = properties.maxThreadsPerMultiProcessor;
            return cudaSuccess;
        case cudaDevAttrL2CacheSize:
            *value = properties.l2CacheSize;
            return cudaSuccess;
        case cudaDevAttrClockRate:
            *value = 1'980'000;
            return cudaSuccess;
        case cudaDevAttrMemoryClockRate:
            *value = 3'201'000;
            return cudaSuccess;
        case cudaDevAttrGlobalMemoryBusWidth:
            *value = properties.memoryBusWidth;
            return cudaSuccess;
        default:
            violation("cudaDeviceGetAttribute: an attribute that the double does not know");
            return answer(cudaErrorInvalidValue);
    }
}

cudaError_t CUDARTAPI cudaDriverGetVersion(int* version) {
    *version = FakeMachine::get().machine.driver ? 13000 : 0;
    return cudaSuccess;
}

cudaError_t CUDARTAPI cudaRuntimeGetVersion(int* version) {
    *version = CUDART_VERSION;
    return cudaSuccess;
}

cudaError_t CUDARTAPI cudaDeviceSynchronize() {
    if (const auto status = enter(); status != cudaSuccess) return status;
    for (const auto& stream : FakeMachine::get().streamsOf(currentDevice())) stream->drain();
    return enter();
}

cudaError_t CUDARTAPI cudaDeviceCanAccessPeer(int* can, int device, int peer) {
    *can = device != peer;
    return enter();
}

cudaError_t CUDARTAPI cudaDeviceEnablePeerAccess(int, unsigned) { return enter(); }

cudaError_t CUDARTAPI cudaDeviceGetStreamPriorityRange(int* least, int* greatest) {
    if (least != nullptr) *least = 0;
    if (greatest != nullptr) *greatest = -5;
    return attempt();
}

cudaError_t CUDARTAPI cudaDeviceGetPCIBusId(char* id, int length, int device) {
    std::snprintf(id, static_cast<size_t>(length), "0000:%02x:00.0", device + 1);
    return enter();
}

cudaError_t CUDARTAPI cudaProfilerStart() { return enter(); }
cudaError_t CUDARTAPI cudaProfilerStop() { return enter(); }

const char* CUDARTAPI cudaGetErrorName(cudaError_t error) {
    switch (error) {
        case cudaSuccess:
            return "cudaSuccess";
        case cudaErrorMemoryAllocation:
            return "cudaErrorMemoryAllocation";
        case cudaErrorInvalidValue:
            return "cudaErrorInvalidValue";
        case cudaErrorInsufficientDriver:
            return "cudaErrorInsufficientDriver";
        case cudaErrorNoDevice:
            return "cudaErrorNoDevice";
        case cudaErrorLaunchFailure:
            return "cudaErrorLaunchFailure";
        case cudaErrorInvalidResourceHandle:
            return "cudaErrorInvalidResourceHandle";
        case cudaErrorNotReady:
            return "cudaErrorNotReady";
        case cudaErrorInvalidDevice:
            return "cudaErrorInvalidDevice";
        default:
            return "an error of the GPU's double";
    }
}

const char* CUDARTAPI cudaGetErrorString(cudaError_t error) {
    switch (error) {
        case cudaSuccess:
            return "no error";
        case cudaErrorMemoryAllocation:
            return "out of memory";
        case cudaErrorInvalidValue:
            return "invalid argument";
        case cudaErrorInsufficientDriver:
            return "CUDA driver version is insufficient for CUDA runtime version";
        case cudaErrorNoDevice:
            return "no CUDA-capable device is detected";
        case cudaErrorLaunchFailure:
            return "unspecified launch failure";
        case cudaErrorInvalidResourceHandle:
            return "invalid resource handle";
        default:
            return cudaGetErrorName(error);
    }
}

}  // extern "C"
