#include "profiler/run/simulation_facts.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "core/base/units.h"
#include "core/capacity/advice.h"
#include "core/capacity/worst_rank.h"
#include "core/sim/cost/collective.h"
#include "core/sim/cost/fixed_memory.h"
#include "core/sim/measured/measured_costs.h"

namespace shardscope::profiler {

namespace {

bool hasAttention(const core::ModelShape& model) {
    return model.name != "mlp" && model.name != "conformance";
}

void addMemory(const core::Problem& problem, const core::Hardware& hardware,
               const core::SimulatedWorld& world, RunFacts& facts) {
    const int ranks = problem.buckets.ranks;
    const int communicators = communicatorsOf(ranks, problem.strategy.shardGroup);
    // Ranks on a CPU are threads, which share its memory.
    const int64_t capacity = hardware.memoryBytes() / (hardware.isCpu() ? ranks : 1);
    const core::DeviceMemory memory =
        core::deviceMemory(hardware, world.peakReservedBytes, communicators);
    facts.deviceUsedPeakBytes = memory.total();
    facts.deviceMemory = {{"reserved", memory.reserved}, {"slack", memory.slack},
                          {"context", memory.context},   {"nccl", memory.nccl},
                          {"library", memory.library},   {"capacity", capacity}};
    if (facts.memoryLimit == 0) facts.fits = memory.total() <= capacity;
    if (facts.fits.value_or(true)) return;
    facts.notes.push_back(fmt::format(
        "does not fit: {} are needed on the device and {} has {}{}, {} too little",
        core::formatBytes(memory.total()), hardware.name, core::formatBytes(capacity),
        hardware.isCpu() ? " a rank" : "", core::formatBytes(memory.total() - capacity)));
}

void addGpuAssumptions(const core::Problem& problem, const core::Hardware& hardware,
                       std::vector<std::string>& list) {
    if (!hardware.measured.source.empty()) {
        list.push_back(fmt::format("rates of {} are {}; its hardware file names those that are not",
                                   hardware.name, hardware.measured.source));
        return;
    }
    list.push_back(
        fmt::format("uncalibrated: kernel efficiencies of {} are published figures and "
                    "estimates, named in its hardware file",
                    hardware.name));
    list.push_back(
        "collectives take what NCCL's tuner model says, held against measured bandwidths, and half "
        "of "
        "a bandwidth where a rank's part is as large as a connection's buffer");
    const double channels = core::channelsOf(hardware, {.ranks = problem.buckets.ranks});
    list.push_back(
        fmt::format("a collective and computation slow each other: its channels keep {:.3g} of {} "
                    "multiprocessors, and memory bandwidth is shared by what each asks for",
                    hardware.contention.multiprocessors * channels / hardware.nccl.channels,
                    hardware.gpu.multiprocessors));
}

void addCpuAssumptions(const core::Problem& problem, const core::Hardware& hardware,
                       std::vector<std::string>& list) {
    list.push_back("kernels and collectives take what was " + hardware.measured.source);
    const auto unmeasured = core::unmeasuredKernels(hardware, problem);
    if (!unmeasured.empty()) {
        list.push_back(
            fmt::format("not measured, so by the machine's bandwidth and peaks: {}; calibrate with "
                        "this workload's options measures them",
                        fmt::join(unmeasured, "; ")));
    }
    list.push_back(
        fmt::format("a thread that waited goes on {} after what it waited for; ranks that "
                    "meet wait {:.3g} % of the time since they last did",
                    core::stepText(static_cast<int64_t>(hardware.cpu.wakeUpUs * 1e3)),
                    100.0 * hardware.cpu.lateness));
    list.push_back(
        "a collective beside computation takes what calibrate measured there, and slows it");
    const int ranks = problem.buckets.ranks;
    if (ranks > hardware.cpu.cores) {
        list.push_back(fmt::format("{} ranks take turns on {} cores, at a factor of {:.3g}", ranks,
                                   hardware.cpu.cores, hardware.cpu.sharing));
    } else if (ranks > 1 && 2 * ranks > hardware.cpu.cores) {
        list.push_back(
            fmt::format("issuing, computing and communicating threads of {} ranks share {} cores: "
                        "a step is issued first, and a collective's transfer comes before "
                        "computation",
                        ranks, hardware.cpu.cores));
    }
}

void addStragglers(const core::Problem& problem, const core::Stragglers& stragglers,
                   RunFacts& facts) {
    facts.stragglers = {{"sigma", stragglers.sigma}, {"seed", stragglers.seed}};
    const int slowest = facts.simulatedRanks.empty() ? 0 : facts.simulatedRanks.front().value;
    facts.assumptions.push_back(
        fmt::format("ranks are slower by 1 + {}|z|, z normal, seed {}; rank {} is the slowest{}",
                    stragglers.sigma, stragglers.seed, slowest,
                    problem.buckets.ranks > 2 ? ", the last lane a typical one" : ""));
}

void addAssumptions(const core::Problem& problem, const core::Hardware& hardware,
                    const core::Stragglers& stragglers, RunFacts& facts) {
    auto& list = facts.assumptions;
    if (hardware.isCpu()) {
        addCpuAssumptions(problem, hardware, list);
    } else {
        addGpuAssumptions(problem, hardware, list);
    }
    list.push_back("no data loading, no evaluation, no checkpoints, nothing else on the machine");
    list.push_back("MFU = (6P + 12Lhs) FLOPs a token, P with embeddings, of the dense peak");
    const std::string norm = slicedNormText(problem.strategy, problem.buckets.ranks);
    if (!norm.empty()) list.push_back(norm);
    if (problem.workload.dtype == core::DType::Fp32) {
        list.push_back("fp32 products run on the fp32 units, not as TF32");
    }
    if (stragglers.sigma > 0.0) {
        addStragglers(problem, stragglers, facts);
    } else if (!facts.simulatedRanks.empty() && !core::ranksAreAlike(problem.strategy)) {
        list.push_back(
            fmt::format("all ranks are equally fast; they own different parts, and rank {}, which "
                        "needs most memory, stands for all of them",
                        facts.simulatedRanks.front().value));
    } else if (problem.buckets.ranks > 1) {
        list.push_back("all ranks are equally fast");
    }
}

}  // namespace

int communicatorsOf(int ranks, int shardGroup) {
    if (ranks == 1) return 0;
    return shardGroup > 1 && shardGroup < ranks ? 3 : 1;
}

std::string slicedNormText(const core::Strategy& strategy, int ranks) {
    constexpr int kShows = 64;  // ranks: launches of a bucket's norm
    if (strategy.optimizer == core::OptimizerSharding::Sharded || ranks < kShows) return {};
    return fmt::format(
        "{} sums each bucket's norm in as many slices as there are ranks, a kernel each, so that "
        "it "
        "has the bits of stages 1 to 3; its step holds those launches",
        strategy.preset);
}

double modelFlopsPerToken(const core::Problem& problem) {
    const core::ModelShape& model = problem.workload.model;
    const auto parameters = static_cast<double>(problem.graph.parameterCount());
    if (!hasAttention(model)) return 6.0 * parameters;
    const auto width = static_cast<double>(model.heads * model.headColumns());
    return 6.0 * parameters +
           12.0 * static_cast<double>(model.layers) * width * static_cast<double>(model.sequence);
}

void addReplayFacts(const core::Problem& problem, const Replay& replay,
                    std::span<const core::Rank> simulated, const core::Stragglers& stragglers,
                    RunFacts& facts) {
    facts.peakFlops = replay.peakFlops;
    facts.validatedOn = replay.validatedOn;
    facts.replayRatio = replay.ratio;
    auto& list = facts.assumptions;
    list = replay.assumptions;
    const auto more = replay.costs->assumptionsFor(problem, simulated, {});
    if (!more) core::broken("what was replayed had its times: " + toString(more.error()));
    list.insert(list.end(), more->begin(), more->end());
    if (replay.ranks != problem.buckets.ranks) {
        list.push_back(fmt::format("{} ranks were recorded; each of {} computes as fast",
                                   replay.ranks, problem.buckets.ranks));
    }
    if (stragglers.sigma > 0.0) addStragglers(problem, stragglers, facts);
}

void addSimulationFacts(const core::Problem& problem, const core::Hardware& hardware,
                        const core::Stragglers& stragglers, const core::SimulatedWorld& world,
                        RunFacts& facts) {
    facts.peakFlops = hardware.peakFlops(problem.workload.dtype);
    addMemory(problem, hardware, world, facts);
    addAssumptions(problem, hardware, stragglers, facts);
}

}  // namespace shardscope::profiler
