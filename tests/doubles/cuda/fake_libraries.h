#pragma once
// The double's libraries, as the tables that gpu/ works with.

#include "gpu/libraries/cublaslt.h"
#include "gpu/libraries/cuda_driver.h"
#include "gpu/libraries/libraries.h"
#include "gpu/libraries/nccl.h"
#include "gpu/libraries/nvml.h"

namespace shardscope::doubles::cuda {

/// Products by plain loops, accumulated in fp32; a long sum is launched as two kernels (split-K).
const gpu::CublasLtApi& cublasLtDouble();
/// Address space and granules; what is not mapped cannot be touched.
const gpu::CudaDriverApi& driverDouble();
/// Ranks are threads of this process, or processes (Machine::ncclOverProcesses); sums in fp32 in rank order. As in the real one, a collective that
/// a peer never joins hangs until this rank's communicator is aborted, and a communicator of one rank
/// launches no kernel.
const gpu::NcclApi& ncclDouble();
/// Knows the machine's GPUs by UUID, in another order than the runtime.
const gpu::NvmlApi& nvmlDouble();
/// All of them.
gpu::Libraries librariesDouble();

/// What NVML's double answers when asked for memory, from now on; 0: the truth.
void failNvmlMemory(int status);
/// Starts of NVML that were not followed by a shutdown.
int nvmlSessions();

/// Communicators that were made and neither destroyed nor aborted.
int64_t liveCommunicators();

}  // namespace shardscope::doubles::cuda
