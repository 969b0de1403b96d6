#include "core/engine/memory_pool.h"

#include <fmt/format.h>

#include <algorithm>
#include <cstddef>
#include <map>
#include <utility>

#include "core/engine/memory_pool_segments.h"

namespace shardscope::core {

std::string_view nameOf(PoolPolicy policy) {
    return policy == PoolPolicy::Classic ? "classic" : "expandable";
}

Result<PoolPolicy> parsePoolPolicy(std::string_view text, std::string_view where) {
    for (const PoolPolicy policy : {PoolPolicy::Classic, PoolPolicy::Expandable}) {
        if (text == nameOf(policy)) return policy;
    }
    return invalidInput(std::string(where),
                        fmt::format("found \"{}\"; allowed: classic, expandable", text));
}

bool Ledger::admits(int64_t bytes) {
    const int64_t wanted = reserved_ + bytes;
    if (limit_ == 0 || wanted <= limit_) return true;
    refusedBySource_ = false;
    leastRefused_ = leastRefused_ == 0 ? wanted : std::min(leastRefused_, wanted);
    return false;
}

bool Ledger::map(int32_t ordinal, const Extent& extent, int64_t reserve) {
    if (!source_.map(ordinal, extent.offset, extent.bytes, reserve)) {
        refusedBySource_ = true;
        return false;
    }
    reserved_ += extent.bytes;
    return true;
}

void Ledger::unmap(int32_t ordinal, const Extent& extent) {
    source_.unmap(ordinal, extent.offset, extent.bytes);
    reserved_ -= extent.bytes;
}

struct MemoryPool::Impl {
    Impl(PoolPolicy policy, int64_t limit, SegmentSource& memory)
        : source(memory),
          ledger(limit, memory),
          segments(policy == PoolPolicy::Classic ? makeClassicSegments(ledger)
                                                 : makeExpandableSegments(ledger)) {}

    struct Live {
        int64_t bytes = 0;
        int64_t requested = 0;
        BlockNumber number = kNoBlock;
    };

    SegmentSource& source;
    Ledger ledger;
    std::unique_ptr<PoolSegments> segments;
    std::map<std::pair<int32_t, int64_t>, Live> live;  // by (segment ordinal, offset)
    PoolTotals totals;
};

MemoryPool::MemoryPool(PoolPolicy policy, int64_t limit, SegmentSource& source)
    : impl_(std::make_unique<Impl>(policy, limit, source)) {}
MemoryPool::~MemoryPool() = default;
MemoryPool::MemoryPool(MemoryPool&&) noexcept = default;
MemoryPool& MemoryPool::operator=(MemoryPool&&) noexcept = default;

std::optional<Block> MemoryPool::allocate(int64_t bytes, StreamId home) {
    if (bytes <= 0) broken(fmt::format("pool: asked for {} bytes", bytes));
    const int64_t rounded = roundUp(bytes, kBlockUnit);
    const BlockNumber number = impl_->segments->allocate(rounded, {home, classOf(rounded)});
    if (number == kNoBlock) return std::nullopt;
    const Block block = impl_->segments->blockOf(number);
    impl_->live[{block.segment, block.offset}] = {block.bytes, bytes, number};
    impl_->totals.requested += bytes;
    impl_->totals.allocated += block.bytes;
    impl_->totals.reserved = impl_->ledger.reserved();
    return block;
}

void MemoryPool::free(const Block& block) {
    const auto found = impl_->live.find({block.segment, block.offset});
    if (found == impl_->live.end() || found->second.bytes != block.bytes) {
        broken(fmt::format("pool: freed what is not live: segment {}, offset {}, {} bytes",
                           block.segment, block.offset, block.bytes));
    }
    impl_->segments->free(found->second.number);
    impl_->totals.requested -= found->second.requested;
    impl_->totals.allocated -= block.bytes;
    impl_->live.erase(found);
}

void MemoryPool::releaseFree() {
    impl_->segments->releaseFree();
    impl_->totals.reserved = impl_->ledger.reserved();
}

const PoolTotals& MemoryPool::totals() const { return impl_->totals; }

void* MemoryPool::addressOf(const Block& block) const {
    auto* base = static_cast<std::byte*>(impl_->source.addressOf(block.segment));
    return base ? base + block.offset : nullptr;
}

bool MemoryPool::refusedBySource() const { return impl_->ledger.refusedBySource(); }
int64_t MemoryPool::leastRefusedBytes() const { return impl_->ledger.leastRefused(); }

std::optional<Block> allocateOrRelease(MemoryPool& pool, int64_t bytes, StreamId home,
                                       const std::function<void()>& synchronize) {
    std::optional<Block> block = pool.allocate(bytes, home);
    if (block) return block;
    if (synchronize) synchronize();
    pool.releaseFree();
    return pool.allocate(bytes, home);
}

}  // namespace shardscope::core
