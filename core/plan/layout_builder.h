#pragma once
// Adds buffers and tensors to one rank's layout, bucket by bucket. Internal to plan/.

#include <string>

#include "core/plan/layout.h"

namespace shardscope::core {

class LayoutBuilder {
  public:
    LayoutBuilder(const Problem& problem, Rank rank);

    RankLayout build();

  private:
    BufferId buffer(std::string name, int64_t bytes, Category category, BucketId bucket = {});
    TensorId tensor(std::string name, BufferId buffer, int64_t offset, int64_t elements,
                    DType dtype);
    /// A view of @p range of the tensor @p whole, which starts at element 0 of a bucket.
    TensorId view(const std::string& name, TensorId whole, const Range& range);
    std::string labelOf(BucketId id) const { return problem_.buckets.labelOf(id); }

    // layout.cpp
    void addWrites();
    void addGroups();
    void addPieces(BucketId id, BucketLayout& b);
    void addSlices(BucketId id, BucketLayout& b);
    void addFlatStates();
    void placeParameters();
    void placeValues();
    void addScalars();
    void addWorkspaces();

    // layout_weights.cpp
    void addWeights(BucketId id, BucketLayout& b);
    void addGatherBuffers(BucketId id, BucketLayout& b);
    void addGatheredParts(BucketId id, BucketLayout& b);
    void addOptimizer(BucketId id, BucketLayout& b);
    void bear(BufferId state, BucketLayout& firstUpdated);
    void keepWeights(BucketId id, const BucketLayout& b);

    // layout_gradients.cpp
    void addRing();
    void addGradients(BucketId id, BucketLayout& b);
    void addFullGradient(BucketId id, BucketLayout& b);
    void addGradientViews(BucketId id, BucketLayout& b);
    void addDead(BucketId id, BucketLayout& b);
    void addParameterGradients(BucketId id, BucketLayout& b);
    void addReducedParts(BucketId id, BucketLayout& b);
    void addIncoming(BucketId id, BucketLayout& b);
    TensorId inShard(const std::string& name, BufferId buffer, DType dtype, const BucketLayout& b,
                     BucketId id, size_t piece);
    bool copies(const BucketLayout& b) const { return axes_.parameterStorage && !b.direct; }
    void addStaging(BucketId id, BucketLayout& b);
    void homeOfReduced(BufferId buffer);
    void addShard(BucketId id, BucketLayout& b);
    Range shardRange(BucketId id, const BucketLayout& b) const;
    Range wholeOf(BucketId id, size_t piece) const;
    PackedParameter packedParameter(BucketId id, const Segment& segment, TensorId whole);
    std::string partName(BucketId id, const Range& whole) const;
    void addUpdateCopies();

    const Problem& problem_;
    Rank rank_;
    Rank shard_;  ///< index among the owners
    Axes axes_;
    Ownership ownership_;
    RankLayout out_;
};

/// Elements of @p ranges, each rounded up to kAlignment: how pieces are packed one after another.
int64_t packedElements(const std::vector<OwnedPiece>& pieces);

}  // namespace shardscope::core
