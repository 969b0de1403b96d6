#pragma once
// Sizes of a plan's buffers as functions of ranks, micro-batch and accumulation, so that a sweep plans
// each structure once. Read off a few planned layouts, and checked against one more.

#include <cstdint>
#include <optional>
#include <vector>

#include "core/capacity/configuration.h"
#include "core/plan/planner.h"

namespace shardscope::core {

struct SizeRule {
    enum class Kind : uint8_t {
        Whole,  ///< bytes an element x the bucket's padded elements
        Shard,  ///< that over N
        Affine  ///< a + b*N + c*micro-batch + d*G
    };
    Kind kind = Kind::Affine;
    int32_t bucket = -1;
    int64_t bytesPerElement = 0;
    int64_t constant = 0, perRank = 0, perSequence = 0, perMicroBatch = 0;
};

/// Elements of a bucket: as laid out for one rank, and without padding.
struct BucketElements {
    int64_t unpadded = 0;  ///< each parameter on 128 elements
    int64_t real = 0;

    /// E for @p ranks ranks: a multiple of 128*N (design, bucket rule 8).
    int64_t padded(int ranks) const;
};

struct SizeRules {
    std::vector<SizeRule> rules;  ///< by buffer
    std::vector<BucketElements> buckets;

    void bytesAt(const Configuration& at, std::vector<int64_t>& bytes) const;
};

/// Configurations that one structure serves: with one rank or more, with G = 1 or more.
struct SizePoint {
    int ranks = 1;
    int64_t microBatch = 1;
    int gradAccum = 1;
};
/// The point at which a structure is planned.
SizePoint basePoint(const Configuration& configuration);

/// @return nothing where sizes are not such functions, or where the structure cannot be planned at
/// the points that would show it (a shard group that does not divide them): such configurations are
/// planned point by point, which also names what is wrong with them.
std::optional<SizeRules> inferSizes(const Workload& base, const Configuration& like);

}  // namespace shardscope::core
