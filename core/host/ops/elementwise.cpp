#include "core/host/ops/elementwise.h"

#include <cstring>

#include "core/host/ops/chunks.h"
#include "core/host/ops/convert.h"
#include "core/host/ops/kernel.h"

namespace shardscope::core::ops {

namespace {

SHARDSCOPE_KERNEL void add(const float* a, const float* b, float* out, int64_t elements) {
#pragma GCC ivdep
    for (int64_t i = 0; i < elements; ++i) out[i] = a[i] + b[i];
}

void addTensors(const Operand& a, const Operand& b, const Operand& out, int64_t elements) {
    forEachChunk(elements, [&](int64_t first, int64_t count) {
        Chunk left, right, sums;
        float* target = outputFloats(out, first, sums);
        add(readFloats(a, first, count, left), readFloats(b, first, count, right), target, count);
        storeFloats(out, first, count, target);
    });
}

/// Every byte of fp32 0xffffffff, bf16 and fp16 0xffff is a NaN.
constexpr int kNanByte = 0xff;

void fillBytes(const Operand& operand, int byte, int64_t elements) {
    std::memset(operand.address, byte, static_cast<size_t>(elements * bytesOf(operand.dtype)));
}

}  // namespace

void execute(const ResidualAdd& o, const Call& call) {
    addTensors(call.operand(o.a), call.operand(o.b), call.operand(o.out), o.elements);
}

void execute(const AddInto& o, const Call& call) {
    const Operand sum = call.operand(o.sum);
    addTensors(sum, call.operand(o.incoming), sum, o.elements);
}

void execute(const FillZero& o, const Call& call) {
    fillBytes(call.operand(o.tensor), 0, o.elements);
}

void execute(const Poison& o, const Call& call) {
    fillBytes(call.operand(o.tensor), kNanByte, o.elements);
}

}  // namespace shardscope::core::ops
