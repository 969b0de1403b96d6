#include "gpu/cuda_memory.h"

#include <cuda_runtime_api.h>

#include "core/base/units.h"
#include "gpu/handles.h"

namespace shardscope::gpu {

namespace {

// The pool's granule, and the smallest that every GPU maps (cuMemGetAllocationGranularity).
constexpr int64_t kGranule = 2 * core::kMiB;

// Expandable segments reserve at least this much (core/engine/memory_pool.h); what is smaller is whole.
constexpr int64_t kLeastGrowing = 16 * core::kGiB;

CUmemAllocationProp granuleOf(int device) {
    CUmemAllocationProp properties{};
    properties.type = CU_MEM_ALLOCATION_TYPE_PINNED;
    properties.location.type = CU_MEM_LOCATION_TYPE_DEVICE;
    properties.location.id = device;
    return properties;
}

CUmemAccessDesc accessBy(int device) {
    CUmemAccessDesc access{};
    access.location.type = CU_MEM_LOCATION_TYPE_DEVICE;
    access.location.id = device;
    access.flags = CU_MEM_ACCESS_FLAGS_PROT_READWRITE;
    return access;
}

}  // namespace

CudaMemory::CudaMemory(const CudaDriverApi& driver, int device, int64_t quotaBytes,
                       std::vector<int> peers, LedgerEntry entry)
    : driver_(driver),
      device_(device),
      quota_(quotaBytes),
      peers_(std::move(peers)),
      entry_(std::move(entry)) {}

CudaMemory::~CudaMemory() {
    (void)useDevice(device_);
    (void)cudaDeviceSynchronize();
    while (!segments_.empty()) {
        Segment& segment = segments_.begin()->second;
        unmapGranules(segment, 0, segment.granules.size());
        release(segments_.begin());
    }
}

bool CudaMemory::map(int32_t ordinal, int64_t offset, int64_t bytes, int64_t reserve) {
    if (quota_ > 0 && mapped_ + bytes > quota_) return false;
    if (!useDevice(device_)) return false;
    const bool grows =
        segments_.contains(ordinal) || offset != 0 || reserve > bytes || bytes >= kLeastGrowing;
    const bool done =
        grows ? mapGranules(ordinal, offset, bytes, reserve) : mapWhole(ordinal, bytes);
    if (done) entry_.set(mapped_ += bytes);
    return done;
}

bool CudaMemory::mapWhole(int32_t ordinal, int64_t bytes) {
    void* address = nullptr;
    if (cudaMalloc(&address, static_cast<size_t>(bytes)) != cudaSuccess) {
        (void)cudaGetLastError();  // a refusal is an answer here, not an error of later calls
        return false;
    }
    segments_[ordinal] = {.address = reinterpret_cast<CUdeviceptr>(address),
                          .reserved = bytes,
                          .mapped = bytes,
                          .granules = {}};
    return true;
}

bool CudaMemory::mapGranules(int32_t ordinal, int64_t offset, int64_t bytes, int64_t reserve) {
    auto found = segments_.find(ordinal);
    if (found == segments_.end()) {
        Segment segment{.reserved = core::roundUp(reserve, kGranule), .granules = {}};
        if (driver_.memAddressReserve(&segment.address, static_cast<size_t>(segment.reserved),
                                      kGranule, 0, 0) != CUDA_SUCCESS) {
            return false;
        }
        segment.granules.resize(static_cast<size_t>(segment.reserved / kGranule), 0);
        found = segments_.emplace(ordinal, std::move(segment)).first;
    }
    Segment& segment = found->second;
    const auto first = static_cast<size_t>(offset / kGranule);
    const auto count = static_cast<size_t>(bytes / kGranule);
    size_t mapped = 0;
    while (mapped < count && mapGranule(segment, first + mapped)) ++mapped;
    if (mapped == count && allowAccess(segment.address + static_cast<CUdeviceptr>(offset), bytes)) {
        return true;
    }
    unmapGranules(segment, first, mapped);
    if (segment.mapped == 0) release(found);
    return false;
}

bool CudaMemory::mapGranule(Segment& segment, size_t index) {
    const CUmemAllocationProp properties = granuleOf(device_);
    CUmemGenericAllocationHandle handle = 0;
    if (driver_.memCreate(&handle, kGranule, &properties, 0) != CUDA_SUCCESS) return false;
    const CUdeviceptr at = segment.address + index * static_cast<CUdeviceptr>(kGranule);
    if (driver_.memMap(at, kGranule, 0, handle, 0) != CUDA_SUCCESS) {
        driver_.memRelease(handle);
        return false;
    }
    segment.granules[index] = handle;
    segment.mapped += kGranule;
    return true;
}

bool CudaMemory::allowAccess(CUdeviceptr address, int64_t bytes) {
    std::vector<CUmemAccessDesc> access{accessBy(device_)};
    for (int peer : peers_) access.push_back(accessBy(peer));
    return driver_.memSetAccess(address, static_cast<size_t>(bytes), access.data(),
                                access.size()) == CUDA_SUCCESS;
}

void CudaMemory::unmapGranules(Segment& segment, size_t first, size_t count) {
    for (size_t i = first; i < first + count; ++i) {
        if (segment.granules[i] == 0) continue;
        driver_.memUnmap(segment.address + i * static_cast<CUdeviceptr>(kGranule), kGranule);
        driver_.memRelease(segment.granules[i]);
        segment.granules[i] = 0;
        segment.mapped -= kGranule;
    }
}

void CudaMemory::release(std::map<int32_t, Segment>::iterator at) {
    const Segment& segment = at->second;
    if (segment.granules.empty()) {
        (void)cudaFree(reinterpret_cast<void*>(segment.address));
    } else {
        driver_.memAddressFree(segment.address, static_cast<size_t>(segment.reserved));
    }
    segments_.erase(at);
}

void CudaMemory::unmap(int32_t ordinal, int64_t offset, int64_t bytes) {
    const auto found = segments_.find(ordinal);
    if (found == segments_.end()) core::broken("unmap of a segment that was never mapped");
    (void)useDevice(device_);
    Segment& segment = found->second;
    entry_.set(mapped_ -= bytes);
    if (segment.granules.empty()) return release(found);
    unmapGranules(segment, static_cast<size_t>(offset / kGranule),
                  static_cast<size_t>(bytes / kGranule));
    if (segment.mapped == 0) release(found);
}

void* CudaMemory::addressOf(int32_t ordinal) const {
    const auto found = segments_.find(ordinal);
    return found == segments_.end() ? nullptr : reinterpret_cast<void*>(found->second.address);
}

}  // namespace shardscope::gpu
