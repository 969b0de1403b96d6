#pragma once
// What one rank holds of every bucket: contents of its live buffers, atom by atom.

#include <optional>
#include <vector>

#include "core/plan/planner.h"
#include "profiler/cli/explain/atoms.h"
#include "profiler/cli/explain/content.h"

namespace shardscope::explain {

/// A tensor's place: atoms of its bucket, counted from the bucket's start, in a buffer.
struct Place {
    core::BufferId buffer;
    core::BucketId bucket;
    AtomSpan atoms;
};

class RankMemory {
  public:
    /// Borrows both, and @p atoms (one a bucket).
    RankMemory(const core::Layout& layout, const std::vector<Atoms>& atoms, core::Rank rank);

    void allocate(core::BufferId buffer);
    void free(core::BufferId buffer);
    bool live(core::BufferId buffer) const { return !buffers_[buffer.index()].empty(); }
    /// Atoms of its bucket that a buffer has room for; it has a bucket.
    AtomSpan roomOf(core::BufferId buffer) const;

    /// Nothing for tensors that belong to no bucket (activations, scalars).
    std::optional<Place> placeOf(core::TensorId tensor) const;
    /// Content of one of the bucket's atoms; Nothing where the buffer is not live.
    Content at(core::BufferId buffer, size_t atom) const;
    /// Ignored where the buffer is not live: a broken plan shows as something missing.
    void put(core::BufferId buffer, size_t atom, Content content);

  private:
    const core::Layout& layout_;
    const std::vector<Atoms>& atoms_;
    core::Rank rank_;
    std::vector<core::DType> dtypes_;            ///< by buffer
    std::vector<std::vector<Content>> buffers_;  ///< empty = not live or of no bucket
};

}  // namespace shardscope::explain
