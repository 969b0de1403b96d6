#include "profiler/cli/explain/rank_memory.h"

namespace shardscope::explain {

using core::BufferId;
using core::BufferSpec;
using core::TensorId;
using core::TensorSpec;

RankMemory::RankMemory(const core::Layout& layout, const std::vector<Atoms>& atoms, core::Rank rank)
    : layout_(layout),
      atoms_(atoms),
      rank_(rank),
      dtypes_(layout.buffers.size(), core::DType::Fp32),
      buffers_(layout.buffers.size()) {
    for (const TensorSpec& tensor : layout.tensors) {
        if (tensor.buffer.valid()) dtypes_[tensor.buffer.index()] = tensor.dtype;
    }
}

AtomSpan RankMemory::roomOf(BufferId buffer) const {
    const BufferSpec& spec = layout_[buffer];
    const Atoms& atoms = atoms_[spec.bucket.index()];
    const int64_t elements = spec.bytes / bytesOf(dtypes_[buffer.index()]);
    if (elements == atoms.bucketElements()) return {.first = 0, .last = atoms.count()};
    return atoms.ofShard(rank_);
}

void RankMemory::allocate(BufferId buffer) {
    if (!layout_[buffer].bucket.valid()) return;
    buffers_[buffer.index()].assign(roomOf(buffer).count(), {});
}

void RankMemory::free(BufferId buffer) { buffers_[buffer.index()].clear(); }

std::optional<Place> RankMemory::placeOf(TensorId tensor) const {
    const TensorSpec& spec = layout_[tensor];
    if (!spec.buffer.valid() || !layout_[spec.buffer].bucket.valid()) return std::nullopt;
    const core::BucketId bucket = layout_[spec.buffer].bucket;
    const Atoms& atoms = atoms_[bucket.index()];
    const bool whole = roomOf(spec.buffer).count() == atoms.count();
    const int64_t first = (whole ? 0 : atoms.shardElements() * rank_.value) + spec.offset;
    return Place{.buffer = spec.buffer,
                 .bucket = bucket,
                 .atoms = atoms.within(first, first + spec.elements)};
}

Content RankMemory::at(BufferId buffer, size_t atom) const {
    const AtomSpan room = roomOf(buffer);
    if (!live(buffer) || atom < room.first || atom >= room.last) return {};
    return buffers_[buffer.index()][atom - room.first];
}

void RankMemory::put(BufferId buffer, size_t atom, Content content) {
    const AtomSpan room = roomOf(buffer);
    if (!live(buffer) || atom < room.first || atom >= room.last) return;
    buffers_[buffer.index()][atom - room.first] = std::move(content);
}

}  // namespace shardscope::explain
