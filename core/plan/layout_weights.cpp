// Working weights, master weights, m and v.

#include <fmt/format.h>

#include "core/base/units.h"
#include "core/plan/layout_builder.h"

namespace shardscope::core {

namespace {

/// Views of pieces that lie one after another in a buffer of this rank's own.
class Packer {
  public:
    explicit Packer(int64_t first) : next_(first) {}
    int64_t take(const OwnedPiece& piece) {
        const int64_t offset = next_;
        next_ += roundUp(piece.range.end - piece.range.begin, kAlignment);
        return offset;
    }

  private:
    int64_t next_;
};

int64_t elementsOf(const OwnedPiece& piece) { return piece.range.end - piece.range.begin; }

}  // namespace

/// State is allocated in set-up, or by the update that first needs it; master weights are made of the
/// weights, so they are there from the start.
void LayoutBuilder::bear(BufferId state, BucketLayout& firstUpdated) {
    const bool late = problem_.strategy.stateBirth == StateBirth::FirstUpdate &&
                      out_.layout[state].category == Category::OptimizerState;
    (late ? firstUpdated.lateStates : out_.persistent).push_back(state);
}

/// One flat vector of all buckets, and one flat part of it with its optimizer state.
void LayoutBuilder::addFlatStates() {
    if (!axes_.flatWeights) return;
    const DType dtype = problem_.workload.dtype;
    const int64_t elements = problem_.buckets.elements();
    const int64_t part = elements / problem_.buckets.shardCount();
    const BufferId flat = buffer("weights", elements * bytesOf(dtype), Category::Weights);
    out_.allFlatWeights = tensor("weights", flat, 0, elements, dtype);
    out_.ownFlatWeights = tensor("own weights", flat, part * shard_.value, part, dtype);
    out_.persistent.push_back(flat);
    const auto state = [&](const char* name, Category category) {
        const BufferId made = buffer(name, part * 4, category);
        bear(made, out_.buckets.front());
        return made;
    };
    const bool adam = problem_.workload.optimizer.kind == OptimizerKind::AdamW;
    const BufferId master = problem_.workload.hasMasterWeights()
                                ? state("master weights", Category::MasterWeights)
                                : BufferId{};
    const BufferId momentum = state("m", Category::OptimizerState);
    const BufferId variance = adam ? state("v", Category::OptimizerState) : BufferId{};
    for (int i = 0; i < problem_.buckets.count(); ++i) {
        const BucketId id{i};
        for (OwnedPiece& piece : out_.buckets[id.index()].own) {
            const int64_t offset =
                ownership_.flatOffset(id) + piece.range.begin - part * shard_.value;
            const auto place = [&](const char* name, BufferId from) {
                if (!from.valid()) return TensorId{};
                return tensor(fmt::format("{} {}", name, labelOf(id)), from, offset,
                              elementsOf(piece), DType::Fp32);
            };
            piece.master = place("master weights", master);
            piece.momentum = place("m", momentum);
            piece.variance = place("v", variance);
        }
    }
}

void LayoutBuilder::addWeights(BucketId id, BucketLayout& b) {
    const std::string label = labelOf(id);
    const int64_t elements = problem_.buckets[id].elements;
    const DType dtype = problem_.workload.dtype;
    if (axes_.flatWeights) {
        b.allWeights = view("weights " + label, out_.allFlatWeights,
                            {ownership_.flatOffset(id), ownership_.flatOffset(id) + elements});
    } else if (axes_.gathersWeights) {
        addGatherBuffers(id, b);
        return;
    } else {
        b.weights = buffer("weights " + label, elements * bytesOf(dtype), Category::Weights, id);
        b.allWeights = tensor("weights " + label, b.weights, 0, elements, dtype);
        out_.persistent.push_back(b.weights);
    }
    for (OwnedPiece& piece : b.own) {
        piece.weights = view("own weights " + label, b.allWeights, piece.range);
    }
}

/// Between uses a rank has its own pieces only, one after another: in the working type, or as fp32
/// master weights alone.
void LayoutBuilder::addGatherBuffers(BucketId id, BucketLayout& b) {
    const std::string label = labelOf(id);
    const int64_t elements = problem_.buckets[id].elements;
    const DType dtype = problem_.workload.dtype;
    const DType kept = axes_.castsWorking ? DType::Fp32 : dtype;
    b.weights = buffer((axes_.castsWorking ? "master weights " : "weights ") + label,
                       packedElements(b.own) * bytesOf(kept),
                       axes_.castsWorking ? Category::MasterWeights : Category::Weights, id);
    out_.persistent.push_back(b.weights);
    b.gathered =
        buffer("gathered weights " + label, elements * bytesOf(dtype), Category::Weights, id);
    b.allWeights = tensor("weights " + label, b.gathered, 0, elements, dtype);
    Packer packer(0);
    for (OwnedPiece& piece : b.own) {
        piece.weights =
            tensor("own weights " + label, b.weights, packer.take(piece), elementsOf(piece), kept);
    }
}

/// What each all-gather completes: a bucket or a parameter, in place or from the kept shard.
void LayoutBuilder::addGatheredParts(BucketId id, BucketLayout& b) {
    const bool even = problem_.strategy.layout == ShardLayout::PerBucket ||
                      problem_.strategy.layout == ShardLayout::PerParameter;
    if (!even) return;
    const std::string label = labelOf(id);
    const Bucket& bucket = problem_.buckets[id];
    const int64_t part = problem_.buckets.shardElements(id);
    if (axes_.byRank) {
        const DType dtype = problem_.workload.dtype;
        b.packed = buffer("packed weights " + label, bucket.elements * bytesOf(dtype),
                          Category::Communication, id);
        const TensorId whole =
            tensor("packed weights " + label, b.packed, 0, bucket.elements, dtype);
        const Range ownRange{part * shard_.value, part * (shard_.value + 1)};
        const TensorId kept =
            tensor("own weights " + label, b.weights, 0, part, out_.layout[b.own[0].weights].dtype);
        const TensorId own = axes_.castsWorking ? view("own part " + label, whole, ownRange) : kept;
        if (axes_.castsWorking) b.castParts.emplace_back(kept, own);
        b.gatheredParts.push_back(
            {.whole = whole, .own = own, .realElements = bucket.realElements, .name = label});
        for (const Segment& segment : bucket.segments) {
            b.unpacking.push_back(packedParameter(id, segment, whole));
            b.unpacking.back().place = problem_.graph.weightOf(segment.parameter);
        }
        return;
    }
    for (size_t i = 0; i < b.own.size(); ++i) {
        const Range whole = wholeOf(id, i);
        const TensorId own = axes_.castsWorking
                                 ? view("own part " + label, b.allWeights, b.own[i].range)
                                 : b.own[i].weights;
        if (axes_.castsWorking) b.castParts.emplace_back(b.own[i].weights, own);
        b.gatheredParts.push_back(
            {.whole = whole == Range{0, bucket.elements}
                          ? b.allWeights
                          : view("weights " + partName(id, whole), b.allWeights, whole),
             .own = own,
             .realElements = realElementsIn(bucket, whole),
             .name = partName(id, whole)});
    }
}

void LayoutBuilder::addOptimizer(BucketId id, BucketLayout& b) {
    const int64_t elements = packedElements(b.own);
    if (axes_.flatWeights || elements == 0) return;
    const std::string label = labelOf(id);
    const auto state = [&](const char* name, Category category, TensorId OwnedPiece::*place) {
        const std::string text = fmt::format("{} {}", name, label);
        const BufferId from = buffer(text, elements * 4, category, id);
        bear(from, b);
        Packer packer(0);
        for (OwnedPiece& piece : b.own) {
            piece.*place = tensor(text, from, packer.take(piece), elementsOf(piece), DType::Fp32);
        }
    };
    if (problem_.workload.hasMasterWeights() && !axes_.castsWorking) {
        state("master weights", Category::MasterWeights, &OwnedPiece::master);
    }
    state("m", Category::OptimizerState, &OwnedPiece::momentum);
    if (problem_.workload.optimizer.kind == OptimizerKind::AdamW) {
        state("v", Category::OptimizerState, &OwnedPiece::variance);
    }
}

void LayoutBuilder::keepWeights(BucketId id, const BucketLayout& b) {
    if (!axes_.gathersWeights) {
        out_.keptWeights.push_back(
            {.tensor = b.allWeights, .bucket = id, .range = {0, problem_.buckets[id].elements}});
        return;
    }
    for (const OwnedPiece& piece : b.own) {
        out_.keptWeights.push_back({.tensor = piece.weights, .bucket = id, .range = piece.range});
    }
}

}  // namespace shardscope::core
