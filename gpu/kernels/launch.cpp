#include "gpu/kernels/launch.h"

namespace shardscope::gpu {

const void* KernelByType::of(core::DType dtype) const {
    switch (dtype) {
        case core::DType::Fp32:
            return fp32;
        case core::DType::Bf16:
            return bf16;
        case core::DType::Fp16:
            return fp16;
        case core::DType::Int32:
            break;
    }
    return nullptr;
}

}  // namespace shardscope::gpu
