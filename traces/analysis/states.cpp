// The paper's model states for this run: (w + g)Ψ + KΨ, each part divided by N where the strategy
// shards it, or by the ranks of a shard group. Source: ZeRO, arXiv 1910.02054, section 3; K = 12 with Adam and 16-bit weights.

#include <fmt/format.h>

#include <cmath>

#include "traces/analysis/json_access.h"
#include "traces/analysis/parts.h"

namespace shardscope::traces {

namespace {

struct PerParameter {
    int64_t weights = 0, gradients = 0, optimizer = 0;  ///< bytes
};

bool isFp32(const Json& workload) { return textOf(workload, "dtype") == "fp32"; }

int64_t optimizerBytes(const Json& workload) {
    const int64_t moments = textOf(workload, "optimizer") == "sgd" ? 4 : 8;
    return moments + (isFp32(workload) ? 0 : 4);  // fp32 weights are their own master
}

std::string conventionOf(const Json& workload, const PerParameter& bytes) {
    const std::string optimizer = textOf(workload, "optimizer", "adamw");
    return fmt::format("{}+{} {}+{}+{}", textOf(workload, "dtype", "bf16"),
                       optimizer == "sgd" ? "SGD" : "AdamW", bytes.weights, bytes.gradients,
                       bytes.optimizer);
}

int64_t share(int64_t bytes, bool sharded, int64_t ranks) {
    if (!sharded) return bytes;
    return std::llround(static_cast<double>(bytes) / static_cast<double>(ranks));
}

}  // namespace

void addPaperStates(const Recording& recording, MemoryReport& memory) {
    const Json& workload = memberOf(recording.trace->run, "workload");
    const Json& strategy = memberOf(recording.trace->run, "strategy");
    // Shards that are cast from the master when they are gathered exist as master weights alone.
    const bool cast = textOf(strategy, "workingShards") == "cast-from-master" && !isFp32(workload);
    const PerParameter bytes{.weights = isFp32(workload) ? 4
                                        : cast           ? 0
                                                         : 2,
                             .gradients = recording.gradientBytesPerElement,
                             .optimizer = optimizerBytes(workload)};
    const int64_t psi = recording.parameters;
    const bool optimizerSharded = textOf(strategy, "optimizer") == "sharded";
    const bool gradientsSharded = textOf(strategy, "storage") == "freed-per-bucket";
    const bool weightsSharded = textOf(strategy, "parameters", "replicated") != "replicated";
    const int64_t shards = integerOf(strategy, "shardGroup", recording.worldSize);
    memory.paperBytes = share(bytes.weights * psi, weightsSharded, shards) +
                        share(bytes.gradients * psi, gradientsSharded, shards) +
                        share(bytes.optimizer * psi, optimizerSharded, shards);
    memory.convention = conventionOf(workload, bytes);
}

}  // namespace shardscope::traces
