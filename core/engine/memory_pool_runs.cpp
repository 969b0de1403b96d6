#include "core/engine/memory_pool_runs.h"

namespace shardscope::core {

std::optional<int64_t> lowestRun(const Extents& free, const Extents& unmapped, int64_t bytes) {
    auto a = free.all().begin();
    auto b = unmapped.all().begin();
    const auto aEnd = free.all().end(), bEnd = unmapped.all().end();
    Extent run{-1, 0};
    while (a != aEnd || b != bEnd) {
        const bool isFree = b == bEnd || (a != aEnd && a->offset < b->offset);
        const Extent next = isFree ? *a++ : *b++;
        if (run.bytes > 0 && run.end() == next.offset) {
            run.bytes += next.bytes;
        } else {
            run = next;
        }
        if (run.bytes >= bytes) return run.offset;
    }
    return std::nullopt;
}

}  // namespace shardscope::core
