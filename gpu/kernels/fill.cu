#include "gpu/kernels/elementwise.cuh"
#include "gpu/kernels/fill.h"

namespace shardscope::gpu {

namespace {

struct Fill {
    static constexpr int kWidth = 16;
    struct Inputs {};
    FillArgs a;

    __device__ Inputs load(int64_t) const { return {}; }
    __device__ void store(int64_t i, const Inputs&) const {
        const uint32_t word = a.value * 0x01010101u;
        *reinterpret_cast<uint4*>(static_cast<char*>(a.address) + i) =
            make_uint4(word, word, word, word);
    }
    __device__ void one(int64_t i) const { static_cast<uint8_t*>(a.address)[i] = a.value; }
};

}  // namespace

extern "C" __global__ void __launch_bounds__(kElementwiseThreads) shardscope_fill(FillArgs a) {
    forEachElement(a.bytes, aligned16(a.address), Fill{a});
}

cudaError_t launchFill(cudaStream_t stream, const FillArgs& args) {
    return launchKernel(reinterpret_cast<const void*>(shardscope_fill),
                        elementwiseBlocks(args.bytes, Fill::kWidth), kElementwiseThreads, args,
                        stream);
}

}  // namespace shardscope::gpu
