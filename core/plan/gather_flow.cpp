#include "core/plan/gather_flow.h"

#include <algorithm>

namespace shardscope::core {

GatherFlow::GatherFlow(const Problem& problem, const RankLayout& rank, ActionList& actions,
                       const std::vector<Node>& nodes, bool gradientsCount)
    : problem_(problem), rank_(rank), actions_(actions) {
    if (!axesOf(problem).gathersWeights) return;
    const int end = static_cast<int>(nodes.size()) - 1;
    for (int b = 0; b < problem.buckets.count(); ++b) {
        uses_.push_back({.bucket = BucketId{b}, .first = end + 1, .last = -1});
    }
    const auto note = [&](TensorId id, TensorRole role, int node, bool keeps) {
        const GraphTensor& tensor = problem.graph.tensors[id.index()];
        if (tensor.role != role) return;
        Use& use = uses_[problem.buckets.bucketOf(tensor.parameter).index()];
        use.first = std::min(use.first, node);
        if (keeps || use.last < 0) use.last = node;
    };
    for (int node = 0; node <= end; ++node) {
        const Operands operands = operandsOf(nodes[static_cast<size_t>(node)].operation, 0);
        for (TensorId id : operands.reads) note(id, TensorRole::Weight, node, true);
        if (!gradientsCount) continue;
        for (TensorId id : operands.writes) note(id, TensorRole::Gradient, node, false);
    }
    for (Use& use : uses_) {
        use.first = std::min(use.first, end);  // never used: gathered all the same, at the end
        use.last = std::max(use.last, use.first);
    }
    std::stable_sort(uses_.begin(), uses_.end(),
                     [](const Use& a, const Use& b) { return a.first < b.first; });
}

void GatherFlow::gather(size_t use) {
    const BucketId bucket = uses_[use].bucket;
    const BucketLayout& b = rank_.buckets[bucket.index()];
    actions_.allocate(b.gathered);
    actions_.record(kCompute, EventKind::Reserved, bucket);
    actions_.wait(kCommunication, EventKind::Reserved, bucket, WaitCause::Data);
    actions_.collective(CollectiveKind::AllGather, Purpose::Parameter, b.ownWeights, b.allWeights,
                        b.allWeights, bucket);
    actions_.record(kCommunication, EventKind::Gathered, bucket);
    gathered_ = use + 1;
}

void GatherFlow::beforeNode(size_t node) {
    for (size_t i = 0; i < uses_.size(); ++i) {
        if (uses_[i].first != static_cast<int>(node)) continue;
        if (gathered_ <= i) gather(i);
        if (problem_.strategy.overlap && gathered_ == i + 1 && i + 1 < uses_.size()) gather(i + 1);
        actions_.wait(kCompute, EventKind::Gathered, uses_[i].bucket, WaitCause::Gather);
    }
}

void GatherFlow::afterNode(size_t node) {
    for (const Use& use : uses_) {
        if (use.last != static_cast<int>(node)) continue;
        actions_.free(rank_.buckets[use.bucket.index()].gathered);
    }
}

}  // namespace shardscope::core
