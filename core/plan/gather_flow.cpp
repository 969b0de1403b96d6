#include "core/plan/gather_flow.h"

#include <algorithm>

namespace shardscope::core {

GatherFlow::GatherFlow(const Problem& problem, const RankLayout& rank, ActionList& actions,
                       const std::vector<Node>& nodes, Pass pass)
    : problem_(problem), rank_(rank), actions_(actions) {
    const Axes axes = axesOf(problem);
    if (!axes.gathersWeights) return;
    gathers_ = pass == Pass::Forward || !axes.gathersOnce;
    frees_ = pass == Pass::Backward || !axes.gathersOnce;
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
        if (pass == Pass::Forward) continue;
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
    if (b.packed.valid()) actions_.allocate(b.packed);
    actions_.record(kCompute, EventKind::Reserved, bucket);
    actions_.wait(kCommunication, EventKind::Reserved, bucket, WaitCause::Data);
    for (const auto& [master, working] : b.castParts) {
        actions_.launch(
            kCommunication,
            Cast{.in = master, .out = working, .elements = rank_.layout[master].elements},
            "master to working " + problem_.buckets.labelOf(bucket), bucket);
    }
    send(bucket);
    unpack(bucket);
    actions_.record(kCommunication, EventKind::Gathered, bucket);
    gathered_ = use + 1;
}

void GatherFlow::send(BucketId bucket) {
    for (const GatheredPart& part : rank_.buckets[bucket.index()].gatheredParts) {
        actions_.collective({.kind = CollectiveKind::AllGather,
                             .purpose = Purpose::Parameter,
                             .input = part.own,
                             .output = part.whole,
                             .whole = part.whole,
                             .bucket = bucket,
                             .realElements = part.realElements,
                             .group = rank_.shardGroup,
                             .name = part.name});
    }
}

/// From ranks' parts to whole parameters.
void GatherFlow::unpack(BucketId bucket) {
    for (const PackedParameter& parameter : rank_.buckets[bucket.index()].unpacking) {
        actions_.launch(kCommunication,
                        CopyRows{.in = parameter.packed,
                                 .out = parameter.place,
                                 .elements = parameter.elements,
                                 .columns = parameter.columns,
                                 .inStride = parameter.stride,
                                 .outStride = parameter.columns},
                        "unpack " + rank_.layout[parameter.place].name, bucket);
    }
}

void GatherFlow::await(BucketId bucket) {
    actions_.wait(kCompute, EventKind::Gathered, bucket, WaitCause::Gather);
    const BufferId packed = rank_.buckets[bucket.index()].packed;
    if (packed.valid()) actions_.free(packed);
}

void GatherFlow::forEachWhole(const std::function<void(BucketId)>& visit) {
    for (size_t use = 0; use < uses_.size(); ++use) {
        gather(use);
        await(uses_[use].bucket);
        visit(uses_[use].bucket);
        actions_.free(rank_.buckets[uses_[use].bucket.index()].gathered);
    }
}

void GatherFlow::beforeNode(size_t node) {
    if (!gathers_) return;
    for (size_t i = 0; i < uses_.size(); ++i) {
        if (uses_[i].first != static_cast<int>(node)) continue;
        if (gathered_ <= i) gather(i);
        if (problem_.strategy.overlap && gathered_ == i + 1 && i + 1 < uses_.size()) gather(i + 1);
        await(uses_[i].bucket);
    }
}

void GatherFlow::afterNode(size_t node) {
    if (!frees_) return;
    for (const Use& use : uses_) {
        if (use.last != static_cast<int>(node)) continue;
        actions_.free(rank_.buckets[use.bucket.index()].gathered);
    }
}

}  // namespace shardscope::core
