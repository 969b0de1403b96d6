#pragma once
// One pair of columns of the rotary position embedding.

#include "gpu/kernels/math/host_device.h"

namespace shardscope::gpu {

struct Turned {
    float x, y;
};
/// (x, y) turned by the angle of @p cosine and @p sine, or back with @p inverse.
SHARDSCOPE_HD Turned rope(float x, float y, float cosine, float sine, bool inverse) {
    const float s = inverse ? -sine : sine;
    return {x * cosine - y * s, y * cosine + x * s};
}

}  // namespace shardscope::gpu
