#pragma once
// What the double's runtime tells the double's CUPTI. Internal to tests/doubles/cuda. Any thread.

#include <cupti.h>

#include <cstdint>
#include <memory>

#include "tests/doubles/cuda/fake_stream.h"
#include "tests/doubles/cuda/kernel_twins.h"

namespace shardscope::doubles::cuda::activity {

struct Slot;  // a record's place in a buffer

/// A call that puts work on a stream, and where that work's record will be.
struct Call {
    uint32_t correlation = 0;
    std::shared_ptr<Slot> slot;  ///< null: nobody records
};

/// @param work the kind of record that the work will have.
Call onRuntimeCall(CUpti_CallbackId id, CUpti_ActivityKind work);
Call onDriverCall(CUpti_CallbackId id, CUpti_ActivityKind work);

/// When and where it ran; times are on the devices' clock.
struct Ran {
    const FakeStream* stream = nullptr;
    int64_t startNs = 0, endNs = 0;
};
/// @param name lives as long as the process.
void onKernel(const Call& call, const Ran& ran, const char* name, const LaunchShape& shape);
void onCopy(const Call& call, const Ran& ran, int64_t bytes, CUpti_ActivityMemcpyKind kind);
void onSet(const Call& call, const Ran& ran, int64_t bytes, uint32_t value);
/// A call that makes the host, or a stream, wait. @param call of onRuntimeCall(…, SYNCHRONIZATION).
struct Waited {
    CUpti_ActivitySynchronizationType type = CUPTI_ACTIVITY_SYNCHRONIZATION_TYPE_UNKNOWN;
    uint32_t stream = CUPTI_SYNCHRONIZATION_INVALID_VALUE;
    int64_t startNs = 0, endNs = 0;
};
void onWait(const Call& call, const Waited& waited);
/// Device memory, taken or given back.
void onMemory(int device, const void* address, int64_t bytes, bool taken);

}  // namespace shardscope::doubles::cuda::activity
