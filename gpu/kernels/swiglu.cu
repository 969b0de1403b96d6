#include "gpu/kernels/elementwise.cuh"
#include "gpu/kernels/math/swiglu.h"
#include "gpu/kernels/swiglu.h"

namespace shardscope::gpu {

namespace {

constexpr int kDepth = 2;  // two or three inputs each

template <class T>
struct Forward {
    static constexpr int kWidth = kPackOf<T>;
    struct Inputs {
        Pack<T> gate, up;
    };
    SwiGluForwardArgs a;

    __device__ Inputs load(int64_t i) const {
        return {loadPack<T, kWidth>(a.gate, i), loadPack<T, kWidth>(a.up, i)};
    }
    __device__ void store(int64_t i, const Inputs& inputs) const {
        float out[kWidth];
#pragma unroll
        for (int e = 0; e < kWidth; ++e)
            out[e] = swiGlu<T>(toFloat(inputs.gate.elements[e]), toFloat(inputs.up.elements[e]));
        storePack(a.out, i, packOf<T>(out));
    }
    __device__ void one(int64_t i) const {
        static_cast<T*>(a.out)[i] = fromFloat<T>(swiGlu<T>(
            toFloat(static_cast<const T*>(a.gate)[i]), toFloat(static_cast<const T*>(a.up)[i])));
    }
};

template <class T>
struct Backward {
    static constexpr int kWidth = kPackOf<T>;
    struct Inputs {
        Pack<T> dOut, gate, up;
    };
    SwiGluBackwardArgs a;

    __device__ Inputs load(int64_t i) const {
        return {loadPack<T, kWidth>(a.dOut, i), loadPack<T, kWidth>(a.gate, i),
                loadPack<T, kWidth>(a.up, i)};
    }
    __device__ void store(int64_t i, const Inputs& inputs) const {
        float dGate[kWidth], dUp[kWidth];
#pragma unroll
        for (int e = 0; e < kWidth; ++e) {
            const SwiGluGradients g = swiGluGradients<T>(toFloat(inputs.dOut.elements[e]),
                                                         toFloat(inputs.gate.elements[e]),
                                                         toFloat(inputs.up.elements[e]));
            dGate[e] = g.gate;
            dUp[e] = g.up;
        }
        storePack(a.dGate, i, packOf<T>(dGate));
        storePack(a.dUp, i, packOf<T>(dUp));
    }
    __device__ void one(int64_t i) const {
        const SwiGluGradients g = swiGluGradients<T>(toFloat(static_cast<const T*>(a.dOut)[i]),
                                                     toFloat(static_cast<const T*>(a.gate)[i]),
                                                     toFloat(static_cast<const T*>(a.up)[i]));
        static_cast<T*>(a.dGate)[i] = fromFloat<T>(g.gate);
        static_cast<T*>(a.dUp)[i] = fromFloat<T>(g.up);
    }
};

template <class T>
__device__ void forward(const SwiGluForwardArgs& a) {
    forEachElement<kDepth>(a.elements, aligned16(a.gate, a.up, a.out), Forward<T>{a});
}
template <class T>
__device__ void backward(const SwiGluBackwardArgs& a) {
    forEachElement<kDepth>(a.elements, aligned16(a.dOut, a.gate, a.up, a.dGate, a.dUp),
                           Backward<T>{a});
}

int64_t blocksOf(core::DType dtype, int64_t elements) {
    return elementwiseBlocks(elements, static_cast<int>(16 / elementBytes(dtype)), kDepth);
}

}  // namespace

SHARDSCOPE_KERNELS(swiglu_forward, SwiGluForwardArgs, forward, kElementwiseThreads)
SHARDSCOPE_KERNELS(swiglu_backward, SwiGluBackwardArgs, backward, kElementwiseThreads)

cudaError_t launchSwiGluForward(cudaStream_t stream, const SwiGluForwardArgs& args) {
    return launchKernel(kernels_swiglu_forward.of(args.dtype), blocksOf(args.dtype, args.elements),
                        kElementwiseThreads, args, stream);
}

cudaError_t launchSwiGluBackward(cudaStream_t stream, const SwiGluBackwardArgs& args) {
    return launchKernel(kernels_swiglu_backward.of(args.dtype), blocksOf(args.dtype, args.elements),
                        kElementwiseThreads, args, stream);
}

}  // namespace shardscope::gpu
