#pragma once
// Which rank updates which elements of which bucket. Pure values; any thread.

#include <cstdint>
#include <vector>

#include "core/shard/bucket_map.h"

namespace shardscope::core {

/// How the optimizer's work is divided.
/// - None: every rank has all of it.
/// - PerBucket: each bucket is split evenly (Megatron-LM, the paper's stage 2).
/// - PerParameter: each parameter is split evenly (llm.c, FSDP2).
/// - Contiguous: one even range of the whole flat vector (DeepSpeed); a bucket's owners are few.
/// - WholeParameter: whole parameters, largest first to who has least (PyTorch's
///   ZeroRedundancyOptimizer).
enum class ShardLayout : uint8_t { None, PerBucket, PerParameter, Contiguous, WholeParameter };

/// A range of one bucket with its owner, a shard's index in [0, shards).
struct OwnedSlice {
    Rank owner;
    Range range;

    bool operator==(const OwnedSlice&) const = default;
};

/// @p range of @p bucket with the parameters that cross its ends whole: what DeepSpeed keeps of a
/// reduced gradient.
Range withWholeParameters(const Bucket& bucket, const Range& range);

class Ownership {
  public:
    /// Borrows @p map. PerParameter needs parameters padded to kAlignment times the shards.
    Ownership(const BucketMap& map, ShardLayout layout);

    /// The ranges of a bucket that @p shard owns, by offset; often one, and none is possible.
    std::vector<Range> rangesOf(BucketId bucket, Rank shard) const;
    /// A bucket from its first owned element to its last, by offset. Not for None.
    std::vector<OwnedSlice> slicesOf(BucketId bucket) const;
    /// Elements before the bucket in the flat vector, which has the buckets in registration order:
    /// the last one first.
    int64_t flatOffset(BucketId bucket) const { return flatOffset_[bucket.index()]; }

  private:
    std::vector<Range> contiguousRanges(BucketId bucket, Rank shard) const;
    void assignWholeParameters();

    const BucketMap& map_;
    ShardLayout layout_;
    std::vector<int64_t> flatOffset_;
    std::vector<std::vector<Rank>> ownerOfSegment_;  ///< WholeParameter: [bucket][segment]
};

}  // namespace shardscope::core
