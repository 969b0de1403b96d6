#include "gpu/kernels/add.h"
#include "gpu/kernels/elementwise.cuh"
#include "gpu/kernels/kernel_pairs.h"

namespace shardscope::gpu {

namespace {

constexpr int kDepth = 2;  // two inputs each

/// out = a + b.
template <class A, class B>
struct Sum {
    static constexpr int kWidth = kCommonPackOf<A, B>;
    struct Inputs {
        Pack<A, kWidth> a;
        Pack<B, kWidth> b;
    };
    const void* a;
    const void* b;
    void* out;  ///< of type A

    __device__ Inputs load(int64_t i) const {
        return {loadPack<A, kWidth>(a, i), loadPack<B, kWidth>(b, i)};
    }
    __device__ void store(int64_t i, const Inputs& inputs) const {
        float sum[kWidth], addend[kWidth];
        toFloats(inputs.a, sum);
        toFloats(inputs.b, addend);
#pragma unroll
        for (int e = 0; e < kWidth; ++e) sum[e] += addend[e];
        storePack(out, i, packOf<A>(sum));
    }
    __device__ void one(int64_t i) const {
        static_cast<A*>(out)[i] = fromFloat<A>(toFloat(static_cast<const A*>(a)[i]) +
                                               toFloat(static_cast<const B*>(b)[i]));
    }
};

template <class T>
__device__ void residualAdd(const ResidualAddArgs& a) {
    forEachElement<kDepth>(a.elements, aligned16(a.a, a.b, a.out), Sum<T, T>{a.a, a.b, a.out});
}
template <class In, class Out>
__device__ void addInto(const AddIntoArgs& a) {
    forEachElement<kDepth>(a.elements, aligned16(a.incoming, a.sum),
                           Sum<Out, In>{a.sum, a.incoming, a.sum});
}

}  // namespace

SHARDSCOPE_KERNELS(residual_add, ResidualAddArgs, residualAdd, kElementwiseThreads)
SHARDSCOPE_KERNEL_PAIRS(add_into, AddIntoArgs, addInto, kElementwiseThreads)

cudaError_t launchResidualAdd(cudaStream_t stream, const ResidualAddArgs& args) {
    const int width = static_cast<int>(16 / elementBytes(args.dtype));
    return launchKernel(kernels_residual_add.of(args.dtype),
                        elementwiseBlocks(args.elements, width, kDepth), kElementwiseThreads, args,
                        stream);
}

cudaError_t launchAddInto(cudaStream_t stream, const AddIntoArgs& args) {
    const int64_t widest = std::max(elementBytes(args.incomingDtype), elementBytes(args.sumDtype));
    return launchKernel(kernels_add_into.of(args.incomingDtype, args.sumDtype),
                        elementwiseBlocks(args.elements, static_cast<int>(16 / widest), kDepth),
                        kElementwiseThreads, args, stream);
}

}  // namespace shardscope::gpu
