#include "core/sim/cost/fixed_memory.h"

namespace shardscope::core {

namespace {

int64_t mib(double value) { return static_cast<int64_t>(value * 1048576.0); }

}  // namespace

DeviceMemory deviceMemory(const Hardware& hardware, int64_t reservedBytes, int communicators) {
    const FixedMemory& m = hardware.memory;
    const double communicator =
        m.ncclBaseMiB + hardware.nccl.channels * m.ncclConnections * m.ncclConnectionMiB;
    return {.reserved = reservedBytes,
            .slack = static_cast<int64_t>(static_cast<double>(reservedBytes) * m.slack),
            .context = mib(m.contextMiB),
            .nccl = mib(communicator * communicators),
            .library = mib(m.libraryMiB)};
}

}  // namespace shardscope::core
