#include "profiler/run/simulation_facts.h"

#include <fmt/format.h>

#include "core/base/units.h"
#include "core/sim/cost/fixed_memory.h"

namespace shardscope::profiler {

namespace {

bool hasAttention(const core::ModelShape& model) {
    return model.name != "mlp" && model.name != "conformance";
}

void addMemory(const core::Problem& problem, const core::Hardware& hardware,
               const core::SimulatedWorld& world, RunFacts& facts) {
    const int communicators = problem.buckets.ranks > 1 ? 1 : 0;
    const core::DeviceMemory memory =
        core::deviceMemory(hardware, world.peakReservedBytes, communicators);
    facts.deviceUsedPeakBytes = memory.total();
    facts.deviceMemory = {{"reserved", memory.reserved}, {"slack", memory.slack},
                          {"context", memory.context},   {"nccl", memory.nccl},
                          {"library", memory.library},   {"capacity", hardware.memoryBytes()}};
    if (facts.memoryLimit == 0) facts.fits = memory.total() <= hardware.memoryBytes();
    if (facts.fits.value_or(true)) return;
    facts.notes.push_back(fmt::format(
        "does not fit: {} are needed on the device and {} has {}, {} too little",
        core::formatBytes(memory.total()), hardware.name, core::formatBytes(hardware.memoryBytes()),
        core::formatBytes(memory.total() - hardware.memoryBytes())));
}

void addAssumptions(const core::Problem& problem, const core::Hardware& hardware,
                    const core::Stragglers& stragglers, RunFacts& facts) {
    auto& list = facts.assumptions;
    list.push_back(
        fmt::format("uncalibrated: kernel efficiencies of {} are published figures and "
                    "estimates, named in its hardware file",
                    hardware.name));
    list.push_back(
        "collectives take what NCCL's tuner model says, held against measured bandwidths");
    list.push_back("no data loading, no evaluation, no checkpoints, nothing else on the machine");
    list.push_back("a collective slows computation beside it and is not slowed by it");
    list.push_back("MFU = (6P + 12Lhs) FLOPs a token, P with embeddings, of the dense peak");
    if (problem.workload.dtype == core::DType::Fp32) {
        list.push_back("fp32 products run on the fp32 units, not as TF32");
    }
    if (stragglers.sigma > 0.0) {
        list.push_back(
            fmt::format("ranks are slower by 1 + {}|z|, z normal, seed {}; rank 0 is the "
                        "slowest{}",
                        stragglers.sigma, stragglers.seed,
                        problem.buckets.ranks > 2 ? ", the last lane a typical one" : ""));
    } else if (problem.buckets.ranks > 1) {
        list.push_back("all ranks are equally fast");
    }
}

}  // namespace

double modelFlopsPerToken(const core::Problem& problem) {
    const core::ModelShape& model = problem.workload.model;
    const auto parameters = static_cast<double>(problem.graph.parameterCount());
    if (!hasAttention(model)) return 6.0 * parameters;
    const auto width = static_cast<double>(model.heads * model.headColumns());
    return 6.0 * parameters +
           12.0 * static_cast<double>(model.layers) * width * static_cast<double>(model.sequence);
}

void addSimulationFacts(const core::Problem& problem, const core::Hardware& hardware,
                        const core::Stragglers& stragglers, const core::SimulatedWorld& world,
                        RunFacts& facts) {
    facts.peakFlops = hardware.peakFlops(problem.workload.dtype);
    addMemory(problem, hardware, world, facts);
    addAssumptions(problem, hardware, stragglers, facts);
}

}  // namespace shardscope::profiler
