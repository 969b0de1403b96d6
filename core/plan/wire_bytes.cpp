#include "core/plan/wire_bytes.h"

namespace shardscope::core {

int64_t wireBytesOf(CollectiveKind kind, int64_t payload, int64_t ranks) {
    switch (kind) {
        case CollectiveKind::AllReduce:
            return 2 * (ranks - 1) * payload / ranks;
        case CollectiveKind::ReduceScatter:
        case CollectiveKind::AllGather:
            return (ranks - 1) * payload / ranks;
        case CollectiveKind::Reduce:
        case CollectiveKind::Broadcast:
            return payload;
    }
    broken("unknown CollectiveKind");
}

}  // namespace shardscope::core
