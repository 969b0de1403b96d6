#include "gpu/communicators/nccl_calls.h"

#include <chrono>
#include <thread>

namespace shardscope::gpu {

namespace {

ncclDataType_t typeOf(core::DType dtype) {
    switch (dtype) {
        case core::DType::Fp32:
            return ncclFloat32;
        case core::DType::Bf16:
            return ncclBfloat16;
        case core::DType::Fp16:
            return ncclFloat16;
        case core::DType::Int32:
            return ncclInt32;
    }
    core::broken("unknown dtype");
}

ncclResult_t startOne(const NcclApi& api, ncclComm_t comm, int ranks, const core::CollectiveCall& c,
                      cudaStream_t stream) {
    const ncclDataType_t type = typeOf(c.dtype);
    const auto whole = static_cast<size_t>(c.elements);
    const size_t part = whole / static_cast<size_t>(c.group.size(ranks));
    const int root = c.group.indexOf(c.root);
    switch (c.kind) {
        case core::CollectiveKind::ReduceScatter:
            return api.reduceScatter(c.input, c.output, part, type, ncclSum, comm, stream);
        case core::CollectiveKind::AllGather:
            return api.allGather(c.input, c.output, part, type, comm, stream);
        case core::CollectiveKind::AllReduce:
            return api.allReduce(c.input, c.output, whole, type, ncclSum, comm, stream);
        case core::CollectiveKind::Reduce:
            return api.reduce(c.input, c.output, whole, type, ncclSum, root, comm, stream);
        case core::CollectiveKind::Broadcast:
            return api.broadcast(c.input, c.output, whole, type, root, comm, stream);
    }
    core::broken("unknown collective");
}

}  // namespace

NcclStart startCalls(const NcclApi& api, ncclComm_t comm, int ranks,
                     std::span<const NamedCall> calls, cudaStream_t stream) {
    if (calls.size() == 1) {
        return {.status = startOne(api, comm, ranks, calls.front().call, stream)};
    }
    NcclStart start{.status = api.groupStart(), .refused = calls.size()};
    if (refuses(start.status)) return start;
    for (size_t i = 0; i < calls.size() && !refuses(start.status); ++i) {
        start.status = startOne(api, comm, ranks, calls[i].call, stream);
        if (refuses(start.status)) start.refused = i;
    }
    const ncclResult_t ended = api.groupEnd();
    if (!refuses(start.status)) start.status = ended;
    return start;
}

ncclResult_t settled(const NcclApi& api, ncclComm_t comm, ncclResult_t status,
                     const std::function<bool()>& goesOn) {
    while (status == ncclInProgress && goesOn()) {
        std::this_thread::sleep_for(std::chrono::microseconds(20));
        if (const auto asked = api.commGetAsyncError(comm, &status); asked != ncclSuccess) {
            return asked;
        }
    }
    return status;
}

// Set-up has no patience of ours: NCCL's own is in its environment, and ends with an error.
ncclResult_t endGroup(const NcclApi& api, ncclResult_t status, std::span<const ncclComm_t> comms) {
    const ncclResult_t ended = api.groupEnd();
    if (refuses(status)) return status;
    status = ended;
    for (ncclComm_t comm : comms) {
        if (ended != ncclInProgress || !comm) continue;
        const ncclResult_t state = settled(api, comm, ncclInProgress, [] { return true; });
        if (state != ncclSuccess) return state;
        status = ncclSuccess;
    }
    return status;
}

}  // namespace shardscope::gpu
