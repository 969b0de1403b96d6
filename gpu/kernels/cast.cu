#include "gpu/kernels/cast.h"
#include "gpu/kernels/elementwise.cuh"
#include "gpu/kernels/kernel_pairs.h"

namespace shardscope::gpu {

namespace {

template <class In, class Out>
struct Convert {
    static constexpr int kWidth = kCommonPackOf<In, Out>;
    using Inputs = Pack<In, kWidth>;
    CastArgs a;

    __device__ Inputs load(int64_t i) const { return loadPack<In, kWidth>(a.in, i); }
    __device__ void store(int64_t i, const Inputs& in) const {
        float values[kWidth];
        toFloats(in, values);
        storePack(a.out, i, packOf<Out>(values));
    }
    __device__ void one(int64_t i) const {
        static_cast<Out*>(a.out)[i] = fromFloat<Out>(toFloat(static_cast<const In*>(a.in)[i]));
    }
};

template <class In, class Out>
__device__ void cast(const CastArgs& a) {
    forEachElement(a.elements, aligned16(a.in, a.out), Convert<In, Out>{a});
}

}  // namespace

SHARDSCOPE_KERNEL_PAIRS(cast, CastArgs, cast, kElementwiseThreads)

cudaError_t launchCast(cudaStream_t stream, const CastArgs& args) {
    const int64_t widest = std::max(elementBytes(args.inDtype), elementBytes(args.outDtype));
    return launchKernel(kernels_cast.of(args.inDtype, args.outDtype),
                        elementwiseBlocks(args.elements, static_cast<int>(16 / widest)),
                        kElementwiseThreads, args, stream);
}

}  // namespace shardscope::gpu
