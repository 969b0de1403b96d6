#include "tests/doubles/kernels/table.h"

#include <algorithm>

namespace shardscope::doubles {

namespace {

Twins makeTwins() {
    Twins twins;
    addElementwise(twins);
    addOptimizer(twins);
    addNorm(twins);
    addCollectives(twins);
    addRows(twins);
    addEmbedding(twins);
    addLoss(twins);
    addAttention(twins);
    return twins;
}

}  // namespace

std::span<const KernelTwin> kernelTwins() {
    static const Twins twins = makeTwins();
    return twins;
}

const KernelTwin* findKernelTwin(std::string_view name) {
    const std::span<const KernelTwin> all = kernelTwins();
    const auto found = std::ranges::find(all, name, &KernelTwin::name);
    return found == all.end() ? nullptr : &*found;
}

}  // namespace shardscope::doubles
