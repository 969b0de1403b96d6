#include "core/plan/layout.h"

#include <fmt/format.h>

#include "core/base/units.h"
#include "core/plan/layout_builder.h"

namespace shardscope::core {

LayoutBuilder::LayoutBuilder(const Problem& problem, Rank rank)
    : problem_(problem),
      rank_(rank),
      shard_{rank.value % problem.buckets.shardCount()},
      axes_(axesOf(problem)),
      ownership_(problem.buckets, problem.strategy.layout) {}

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

TensorId LayoutBuilder::view(const std::string& name, TensorId whole, const Range& range) {
    const TensorSpec spec = out_.layout[whole];
    return tensor(name, spec.buffer, spec.offset + range.begin, range.end - range.begin,
                  spec.dtype);
}

int64_t packedElements(const std::vector<OwnedPiece>& pieces) {
    int64_t sum = 0;
    for (const OwnedPiece& piece : pieces) {
        sum += roundUp(piece.range.end - piece.range.begin, kAlignment);
    }
    return sum;
}

void LayoutBuilder::addGroups() {
    const int ranks = problem_.buckets.ranks;
    const int shards = problem_.buckets.shardCount();
    out_.replicas = shards < ranks;
    if (!out_.replicas) return;
    out_.shardGroup = {.first = rank_.value - shard_.value, .count = shards, .stride = 1};
    out_.replicaGroup = {.first = shard_.value, .count = ranks / shards, .stride = shards};
}

/// Kept gradients are updated parameter by parameter; a replicated optimizer else takes a bucket whole.
void LayoutBuilder::addPieces(BucketId id, BucketLayout& b) {
    std::vector<Range> ranges = ownership_.rangesOf(id, shard_);
    if (!axes_.sharded && axes_.kept) {
        ranges.clear();
        for (const Segment& segment : problem_.buckets[id].segments) {
            ranges.push_back({segment.offset, segment.offset + segment.elements});
        }
    }
    for (const Range& range : ranges) b.own.push_back({.range = range});
}

/// The array that an even split cuts into @p piece and the others' parts.
Range LayoutBuilder::wholeOf(BucketId id, size_t piece) const {
    const Bucket& bucket = problem_.buckets[id];
    if (problem_.strategy.layout != ShardLayout::PerParameter) return {0, bucket.elements};
    const bool last = piece + 1 == bucket.segments.size();
    return {bucket.segments[piece].offset,
            last ? bucket.elements : bucket.segments[piece + 1].offset};
}

/// The bucket's label, with the parameter's name where the collective is a parameter's.
std::string LayoutBuilder::partName(BucketId id, const Range& whole) const {
    const Bucket& bucket = problem_.buckets[id];
    if (whole == Range{0, bucket.elements} && bucket.segments.size() > 1) return labelOf(id);
    for (const Segment& segment : bucket.segments) {
        if (segment.offset != whole.begin) continue;
        return fmt::format("{} {}", labelOf(id),
                           problem_.graph.parameters[segment.parameter.index()].name);
    }
    return labelOf(id);
}

PackedParameter LayoutBuilder::packedParameter(BucketId id, const Segment& segment,
                                               TensorId whole) {
    const Bucket& bucket = problem_.buckets[id];
    const int64_t shards = problem_.buckets.shardCount();
    const int64_t stride = bucket.elements / shards;
    const size_t place = static_cast<size_t>(&segment - bucket.segments.data());
    const Range padded = wholeOf(id, place);
    const int64_t first = padded.begin / shards;
    return {.packed = view("packed " + labelOf(id), whole, {first, bucket.elements}),
            .place = {},
            .elements = segment.elements,
            .columns = (padded.end - padded.begin) / shards,
            .stride = stride};
}

/// For collectives with a root: broadcasts of parameters, reductions to owners.
void LayoutBuilder::addSlices(BucketId id, BucketLayout& b) {
    const bool rooted = problem_.strategy.weightReturn == WeightReturn::Broadcast ||
                        problem_.strategy.collective == GradientCollective::ReduceToOwner;
    if (!rooted) return;
    for (const OwnedSlice& slice : ownership_.slicesOf(id)) {
        const std::string name = partName(id, slice.range);
        RootedSlice rootedSlice{.owner = slice.owner,
                                .weights = view("weights " + name, b.allWeights, slice.range),
                                .inFull = view("gradient " + name, b.fullGradient, slice.range),
                                .inStaging = {},
                                .realElements = realElementsIn(problem_.buckets[id], slice.range),
                                .name = name};
        if (b.staging.valid()) {
            rootedSlice.inStaging = view("staging " + name, b.wholeStaging, slice.range);
        }
        b.slices.push_back(std::move(rootedSlice));
    }
}

void LayoutBuilder::placeParameters() {
    for (int i = 0; i < problem_.buckets.count(); ++i) {
        const BucketId id{i};
        const BucketLayout& b = out_.buckets[id.index()];
        const auto place = [&](TensorId view, TensorId whole, int64_t offset) {
            const TensorSpec from = out_.layout[whole];
            TensorSpec& spec = out_.layout.tensors[view.index()];
            spec.buffer = from.buffer;
            spec.offset = from.offset + offset;
            spec.dtype = from.dtype;
        };
        for (const Segment& segment : problem_.buckets[id].segments) {
            place(problem_.graph.weightOf(segment.parameter), b.allWeights, segment.offset);
            place(problem_.graph.gradientOf(segment.parameter), b.fullGradient, segment.offset);
        }
        for (const ParameterGradient& gradient : b.parameterGradients) {
            place(problem_.graph.gradientOf(gradient.parameter), gradient.own, 0);
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
    int64_t pieces = 0;
    for (const BucketLayout& b : out_.buckets) pieces += static_cast<int64_t>(b.own.size());
    out_.rankSlots = axes_.sharded ? 1 : problem_.buckets.ranks;
    out_.partialCount = axes_.sharded ? std::max<int64_t>(pieces, 1) : problem_.buckets.count();
    const int64_t partials = out_.rankSlots * out_.partialCount;
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
    out_.persistent.push_back(out_.scalarBuffer);
}

void LayoutBuilder::addWorkspaces() {
    for (int s = 0; problem_.workload.workspaceBytes > 0 && s < kStreams; ++s) {
        out_.persistent.push_back(
            buffer("workspace", problem_.workload.workspaceBytes, Category::Workspace));
        out_.layout.buffers.back().home = StreamId{s};
    }
}

RankLayout LayoutBuilder::build() {
    for (const GraphTensor& t : problem_.graph.tensors) {
        tensor(t.name, {}, 0, t.elements, t.dtype);
    }
    out_.buckets.resize(problem_.buckets.buckets.size());
    const auto forEachBucket = [&](auto&& add) {
        for (int i = 0; i < problem_.buckets.count(); ++i) {
            add(BucketId{i}, out_.buckets[static_cast<size_t>(i)]);
        }
    };
    addWrites();
    addGroups();
    forEachBucket([&](BucketId id, BucketLayout& b) { addPieces(id, b); });
    addFlatStates();
    forEachBucket([&](BucketId id, BucketLayout& b) { addWeights(id, b); });
    forEachBucket([&](BucketId id, BucketLayout& b) { addOptimizer(id, b); });
    forEachBucket([&](BucketId id, BucketLayout& b) {
        addGatheredParts(id, b);
        keepWeights(id, b);
    });
    addRing();
    forEachBucket([&](BucketId id, BucketLayout& b) { addGradients(id, b); });
    addUpdateCopies();
    forEachBucket([&](BucketId id, BucketLayout& b) { addSlices(id, b); });
    placeParameters();
    placeValues();
    addScalars();
    addWorkspaces();
    return std::move(out_);
}

RankLayout layOut(const Problem& problem, Rank rank) {
    return LayoutBuilder(problem, rank).build();
}

}  // namespace shardscope::core
