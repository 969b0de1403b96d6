#pragma once
// One rank on a GPU: a compute stream and a communication stream of higher priority, events that order
// them, and kernels or cuBLASLt for every operation. Nothing waits for the GPU but synchronize() and
// read(). Times reach the observer inside synchronize(), on the caller's thread.

#include <functional>
#include <memory>
#include <vector>

#include "core/engine/accelerator.h"
#include "core/engine/activity_tags.h"
#include "core/engine/device.h"
#include "gpu/communicators/gpu_communicator.h"
#include "gpu/libraries/libraries.h"
#include "gpu/memory_ledger.h"

namespace shardscope::gpu {

/// Where the times of a device's work come from.
enum class Timing : uint8_t {
    Given,   ///< CudaDeviceOptions::tags (CUPTI)
    Events,  ///< CUDA events around each action
    None,    ///< nothing is timed
};

struct CudaDeviceOptions {
    int64_t quotaBytes = 0;  ///< of the pool's segments; 0 = what the GPU has
    std::vector<int> peers;  ///< other GPUs of this process
    Timing timing = Timing::None;
    std::unique_ptr<core::ActivityTags> tags;
    core::TagDecorator decorate;           ///< around whichever tags are used; may be empty
    bool tf32 = false;                     ///< fp32 matrix products by matrix units
    std::shared_ptr<MemoryLedger> ledger;  ///< of the GPU; may be null
};

/// On @p communicator's GPU. A GPU or a library that refuses is told by the first synchronize().
/// @p context, @p communicator, @p observer (may be null) and the tables of @p libraries are borrowed.
std::unique_ptr<core::Device> makeCudaDevice(const core::RunContext& context,
                                             GpuCommunicator& communicator,
                                             core::Observer* observer, const Libraries& libraries,
                                             CudaDeviceOptions options);

}  // namespace shardscope::gpu
