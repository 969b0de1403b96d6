#include "tests/gpu/checks/workloads.h"

namespace shardscope::checks {

namespace {

core::Workload workloadOf(const core::ModelShape& model, int64_t microBatch) {
    core::Workload workload;
    workload.model = model;
    workload.microBatch = microBatch;
    workload.attention = core::Attention::Flash;
    return workload;
}

Named named(const char* name, const core::Workload& workload, const char* preset, int ranks) {
    const auto strategy = core::presetNamed(preset, name);
    if (!strategy) core::broken(strategy.error().message);
    auto problem = core::makeProblem(workload, *strategy, ranks);
    if (!problem) core::broken(problem.error().message);
    return {.name = name, .problem = std::move(*problem)};
}

constexpr int kRanks = 4;

core::ModelShape tiny(const char* name) {
    return {.name = name, .layers = 1, .hidden = 48, .heads = 3, .vocab = 64, .sequence = 8};
}

core::ModelShape gpt2Xl() {
    return {
        .name = "gpt", .layers = 1, .hidden = 1600, .heads = 25, .vocab = 50304, .sequence = 1024};
}

core::ModelShape llamaLayer() {
    core::ModelShape shape{.name = "llama",
                           .layers = 1,
                           .hidden = 4096,
                           .heads = 32,
                           .vocab = 32000,
                           .sequence = 2048};
    shape.kvHeads = 8;
    shape.intermediate = 14336;
    return shape;
}

}  // namespace

std::vector<Named> productWorkloads(bool small) {
    std::vector<Named> workloads;
    workloads.push_back(
        named("gpt2-xl", workloadOf(small ? tiny("gpt") : gpt2Xl(), small ? 1 : 8), "zero-1", 1));
    workloads.push_back(named(
        "llama", workloadOf(small ? tiny("llama") : llamaLayer(), small ? 1 : 2), "zero-1", 1));
    return workloads;
}

std::vector<Named> recorderWorkloads(bool small) {
    std::vector<Named> workloads;
    workloads.push_back(
        named("default", small ? workloadOf(tiny("gpt"), 1) : core::Workload{}, "zero-2", kRanks));
    const core::ModelShape gpt2{
        .name = "gpt", .layers = 12, .hidden = 768, .heads = 12, .vocab = 50304, .sequence = 1024};
    workloads.push_back(
        named("gpt2", workloadOf(small ? tiny("gpt") : gpt2, small ? 1 : 4), "zero-2", kRanks));
    return workloads;
}

}  // namespace shardscope::checks
