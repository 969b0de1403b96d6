// The driver's virtual memory: reserved addresses, granules of memory, and what maps one to the other.

#include <sys/mman.h>

#include <map>
#include <mutex>

#include "tests/doubles/cuda/activity.h"
#include "tests/doubles/cuda/fake_libraries.h"
#include "tests/doubles/cuda/fake_machine.h"

namespace shardscope::doubles::cuda {

namespace {

constexpr size_t kGranule = size_t{2} << 20;

struct Granule {
    int device = 0;
    size_t bytes = 0;
    bool released = false;
    CUdeviceptr mappedAt = 0;  // 0 = nowhere
};

/// One lock; granules and ranges of all devices.
struct VirtualMemory {
    std::mutex mutex;
    std::map<CUdeviceptr, size_t> reserved;
    std::map<CUmemGenericAllocationHandle, Granule> granules;
    std::map<CUdeviceptr, CUmemGenericAllocationHandle> mapped;
    CUmemGenericAllocationHandle next = 1;
};

VirtualMemory& memory() {
    static auto* all = new VirtualMemory();
    return *all;
}

void* pointerOf(CUdeviceptr address) { return reinterpret_cast<void*>(address); }

CUresult wrong(const char* what) {
    violation(what);
    return CUDA_ERROR_INVALID_VALUE;
}

bool insideReservation(const VirtualMemory& all, CUdeviceptr address, size_t bytes) {
    auto after = all.reserved.upper_bound(address);
    if (after == all.reserved.begin()) return false;
    --after;
    return address + bytes <= after->first + after->second;
}

void forget(VirtualMemory& all, CUmemGenericAllocationHandle handle) {
    const Granule& granule = all.granules.at(handle);
    if (!granule.released || granule.mappedAt != 0) return;
    FakeMachine::get().memory.give(granule.device, static_cast<int64_t>(granule.bytes));
    all.granules.erase(handle);
}

/// Whether it is this call's turn to be refused.
bool refused() {
    return ++FakeMachine::get().driverCalls == FakeMachine::get().drills().failDriverCall;
}

CUresult CUDAAPI reserve(CUdeviceptr* address, size_t bytes, size_t, CUdeviceptr,
                         unsigned long long) {
    if (refused()) return CUDA_ERROR_OUT_OF_MEMORY;
    if (bytes == 0 || bytes % kGranule != 0) return CUDA_ERROR_INVALID_VALUE;
    void* start =
        ::mmap(nullptr, bytes, PROT_NONE, MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
    if (start == MAP_FAILED) return CUDA_ERROR_OUT_OF_MEMORY;
    VirtualMemory& all = memory();
    const std::lock_guard lock(all.mutex);
    *address = reinterpret_cast<CUdeviceptr>(start);
    all.reserved[*address] = bytes;
    return CUDA_SUCCESS;
}

CUresult CUDAAPI unreserve(CUdeviceptr address, size_t bytes) {
    VirtualMemory& all = memory();
    const std::lock_guard lock(all.mutex);
    const auto found = all.reserved.find(address);
    if (found == all.reserved.end() || found->second != bytes) {
        return wrong("cuMemAddressFree of something that was not reserved like this");
    }
    const auto first = all.mapped.lower_bound(address);
    if (first != all.mapped.end() && first->first < address + bytes) {
        return wrong("cuMemAddressFree of addresses with memory mapped");
    }
    all.reserved.erase(found);
    ::munmap(pointerOf(address), bytes);
    return CUDA_SUCCESS;
}

CUresult CUDAAPI create(CUmemGenericAllocationHandle* handle, size_t bytes,
                        const CUmemAllocationProp* properties, unsigned long long) {
    const int device = properties->location.id;
    if (refused()) return CUDA_ERROR_OUT_OF_MEMORY;
    if (bytes == 0 || bytes % kGranule != 0) return CUDA_ERROR_INVALID_VALUE;
    if (!FakeMachine::get().memory.take(device, static_cast<int64_t>(bytes))) {
        return CUDA_ERROR_OUT_OF_MEMORY;
    }
    VirtualMemory& all = memory();
    const std::lock_guard lock(all.mutex);
    *handle = all.next++;
    all.granules[*handle] = {.device = device, .bytes = bytes};
    return CUDA_SUCCESS;
}

CUresult CUDAAPI release(CUmemGenericAllocationHandle handle) {
    VirtualMemory& all = memory();
    const std::lock_guard lock(all.mutex);
    const auto found = all.granules.find(handle);
    if (found == all.granules.end() || found->second.released) {
        return wrong("cuMemRelease of a granule that is gone");
    }
    found->second.released = true;
    forget(all, handle);
    return CUDA_SUCCESS;
}

CUresult CUDAAPI map(CUdeviceptr address, size_t bytes, size_t offset,
                     CUmemGenericAllocationHandle handle, unsigned long long) {
    if (refused()) return CUDA_ERROR_OUT_OF_MEMORY;
    VirtualMemory& all = memory();
    const std::lock_guard lock(all.mutex);
    const auto found = all.granules.find(handle);
    if (found == all.granules.end() || offset != 0 || found->second.bytes != bytes) {
        return wrong("cuMemMap of a granule that is gone, or of a part of one");
    }
    if (!insideReservation(all, address, bytes) || all.mapped.contains(address)) {
        return wrong("cuMemMap to addresses that are not reserved, or have memory");
    }
    all.mapped[address] = handle;
    found->second.mappedAt = address;
    return CUDA_SUCCESS;
}

CUresult CUDAAPI setAccess(CUdeviceptr address, size_t bytes, const CUmemAccessDesc* access,
                           size_t count) {
    if (refused()) return CUDA_ERROR_OUT_OF_MEMORY;
    if (count == 0 || access->flags != CU_MEM_ACCESS_FLAGS_PROT_READWRITE) {
        return CUDA_ERROR_INVALID_VALUE;
    }
    VirtualMemory& all = memory();
    const std::lock_guard lock(all.mutex);
    for (CUdeviceptr at = address; at < address + bytes;) {
        const auto found = all.mapped.find(at);
        if (found == all.mapped.end()) return wrong("cuMemSetAccess to addresses without memory");
        const Granule& granule = all.granules.at(found->second);
        if (::mprotect(pointerOf(at), granule.bytes, PROT_READ | PROT_WRITE) != 0) {
            return CUDA_ERROR_OUT_OF_MEMORY;
        }
        FakeMachine::get().memory.addRange(pointerOf(at), static_cast<int64_t>(granule.bytes),
                                           granule.device);
        at += granule.bytes;
    }
    return CUDA_SUCCESS;
}

CUresult CUDAAPI unmap(CUdeviceptr address, size_t bytes) {
    VirtualMemory& all = memory();
    const std::lock_guard lock(all.mutex);
    const auto found = all.mapped.find(address);
    if (found == all.mapped.end() || all.granules.at(found->second).bytes != bytes) {
        return wrong("cuMemUnmap of something that is not mapped like this");
    }
    // The pages go, and what touches them faults.
    ::mmap(pointerOf(address), bytes, PROT_NONE,
           MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE | MAP_FIXED, -1, 0);
    FakeMachine::get().memory.removeRange(pointerOf(address), static_cast<int64_t>(bytes));
    const CUmemGenericAllocationHandle handle = found->second;
    all.mapped.erase(found);
    all.granules.at(handle).mappedAt = 0;
    forget(all, handle);
    return CUDA_SUCCESS;
}

}  // namespace

const gpu::CudaDriverApi& driverDouble() {
    static const gpu::CudaDriverApi table{.path = "the double",
                                          .memAddressReserve = reserve,
                                          .memAddressFree = unreserve,
                                          .memCreate = create,
                                          .memRelease = release,
                                          .memMap = map,
                                          .memUnmap = unmap,
                                          .memSetAccess = setAccess};
    return table;
}

gpu::Libraries librariesDouble() {
    return {.cublasLt = &cublasLtDouble(),
            .driver = &driverDouble(),
            .nccl = []() -> core::Result<const gpu::NcclApi*> { return &ncclDouble(); },
            .nvml = &nvmlDouble()};
}

}  // namespace shardscope::doubles::cuda
