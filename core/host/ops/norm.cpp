#include "core/host/ops/norm.h"

#include <algorithm>
#include <cmath>
#include <utility>

#include "core/host/ops/chunks.h"
#include "core/host/ops/convert.h"
#include "core/host/ops/rows.h"
#include "core/shard/bucket_map.h"

namespace shardscope::core::ops {

namespace {

/// Adds terms in order, 128 to a group, 128 groups to a section, and the sections: a sum that many
/// processors can share, whose bits depend on the number of terms alone.
class GroupedSum {
  public:
    void add(float term) {
        group_ += term;
        if (++terms_ % kGroup == 0) endGroup();
        if (terms_ % (kGroup * kGroup) == 0) endSection();
    }
    float total() {
        endGroup();
        endSection();
        return total_;
    }

  private:
    static constexpr int64_t kGroup = 128;

    void endGroup() { section_ += std::exchange(group_, 0.0f); }
    void endSection() { total_ += std::exchange(section_, 0.0f); }

    int64_t terms_ = 0;
    float group_ = 0.0f, section_ = 0.0f, total_ = 0.0f;
};

}  // namespace

void execute(const SquaredNorm& o, const Call& call) {
    static_assert(kChunkElements % kAlignment == 0, "chunks must be whole blocks of the tree");
    const Operand tensor = call.operand(o.tensor);
    GroupedSum sum;
    forEachChunk(o.elements, [&](int64_t first, int64_t count) {
        Chunk staging;
        const float* values = readFloats(tensor, first, count, staging);
        for (int64_t block = 0; block < count; block += kAlignment) {
            sum.add(dotRows(values + block, values + block, std::min(kAlignment, count - block)));
        }
    });
    call.floats(o.partials)[o.slot] = sum.total();
}

void execute(const SumPartials& o, const Call& call) {
    const float* partials = call.floats(o.partials);
    float* rankSums = call.floats(o.rankSums);
    for (int64_t rank = 0; rank < o.rankSlots; ++rank) {
        float sum = 0.0f;
        for (int64_t bucket = 0; bucket < o.buckets; ++bucket) {
            sum += partials[rank * o.buckets + bucket];
        }
        rankSums[rank] = sum;
    }
}

void execute(const ClipFactor& o, const Call& call) {
    const float* rankSums = call.floats(o.rankSums);
    float* scalars = call.floats(o.scalars);
    float sum = 0.0f;
    for (int64_t rank = 0; rank < o.rankSlots; ++rank) sum += rankSums[rank];
    const double lossScale = call.bound.scalars.lossScale;
    const double norm = std::sqrt(static_cast<double>(sum)) / lossScale;
    const double clipped = o.clip > 0.0 ? std::min(1.0, o.clip / (norm + 1e-6)) : 1.0;
    scalars[0] = static_cast<float>(norm);
    scalars[1] = static_cast<float>(clipped / lossScale);
    scalars[2] = std::isfinite(sum) ? 0.0f : 1.0f;
}

}  // namespace shardscope::core::ops
