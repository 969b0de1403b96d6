// Gradients: where backward writes them, the full-size bucket, what is sent, and what is kept of it.

#include <fmt/format.h>

#include <algorithm>

#include "core/base/units.h"
#include "core/plan/layout_builder.h"

namespace shardscope::core {

namespace {

bool isWhole(const Bucket& bucket, const Range& range) {
    return range == Range{0, bucket.elements};
}

}  // namespace

void LayoutBuilder::addWrites() {
    const Graph& graph = problem_.graph;
    out_.writes.resize(graph.parameters.size());
    for (size_t node = 0; node < graph.backward.size(); ++node) {
        for (TensorId id : operandsOf(graph.backward[node].operation, 0).writes) {
            const GraphTensor& tensor = graph.tensors[id.index()];
            if (tensor.role != TensorRole::Gradient) continue;
            GradientWrites& writes = out_.writes[tensor.parameter.index()];
            if (writes.first < 0) writes.first = static_cast<int>(node);
            writes.last = static_cast<int>(node);
        }
    }
}

/// Contiguous bucket buffers of the bucket size, and which bucket takes which. A bucket that is larger
/// (one parameter alone) is reduced where backward wrote it.
void LayoutBuilder::addRing() {
    if (!axes_.ring) return;
    const int64_t bytes = bytesOf(problem_.workload.accumulateDtype);
    const int64_t limit =
        problem_.strategy.bucket.inElements(bytes).limit(0, problem_.buckets.ranks);
    const int slots = problem_.strategy.overlap ? 2 : 1;
    int64_t elements = limit;
    int next = 0;
    for (int i = 0; i < problem_.buckets.count(); ++i) {
        const Bucket& bucket = problem_.buckets[BucketId{i}];
        BucketLayout& b = out_.buckets[static_cast<size_t>(i)];
        b.direct = limit > 0 && bucket.realElements > limit;
        if (b.direct) continue;
        b.ringSlot = next++ % slots;
        elements = std::max(elements, bucket.elements);
    }
    for (int slot = 0; slot < std::min(slots, next); ++slot) {
        out_.ring.push_back(buffer(fmt::format("contiguous bucket {}", slot),
                                   elements * bytesOf(axes_.fullGradient), Category::Buckets));
    }
}

void LayoutBuilder::addFullGradient(BucketId id, BucketLayout& b) {
    const std::string label = labelOf(id);
    const int64_t elements = problem_.buckets[id].elements;
    const bool inRing = b.ringSlot >= 0;
    if (!inRing) {
        const bool isCopy = copies(b) && !axes_.sumsInBuckets;
        b.gradients = buffer((isCopy ? "bucket " : "gradients ") + label,
                             elements * bytesOf(axes_.fullGradient),
                             isCopy ? Category::Buckets : Category::Gradients, id);
        if (axes_.persistent) out_.persistent.push_back(b.gradients);
    }
    const BufferId from = inRing ? out_.ring[static_cast<size_t>(b.ringSlot)] : b.gradients;
    b.fullGradient = tensor("gradient " + label, from, 0, elements, axes_.fullGradient);
}

void LayoutBuilder::addGradientViews(BucketId id, BucketLayout& b) {
    const std::string label = labelOf(id);
    const Bucket& bucket = problem_.buckets[id];
    const int64_t part = bucket.elements / problem_.buckets.ranks;
    for (int r = 0; !axes_.sharded && r < problem_.buckets.ranks; ++r) {
        b.rankSlices.push_back(view(fmt::format("slice {} of gradient {}", r, label),
                                    b.fullGradient, {part * r, part * (r + 1)}));
    }
    if (axes_.byRank) {
        b.padding.push_back(b.fullGradient);  // between parts too
        return;
    }
    for (const Range& range : paddingRanges(bucket)) {
        b.padding.push_back(view("padding of gradient " + label, b.fullGradient, range));
    }
    addDead(id, b);
}

void LayoutBuilder::addDead(BucketId id, BucketLayout& b) {
    int64_t at = 0;
    const auto add = [&](int64_t end) {
        if (at < end)
            b.dead.push_back(view("others' gradient " + labelOf(id), b.fullGradient, {at, end}));
    };
    for (const OwnedPiece& piece : b.own) {
        add(piece.range.begin);
        at = piece.range.end;
    }
    add(problem_.buckets[id].elements);
}

void LayoutBuilder::addParameterGradients(BucketId id, BucketLayout& b) {
    if (!copies(b)) return;
    for (const Segment& segment : problem_.buckets[id].segments) {
        if (out_.writes[segment.parameter.index()].first < 0) continue;  // zeros, in the bucket
        const std::string name =
            "gradient " + problem_.graph.parameters[segment.parameter.index()].name;
        ParameterGradient gradient{.parameter = segment.parameter,
                                   .range = {segment.offset, segment.offset + segment.elements}};
        gradient.buffer = buffer(name, segment.elements * bytesOf(axes_.parameterGradient),
                                 Category::Gradients, id);
        gradient.own = tensor(name, gradient.buffer, 0, segment.elements, axes_.parameterGradient);
        if (axes_.byRank) {
            gradient.packed = packedParameter(id, segment, b.fullGradient);
        } else {
            gradient.inBucket = view(name + " in bucket", b.fullGradient, gradient.range);
        }
        b.parameterGradients.push_back(std::move(gradient));
    }
}

/// Only the communication stream touches it. With overlap it is that stream's own: the next one takes its
/// place there with nobody waiting. Without, the compute stream waits for each collective anyway.
void LayoutBuilder::addStaging(BucketId id, BucketLayout& b) {
    const DType dtype = problem_.workload.reduceDtype;
    const bool flattens = axes_.flattens && problem_.buckets[id].segments.size() > 1;
    if (dtype == axes_.fullGradient && !flattens) return;
    const int64_t elements = problem_.buckets[id].elements;
    b.staging = buffer("staging " + labelOf(id), elements * bytesOf(dtype), Category::Buckets, id);
    if (problem_.strategy.overlap) out_.layout.buffers[b.staging.index()].home = kCommunication;
    b.wholeStaging = tensor("staging " + labelOf(id), b.staging, 0, elements, dtype);
}

/// A contiguous layout's shard keeps a parameter that crosses its boundary whole, as DeepSpeed does;
/// other shards are the owned pieces, one after another.
Range LayoutBuilder::shardRange(BucketId id, const BucketLayout& b) const {
    if (b.own.empty()) return {};
    if (!axes_.flatWeights) return {0, packedElements(b.own)};
    return withWholeParameters(problem_.buckets[id],
                               {b.own.front().range.begin, b.own.back().range.end});
}

TensorId LayoutBuilder::inShard(const std::string& name, BufferId buffer, DType dtype,
                                const BucketLayout& b, BucketId id, size_t piece) {
    const Range& range = b.own[piece].range;
    int64_t offset = range.begin - shardRange(id, b).begin;
    if (!axes_.flatWeights) {
        const auto end = b.own.begin() + static_cast<std::ptrdiff_t>(piece);
        offset = packedElements({b.own.begin(), end});
    }
    return tensor(name, buffer, offset, range.end - range.begin, dtype);
}

/// FSDP2 allocates what a reduce-scatter writes on that stream (torch's _fsdp_collectives.py,
/// foreach_reduce), so what backward frees cannot hold it.
void LayoutBuilder::homeOfReduced(BufferId buffer) {
    if (axes_.byRank) out_.layout.buffers[buffer.index()].home = kCommunication;
}

void LayoutBuilder::addShard(BucketId id, BucketLayout& b) {
    if (!axes_.hasShards || b.own.empty()) return;
    const DType dtype = problem_.workload.accumulateDtype;
    const Range range = shardRange(id, b);
    const std::string name = "gradient shard " + labelOf(id);
    b.shard =
        buffer(name, (range.end - range.begin) * bytesOf(dtype), Category::GradientShards, id);
    homeOfReduced(b.shard);
    for (size_t i = 0; i < b.own.size(); ++i) {
        b.own[i].reduced = inShard(name, b.shard, dtype, b, id, i);
    }
}

void LayoutBuilder::addIncoming(BucketId id, BucketLayout& b) {
    if (!b.shard.valid()) return;
    const DType kept = problem_.workload.accumulateDtype;
    const bool scatters =
        problem_.strategy.collective == GradientCollective::ReduceScatter && !b.staging.valid();
    const bool later = axes_.everyMicroBatch && problem_.workload.gradAccum > 1;
    b.convertsIncoming = scatters && axes_.fullGradient != kept;
    const bool wanted = b.convertsIncoming || (later && (scatters || axes_.sumsAfterBackward));
    if (!wanted) return;
    const DType dtype = scatters ? axes_.fullGradient : kept;
    const Range range = shardRange(id, b);
    const std::string name = "incoming shard " + labelOf(id);
    b.incoming =
        buffer(name, (range.end - range.begin) * bytesOf(dtype), Category::GradientShards, id);
    homeOfReduced(b.incoming);
    if (axes_.byRank) {
        b.reducedParts[0].incoming = tensor(name, b.incoming, 0, range.end - range.begin, dtype);
        return;
    }
    for (size_t i = 0; i < b.own.size(); ++i) {
        b.reducedParts[i].incoming = inShard(name, b.incoming, dtype, b, id, i);
    }
}

void LayoutBuilder::addReducedParts(BucketId id, BucketLayout& b) {
    const Bucket& bucket = problem_.buckets[id];
    const std::string label = labelOf(id);
    if (axes_.byRank) {
        const int64_t part = problem_.buckets.shardElements(id);
        const Range own{part * shard_.value, part * (shard_.value + 1)};
        b.reducedParts.push_back(
            {.wholeFull = b.fullGradient,
             .inFull = view("own part of gradient " + label, b.fullGradient, own),
             .reduced = tensor("gradient shard " + label, b.shard, 0, part,
                               problem_.workload.accumulateDtype),
             .realElements = bucket.realElements,
             .name = label});
        return;
    }
    const bool even = problem_.strategy.collective == GradientCollective::ReduceScatter;
    for (size_t i = 0; i < b.own.size(); ++i) {
        const Range& own = b.own[i].range;
        const Range whole = even ? wholeOf(id, i) : own;
        const auto part = [&](const char* what, TensorId from, const Range& range) {
            if (!from.valid() || isWhole(bucket, range)) return from;
            return view(what + label, from, range);
        };
        b.reducedParts.push_back({.wholeFull = part("gradient ", b.fullGradient, whole),
                                  .wholeStaging = part("staging ", b.wholeStaging, whole),
                                  .inFull = part("own slice of gradient ", b.fullGradient, own),
                                  .inStaging = part("own slice of staging ", b.wholeStaging, own),
                                  .realElements = realElementsIn(bucket, whole),
                                  .name = even ? partName(id, whole) : label});
        if (!b.shard.valid()) b.own[i].reduced = b.reducedParts[i].inFull;
        b.reducedParts[i].reduced = b.own[i].reduced;
    }
}

void LayoutBuilder::addGradients(BucketId id, BucketLayout& b) {
    addFullGradient(id, b);
    addGradientViews(id, b);
    addParameterGradients(id, b);
    addStaging(id, b);
    addShard(id, b);
    addReducedParts(id, b);
    addIncoming(id, b);
    for (OwnedPiece& piece : b.own) {
        piece.update = piece.reduced;
        for (const ParameterGradient& gradient : b.parameterGradients) {
            if (axes_.kept && gradient.range == piece.range) piece.update = gradient.own;
        }
    }
}

/// What DeepSpeed and Megatron-LM make for the step: the shard flattened, then in fp32.
void LayoutBuilder::addUpdateCopies() {
    if (problem_.strategy.updateGradient != UpdateGradient::Fp32Copy) return;
    int64_t elements = 0;
    for (const BucketLayout& b : out_.buckets) elements += packedElements(b.own);
    const auto add = [&](const char* name, DType dtype, TensorId OwnedPiece::*place) {
        const BufferId from = buffer(name, elements * bytesOf(dtype), Category::GradientShards);
        int64_t offset = 0;
        for (BucketLayout& b : out_.buckets) {
            for (OwnedPiece& piece : b.own) {
                const int64_t count = piece.range.end - piece.range.begin;
                piece.*place = tensor(name, from, offset, count, dtype);
                piece.update = piece.*place;
                offset += roundUp(count, kAlignment);
            }
        }
        return from;
    };
    const DType dtype = axes_.hasShards ? problem_.workload.accumulateDtype : axes_.fullGradient;
    if (elements == 0) return;
    if (axes_.flatWeights && axes_.hasShards) {
        out_.flat = add("flat gradient", dtype, &OwnedPiece::flat);
    }
    if (dtype != DType::Fp32) out_.fp32 = add("fp32 gradient", DType::Fp32, &OwnedPiece::fp32);
}

}  // namespace shardscope::core
