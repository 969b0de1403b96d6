#include "core/plan/layout.h"

#include <fmt/format.h>

namespace shardscope::core {

namespace {

/// Adds buffers and tensors to one rank's layout, bucket by bucket.
class LayoutBuilder {
  public:
    LayoutBuilder(const Problem& problem, Rank rank)
        : problem_(problem), rank_(rank), axes_(axesOf(problem)) {}

    RankLayout build();

  private:
    BufferId buffer(std::string name, int64_t bytes, Category category, BucketId bucket = {});
    TensorId tensor(std::string name, BufferId buffer, int64_t offset, int64_t elements,
                    DType dtype);
    void addWeights(BucketId id, BucketLayout& b);
    void addOptimizer(BucketId id, BucketLayout& b);
    void addGradients(BucketId id, BucketLayout& b);
    void addGradientViews(BucketId id, BucketLayout& b);
    void addStaging(BucketId id, BucketLayout& b);
    void addShard(BucketId id, BucketLayout& b);
    void placeParameters();
    void placeValues();
    void addScalars();

    const Problem& problem_;
    Rank rank_;
    Axes axes_;
    RankLayout out_;
};

BufferId LayoutBuilder::buffer(std::string name, int64_t bytes, Category category,
                               BucketId bucket) {
    out_.layout.buffers.push_back(
        {.name = std::move(name), .bytes = bytes, .category = category, .bucket = bucket});
    return BufferId{static_cast<int32_t>(out_.layout.buffers.size()) - 1};
}

TensorId LayoutBuilder::tensor(std::string name, BufferId buffer, int64_t offset, int64_t elements,
                               DType dtype) {
    out_.layout.tensors.push_back({.name = std::move(name),
                                   .buffer = buffer,
                                   .offset = offset,
                                   .elements = elements,
                                   .dtype = dtype});
    return TensorId{static_cast<int32_t>(out_.layout.tensors.size()) - 1};
}

void LayoutBuilder::addWeights(BucketId id, BucketLayout& b) {
    const std::string label = problem_.buckets.labelOf(id);
    const int64_t elements = problem_.buckets[id].elements;
    const DType dtype = problem_.workload.dtype;
    const int64_t kept = axes_.gathersWeights ? problem_.buckets.shardElements(id) : elements;
    b.weights = buffer("weights " + label, kept * bytesOf(dtype), Category::Weights, id);
    BufferId whole = b.weights;
    if (axes_.gathersWeights) {
        b.gathered =
            buffer("gathered weights " + label, elements * bytesOf(dtype), Category::Weights, id);
        whole = b.gathered;
    }
    b.allWeights = tensor("weights " + label, whole, 0, elements, dtype);
    b.ownWeights = tensor("own weights " + label, b.weights, axes_.gathersWeights ? 0 : b.ownFirst,
                          b.ownElements, dtype);
}

void LayoutBuilder::addOptimizer(BucketId id, BucketLayout& b) {
    const std::string label = problem_.buckets.labelOf(id);
    const auto state = [&](const char* name, Category category, BufferId& place) {
        place = buffer(fmt::format("{} {}", name, label), b.ownElements * 4, category, id);
        return tensor(fmt::format("{} {}", name, label), place, 0, b.ownElements, DType::Fp32);
    };
    if (problem_.workload.hasMasterWeights()) {
        b.ownMaster = state("master weights", Category::MasterWeights, b.master);
    }
    b.ownMomentum = state("m", Category::OptimizerState, b.momentum);
    if (problem_.workload.optimizer.kind == OptimizerKind::AdamW) {
        b.ownVariance = state("v", Category::OptimizerState, b.variance);
    }
}

void LayoutBuilder::addGradientViews(BucketId id, BucketLayout& b) {
    const std::string label = problem_.buckets.labelOf(id);
    const DType dtype = problem_.workload.accumulateDtype;
    const Bucket& bucket = problem_.buckets[id];
    const int64_t part = problem_.buckets.shardElements(id);
    const int64_t own = part * rank_.value;
    const auto view = [&](const std::string& name, int64_t first, int64_t elements) {
        return tensor(fmt::format("{} {}", name, label), b.gradients, first, elements, dtype);
    };
    b.fullGradient = view("gradient", 0, bucket.elements);
    b.ownSliceOfFull = view("own slice of gradient", own, part);
    for (int r = 0; !axes_.sharded && r < problem_.buckets.ranks; ++r) {
        b.rankSlices.push_back(view(fmt::format("slice {} of gradient", r), part * r, part));
    }
    for (const Range& range : paddingRanges(bucket)) {
        b.padding.push_back(view("padding of gradient", range.begin, range.end - range.begin));
    }
    if (own > 0) b.dead.push_back(view("others' gradient", 0, own));
    if (own + part < bucket.elements) {
        b.dead.push_back(view("others' gradient", own + part, bucket.elements - own - part));
    }
}

void LayoutBuilder::addStaging(BucketId id, BucketLayout& b) {
    const std::string label = problem_.buckets.labelOf(id);
    const DType dtype = problem_.workload.reduceDtype;
    const int64_t part = problem_.buckets.shardElements(id);
    b.staging = buffer("staging " + label, problem_.buckets[id].elements * bytesOf(dtype),
                       Category::Buckets, id);
    b.wholeStaging = tensor("staging " + label, b.staging, 0, problem_.buckets[id].elements, dtype);
    b.ownStaging =
        tensor("own slice of staging " + label, b.staging, part * rank_.value, part, dtype);
}

void LayoutBuilder::addShard(BucketId id, BucketLayout& b) {
    const std::string label = problem_.buckets.labelOf(id);
    const DType dtype = problem_.workload.accumulateDtype;
    const int64_t part = problem_.buckets.shardElements(id);
    const int64_t bytes = part * bytesOf(dtype);
    b.shard = buffer("gradient shard " + label, bytes, Category::GradientShards, id);
    b.ownGradient = tensor("gradient shard " + label, b.shard, 0, part, dtype);
    if (axes_.staged || problem_.workload.gradAccum == 1) return;
    b.incoming = buffer("incoming shard " + label, bytes, Category::GradientShards, id);
    b.incomingShard = tensor("incoming shard " + label, b.incoming, 0, part, dtype);
}

void LayoutBuilder::addGradients(BucketId id, BucketLayout& b) {
    const std::string label = problem_.buckets.labelOf(id);
    const int64_t bytes =
        problem_.buckets[id].elements * bytesOf(problem_.workload.accumulateDtype);
    b.gradients = buffer("gradients " + label, bytes, Category::Gradients, id);
    addGradientViews(id, b);
    b.ownGradient = axes_.sharded ? b.ownSliceOfFull : b.fullGradient;
    if (axes_.staged) addStaging(id, b);
    if (axes_.shardsGradients) addShard(id, b);
}

void LayoutBuilder::placeParameters() {
    for (int i = 0; i < problem_.buckets.count(); ++i) {
        const BucketId id{i};
        const BucketLayout& b = out_.buckets[id.index()];
        const TensorSpec whole = out_.layout[b.allWeights];
        for (const Segment& segment : problem_.buckets[id].segments) {
            const auto place = [&](TensorId view, BufferId buffer, DType dtype) {
                TensorSpec& spec = out_.layout.tensors[view.index()];
                spec.buffer = buffer;
                spec.offset = segment.offset;
                spec.dtype = dtype;
            };
            place(problem_.graph.weightOf(segment.parameter), whole.buffer, whole.dtype);
            place(problem_.graph.gradientOf(segment.parameter), b.gradients,
                  problem_.workload.accumulateDtype);
        }
    }
}

void LayoutBuilder::placeValues() {
    for (size_t i = 0; i < problem_.graph.tensors.size(); ++i) {
        const GraphTensor& t = problem_.graph.tensors[i];
        out_.values.emplace_back();
        if (t.role != TensorRole::Value || t.persistent) continue;
        out_.values.back() = buffer(t.name, t.elements * bytesOf(t.dtype), t.category);
        out_.layout.tensors[i].buffer = out_.values.back();
    }
}

void LayoutBuilder::addScalars() {
    const int64_t losses = problem_.graph.tensors[problem_.graph.losses.index()].elements;
    out_.rankSlots = axes_.sharded ? 1 : problem_.buckets.ranks;
    const int64_t partials = out_.rankSlots * problem_.buckets.count();
    out_.scalarBuffer =
        buffer("scalars", (losses + partials + out_.rankSlots + 3) * 4, Category::Workspace);
    out_.losses = problem_.graph.losses;
    TensorSpec& lossSpec = out_.layout.tensors[out_.losses.index()];
    lossSpec.buffer = out_.scalarBuffer;
    out_.partials = tensor("norm partials", out_.scalarBuffer, losses, partials, DType::Fp32);
    out_.rankSums =
        tensor("norm by rank", out_.scalarBuffer, losses + partials, out_.rankSlots, DType::Fp32);
    out_.scalars = tensor("norm, factor, overflow", out_.scalarBuffer,
                          losses + partials + out_.rankSlots, 3, DType::Fp32);
    for (int s = 0; problem_.workload.workspaceBytes > 0 && s < kStreams; ++s) {
        out_.workspaces.push_back(
            buffer("workspace", problem_.workload.workspaceBytes, Category::Workspace));
        out_.layout.buffers.back().home = StreamId{s};
    }
}

RankLayout LayoutBuilder::build() {
    for (const GraphTensor& t : problem_.graph.tensors) {
        tensor(t.name, {}, 0, t.elements, t.dtype);
    }
    for (int i = 0; i < problem_.buckets.count(); ++i) {
        const BucketId id{i};
        BucketLayout b;
        const int64_t part = problem_.buckets.shardElements(id);
        b.ownFirst = axes_.sharded ? part * rank_.value : 0;
        b.ownElements = axes_.sharded ? part : problem_.buckets[id].elements;
        addWeights(id, b);
        addOptimizer(id, b);
        addGradients(id, b);
        out_.buckets.push_back(std::move(b));
    }
    placeParameters();
    placeValues();
    addScalars();
    return std::move(out_);
}

}  // namespace

Axes axesOf(const Problem& problem) {
    const Strategy& s = problem.strategy;
    return {.sharded = s.optimizer == OptimizerSharding::Sharded,
            .shardsGradients = s.storage == FullGradientStorage::FreedPerBucket,
            .gathersWeights = s.parameters == ParameterStorage::GatheredPerUse,
            .returnsWeights = s.weightReturn == WeightReturn::AllGather,
            .staged = problem.workload.reduceDtype != problem.workload.accumulateDtype};
}

RankLayout layOut(const Problem& problem, Rank rank) {
    return LayoutBuilder(problem, rank).build();
}

}  // namespace shardscope::core
