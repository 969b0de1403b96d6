#include "gpu/kernels/elementwise.cuh"
#include "gpu/kernels/gelu.h"
#include "gpu/kernels/math/gelu.h"

namespace shardscope::gpu {

namespace {

template <class T>
struct Forward {
    static constexpr int kWidth = kPackOf<T>;
    using Inputs = Pack<T>;
    GeluForwardArgs a;

    __device__ Inputs load(int64_t i) const { return loadPack<T, kWidth>(a.in, i); }
    __device__ void store(int64_t i, const Inputs& in) const {
        float x[kWidth];
        toFloats(in, x);
#pragma unroll
        for (float& value : x) value = gelu<T>(value);
        storePack(a.out, i, packOf<T>(x));
    }
    __device__ void one(int64_t i) const {
        static_cast<T*>(a.out)[i] = fromFloat<T>(gelu<T>(toFloat(static_cast<const T*>(a.in)[i])));
    }
};

template <class T>
struct Backward {
    static constexpr int kWidth = kPackOf<T>;
    struct Inputs {
        Pack<T> dOut, in;
    };
    GeluBackwardArgs a;

    __device__ Inputs load(int64_t i) const {
        return {loadPack<T, kWidth>(a.dOut, i), loadPack<T, kWidth>(a.in, i)};
    }
    __device__ void store(int64_t i, const Inputs& inputs) const {
        float gradient[kWidth], x[kWidth];
        toFloats(inputs.dOut, gradient);
        toFloats(inputs.in, x);
#pragma unroll
        for (int e = 0; e < kWidth; ++e) gradient[e] = geluGradient<T>(gradient[e], x[e]);
        storePack(a.dIn, i, packOf<T>(gradient));
    }
    __device__ void one(int64_t i) const {
        static_cast<T*>(a.dIn)[i] = fromFloat<T>(geluGradient<T>(
            toFloat(static_cast<const T*>(a.dOut)[i]), toFloat(static_cast<const T*>(a.in)[i])));
    }
};

template <class T>
__device__ void forward(const GeluForwardArgs& a) {
    forEachElement(a.elements, aligned16(a.in, a.out), Forward<T>{a});
}
template <class T>
__device__ void backward(const GeluBackwardArgs& a) {
    forEachElement<2>(a.elements, aligned16(a.dOut, a.in, a.dIn), Backward<T>{a});
}

}  // namespace

SHARDSCOPE_KERNELS(gelu_forward, GeluForwardArgs, forward, kElementwiseThreads)
SHARDSCOPE_KERNELS(gelu_backward, GeluBackwardArgs, backward, kElementwiseThreads)

cudaError_t launchGeluForward(cudaStream_t stream, const GeluForwardArgs& args) {
    const int width = static_cast<int>(16 / elementBytes(args.dtype));
    return launchKernel(kernels_gelu_forward.of(args.dtype),
                        elementwiseBlocks(args.elements, width), kElementwiseThreads, args, stream);
}

cudaError_t launchGeluBackward(cudaStream_t stream, const GeluBackwardArgs& args) {
    const int width = static_cast<int>(16 / elementBytes(args.dtype));
    return launchKernel(kernels_gelu_backward.of(args.dtype),
                        elementwiseBlocks(args.elements, width, 2), kElementwiseThreads, args,
                        stream);
}

}  // namespace shardscope::gpu
