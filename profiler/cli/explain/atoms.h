#pragma once
// A bucket cut into ranges that every tensor of a plan is made of: at parameters, padding and shards.

#include <cstdint>
#include <vector>

#include "core/shard/bucket_map.h"

namespace shardscope::explain {

struct AtomSpan {  ///< half-open, indices of atoms
    size_t first = 0, last = 0;
    size_t count() const { return last - first; }
};

class Atoms {
  public:
    Atoms(const core::BucketMap& map, core::BucketId bucket);

    size_t count() const { return cuts_.size() - 1; }
    /// Atoms of elements [begin, end) of the bucket, which start and end at cuts.
    AtomSpan within(int64_t begin, int64_t end) const;
    AtomSpan ofShard(core::Rank owner) const;
    /// Those of a shard that hold parameters, not padding.
    std::vector<size_t> realOfShard(core::Rank owner) const;
    int64_t bucketElements() const { return cuts_.back(); }
    int64_t shardElements() const { return shard_; }

  private:
    std::vector<int64_t> cuts_;
    std::vector<bool> real_;  ///< by atom
    int64_t shard_ = 0;
};

}  // namespace shardscope::explain
