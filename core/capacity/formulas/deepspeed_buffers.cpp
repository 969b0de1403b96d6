#include "core/capacity/formulas/deepspeed_buffers.h"

namespace shardscope::core {

int64_t bucketBufferBytes(const BucketBuffers& buffers) {
    if (!buffers.contiguousGradients) return 0;
    return (buffers.overlapCommunication ? 2 : 1) * buffers.bucketElements * buffers.elementBytes;
}

}  // namespace shardscope::core
