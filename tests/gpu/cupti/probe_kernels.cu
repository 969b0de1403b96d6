#include "tests/gpu/cupti/probe_kernels.h"

namespace shardscope::probe {

namespace {

__device__ int64_t globalNs() {
    int64_t now;
    asm volatile("mov.u64 %0, %globaltimer;" : "=l"(now));
    return now;
}

}  // namespace

extern "C" __global__ void shardscope_probe_spin(SpinArgs a) {
    const int64_t until = globalNs() + a.nanoseconds;
    while (globalNs() < until) {
    }
    *a.counter += 1;
}

cudaError_t launchSpin(cudaStream_t stream, const SpinArgs& args) {
    shardscope_probe_spin<<<1, 1, 0, stream>>>(args);
    return cudaPeekAtLastError();
}

}  // namespace shardscope::probe
