// NVML's functions: the driver's version, GPUs by UUID, memory in use.

#include <cstdio>
#include <cstring>
#include <string>

#include "tests/doubles/cuda/fake_libraries.h"
#include "tests/doubles/cuda/fake_machine.h"

namespace shardscope::doubles::cuda {

namespace {

std::atomic<int> sessions{0};
std::atomic<int> memoryFailure{0};
constexpr const char* kVersion = "580.00.1";

constexpr int kUninitialized = 1, kInvalidArgument = 2, kNoPermission = 4, kNotFound = 6,
              kInsufficientSize = 7, kDriverNotLoaded = 9, kVersionMismatch = 25;

int init() {
    if (!machine().driver) return kDriverNotLoaded;
    ++sessions;
    return gpu::kNvmlSuccess;
}

int shutdown() {
    if (sessions == 0) {
        violation("NVML: shut down more often than it was started");
        return kUninitialized;
    }
    --sessions;
    return gpu::kNvmlSuccess;
}

const char* errorString(int status) {
    switch (status) {
        case kNoPermission:
            return "Insufficient Permissions";
        case kNotFound:
            return "Not Found";
        case kDriverNotLoaded:
            return "Driver Not Loaded";
        default:
            return "an error of NVML's double";
    }
}

int driverVersion(char* version, unsigned length) {
    if (sessions == 0) return kUninitialized;
    if (std::strlen(kVersion) >= length) return kInsufficientSize;
    std::strcpy(version, kVersion);
    return gpu::kNvmlSuccess;
}

/// NVML's handles count from the last GPU: its order is not the runtime's.
nvmlDevice_t handleOf(int device) {
    return reinterpret_cast<nvmlDevice_t>(static_cast<uintptr_t>(machine().devices - device));
}

int handleByUuid(const char* uuid, nvmlDevice_t* handle) {
    if (sessions == 0) return kUninitialized;
    if (machine().nvmlHidesGpus) return kNotFound;
    for (int device = 0; device < machine().devices; ++device) {
        if (uuid != uuidText(device)) continue;
        *handle = handleOf(device);
        return gpu::kNvmlSuccess;
    }
    return kNotFound;
}

int memoryInfo(nvmlDevice_t handle, gpu::NvmlMemory* memory) {
    if (sessions == 0) return kUninitialized;
    if (memory->version != gpu::kNvmlMemoryVersion) return kVersionMismatch;
    if (memoryFailure != 0) return memoryFailure;
    for (int device = 0; device < machine().devices; ++device) {
        if (handle != handleOf(device)) continue;
        memory->total = static_cast<unsigned long long>(machine().capacityBytes);
        memory->used = static_cast<unsigned long long>(FakeMachine::get().memory.used(device)) +
                       static_cast<unsigned long long>(machine().otherProcessesBytes);
        memory->free = memory->total - memory->used;
        return gpu::kNvmlSuccess;
    }
    return kInvalidArgument;
}

}  // namespace

std::string uuidText(int device) {
    return machine().sliced ? "MIG-" + uuidDigits(device) : "GPU-" + uuidDigits(device);
}

std::string uuidDigits(int device) {
    char text[40];
    std::snprintf(text, sizeof text, "d0b1e000-0000-4000-8000-0000000000%02x",
                  static_cast<unsigned>(device));
    return text;
}

void failNvmlMemory(int status) { memoryFailure = status; }
int nvmlSessions() { return sessions; }

const gpu::NvmlApi& nvmlDouble() {
    static const gpu::NvmlApi table{.path = "the double",
                                    .init = init,
                                    .shutdown = shutdown,
                                    .errorString = errorString,
                                    .systemGetDriverVersion = driverVersion,
                                    .deviceGetHandleByUuid = handleByUuid,
                                    .deviceGetMemoryInfo = memoryInfo};
    return table;
}

}  // namespace shardscope::doubles::cuda
