#include "core/sim/hardware.h"

namespace shardscope::core {

double Hardware::peakFlops(DType dtype) const {
    switch (dtype) {
        case DType::Bf16:
            return gpu.bf16Tflops * 1e12;
        case DType::Fp16:
            return gpu.fp16Tflops * 1e12;
        default:
            return gpu.fp32Tflops * 1e12;
    }
}

}  // namespace shardscope::core
