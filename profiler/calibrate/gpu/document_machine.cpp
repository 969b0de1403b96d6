// Launching, several ranks, and memory outside the pool.

#include <fmt/format.h>

#include <algorithm>

#include "core/base/units.h"
#include "profiler/calibrate/gpu/document_writer.h"

namespace shardscope::profiler {

void DocumentWriter::writeHost() {
    add("kernels.launch", {launchNs() / 1e3},
        fmt::format("the smallest kernel, {:.2f} us, and the gap behind it, {:.2f} us",
                    m_.smallest.ns / 1e3, m_.smallest.gapNs / 1e3));
    add("host.launch", {m_.host.launchUs}, "issuing a kernel");
    add("host.event", {m_.host.eventUs}, "recording an event");
}

void DocumentWriter::writeRanks() {
    if (!m_.several) {
        return left("links, NCCL and what communication takes from computation",
                    "one rank has no collective; --ranks measures them");
    }
    const int ranks = m_.several->ranks;
    const bool sameGpu = m_.several->sameGpu;
    const LinkFit& link = m_.several->link;
    const std::string who =
        fmt::format("{} ranks {}", ranks, sameGpu ? "on one GPU, by kernels" : "over NCCL");
    add("node.gpus", {static_cast<double>(ranks)}, who);
    add("node.link", {link.linkGBps},
        fmt::format("bus bandwidth of reduce-scatter and all-gather of {}, {}",
                    core::formatBytes(static_cast<int64_t>(link.largestBytes)), who));
    add("node.nvls", {0}, "what the switch reduces is in the measured bandwidth");
    add("nccl.ringReached", {1}, "the measured bandwidth is what is reached");
    const double latency = std::max(link.latencyUs, link.smallestUs);
    const std::string base = fmt::format(
        "an all-reduce of 64 bytes takes {:.2f} us; what the bandwidth leaves of larger ones is "
        "{:.2f} us; {}",
        link.smallestUs, link.latencyUs, who);
    for (const char* path : {"nccl.ringBase", "nccl.treeBase"}) {
        add(path, {link.smallestUs, latency, latency}, base);
    }
    for (const char* path :
         {"nccl.ringNvlink", "nccl.ringPcie", "nccl.treeNvlink", "nccl.treePcie"}) {
        add(path, {0, 0, 0}, "hops are in the base");
    }
    left("the network between nodes, and what communication takes from computation",
         "one machine has none of the one, and the other was not measured");
}

void DocumentWriter::writeMemory() {
    add("gpu.memory", {static_cast<double>(m_.facts.memoryBytes) / core::kMiB}, "the CUDA runtime");
    add("gpu.multiprocessors", {static_cast<double>(m_.facts.multiprocessors)}, "the CUDA runtime");
    if (m_.facts.contextBytes) {
        add("memory.context", {static_cast<double>(*m_.facts.contextBytes) / core::kMiB},
            "by how much the first use of the GPU raised what NVML says is in use");
    } else {
        left("memory.context", "nobody says what a context takes");
    }
    if (m_.rounding) {
        add("memory.slack", {m_.rounding->slack()},
            fmt::format("segments of {} raised what is in use by {}",
                        core::formatBytes(m_.rounding->askedBytes),
                        core::formatBytes(m_.rounding->takenBytes)));
    } else {
        left("memory.slack", std::string(kNoRounding));
    }
    add("memory.library", {static_cast<double>(m_.productsBytes) / core::kMiB},
        "workspace of matrix products, a rank");
    if (!m_.several) return;
    add("memory.ncclBase", {static_cast<double>(m_.several->ncclBytes) / core::kMiB},
        m_.several->sameGpu ? "ranks on one GPU need no buffers of NCCL's"
                            : "by how much making a communicator raised what is in use");
    add("memory.ncclConnection", {0}, "connections are in the base");
}

}  // namespace shardscope::profiler
