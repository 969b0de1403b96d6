#include "core/engine/memory_pool_extents.h"

#include <algorithm>
#include <iterator>

#include "core/base/result.h"

namespace shardscope::core {

void Extents::add(const Extent& extent) {
    const auto next = std::ranges::lower_bound(extents_, extent.offset, {}, &Extent::offset);
    const bool hasLeft = next != extents_.begin(), hasRight = next != extents_.end();
    if ((hasLeft && std::prev(next)->end() > extent.offset) ||
        (hasRight && next->offset < extent.end())) {
        broken("pool: bytes are mapped that are mapped already");
    }
    const bool right = hasRight && next->offset == extent.end();
    if (hasLeft && std::prev(next)->end() == extent.offset) {
        std::prev(next)->bytes += extent.bytes + (right ? next->bytes : 0);
        if (right) extents_.erase(next);
    } else if (right) {
        *next = {extent.offset, extent.bytes + next->bytes};
    } else {
        extents_.insert(next, extent);
    }
}

void Extents::remove(const Extent& extent) {
    const auto next = std::ranges::upper_bound(extents_, extent.offset, {}, &Extent::offset);
    if (next == extents_.begin() || std::prev(next)->end() < extent.end()) {
        broken("pool: bytes are unmapped that are not mapped");
    }
    const auto found = std::prev(next);
    const Extent left{found->offset, extent.offset - found->offset};
    const Extent right{extent.end(), found->end() - extent.end()};
    const auto at = extents_.erase(found);
    const auto behind = right.bytes > 0 ? extents_.insert(at, right) : at;
    if (left.bytes > 0) extents_.insert(behind, left);
}

}  // namespace shardscope::core
