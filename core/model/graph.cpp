#include "core/model/graph.h"

#include <fmt/format.h>

#include <functional>
#include <numeric>

#include "core/model/checkpointing.h"
#include "core/model/models.h"

namespace shardscope::core {

int64_t Parameter::elements() const {
    return std::accumulate(shape.begin(), shape.end(), int64_t{1}, std::multiplies<>());
}

int64_t Graph::parameterCount() const {
    int64_t count = 0;
    for (const Parameter& p : parameters) count += p.elements();
    return count;
}

namespace {

Result<Graph> buildWhole(const Workload& workload) {
    const std::string& name = workload.model.name;
    if (name == "gpt") return buildGpt(workload);
    if (name == "llama") return buildLlama(workload);
    if (name == "mlp") return buildMlp(workload);
    if (name == "conformance") return buildConformance(workload);
    return invalidInput(
        "--model", fmt::format("found \"{}\"; allowed: {}", name, fmt::join(modelNames(), ", ")));
}

}  // namespace

Result<Graph> buildGraph(const Workload& workload) {
    Result<Graph> graph = buildWhole(workload);
    if (graph) graph = checkpointed(std::move(*graph), workload.checkpointing);
    return graph;
}

}  // namespace shardscope::core
