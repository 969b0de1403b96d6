#include "gpu/kernels/integer.h"
#include "gpu/kernels/math/integer.h"

namespace shardscope::gpu {

namespace {

constexpr unsigned kThreads = 256;
constexpr int kTile = 2048;

/// One block: all threads bring a tile, one adds it up in order.
template <class T>
__device__ void forward(const IntegerForwardArgs& a) {
    __shared__ float tile[kTile];
    float sum = 0.0f;
    for (int64_t first = 0; first < a.elements; first += kTile) {
        const int count = static_cast<int>(a.elements - first < kTile ? a.elements - first : kTile);
        for (int i = threadIdx.x; i < count; i += kThreads)
            tile[i] = toFloat(static_cast<const T*>(a.weight)[first + i]);
        __syncthreads();
        if (threadIdx.x == 0)
            for (int i = 0; i < count; ++i) sum += tile[i];
        __syncthreads();
    }
    if (threadIdx.x != 0) return;
    const float mean = sum / static_cast<float>(a.elements);
    *a.loss = a.first ? mean : *a.loss + mean;
}

}  // namespace

SHARDSCOPE_KERNELS(integer_forward, IntegerForwardArgs, forward, kThreads)

extern "C" __global__ void __launch_bounds__(kThreads)
    shardscope_integer_backward(IntegerBackwardArgs a) {
    const int64_t i = int64_t{blockIdx.x} * kThreads + threadIdx.x;
    if (i >= a.elements) return;
    writeGradient(a.dWeight, i, static_cast<float>(conformanceGradient(a.parameter, i, a.sample)));
}

cudaError_t launchIntegerForward(cudaStream_t stream, const IntegerForwardArgs& args) {
    return launchKernel(kernels_integer_forward.of(args.dtype), 1, kThreads, args, stream);
}

cudaError_t launchIntegerBackward(cudaStream_t stream, const IntegerBackwardArgs& args) {
    return launchKernel(reinterpret_cast<const void*>(shardscope_integer_backward),
                        ceilDiv(args.elements, kThreads), kThreads, args, stream);
}

}  // namespace shardscope::gpu
