#include <xxhash.h>

#include <algorithm>
#include <array>

#include "core/host/execute.h"
#include "core/host/ops/bucket_parts.h"
#include "core/host/ops/convert.h"

namespace shardscope::core {

namespace {

/// Blocks of all parameters declared before @p parameter.
uint64_t firstBlockOf(const Graph& graph, ParameterId parameter) {
    uint64_t blocks = 0;
    for (size_t i = 0; i < parameter.index(); ++i) {
        blocks +=
            static_cast<uint64_t>((graph.parameters[i].elements() + kAlignment - 1) / kAlignment);
    }
    return blocks;
}

/// @param working the type that the block is rounded to before it is hashed.
uint64_t hashPart(const ops::Operand& weights, DType working, const ops::BucketPart& part,
                  uint64_t firstBlock) {
    uint64_t sum = 0;
    for (int64_t begin = 0; begin < part.elements; begin += kAlignment) {
        const int64_t count = std::min(kAlignment, part.elements - begin);
        const auto block = static_cast<uint64_t>((part.inParameter + begin) / kAlignment);
        const void* bytes = weights.at(part.inRange + begin);
        std::array<float, kAlignment> rounded;
        if (working != weights.dtype) {
            ops::fromFloats(static_cast<const float*>(bytes), working, rounded.data(), count);
            bytes = rounded.data();
        }
        sum += XXH3_64bits_withSeed(bytes, static_cast<size_t>(count * bytesOf(working)),
                                    firstBlock + block);
    }
    return sum;
}

}  // namespace

uint64_t hashWeightBlocks(const void* address, DType dtype, const Problem& problem, BucketId bucket,
                          int64_t first, int64_t elements) {
    if (first % kAlignment != 0) broken("a weight hash that starts inside a block");
    uint64_t sum = 0;
    const ops::Operand weights{.address = const_cast<void*>(address), .dtype = dtype};
    ops::forEachPart(problem.buckets[bucket], first, elements, [&](const ops::BucketPart& part) {
        sum += hashPart(weights, problem.workload.dtype, part,
                        firstBlockOf(problem.graph, part.parameter));
    });
    return sum;
}

}  // namespace shardscope::core
