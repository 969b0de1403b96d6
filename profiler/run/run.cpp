#include "profiler/run/run.h"

#include <fmt/format.h>

#include <algorithm>
#include <chrono>

#include "profiler/run/enough.h"
#include "profiler/run/machine_memory.h"
#include "profiler/run/omission.h"
#include "profiler/run/progress_meter.h"
#include "profiler/run/session.h"
#include "profiler/run/stop_watch.h"

namespace shardscope::profiler {

namespace {

using Sessions = std::vector<std::unique_ptr<Session>>;

core::Result<std::unique_ptr<core::MpiSession>> startMpi(
    [[maybe_unused]] const RunRequest& request) {
#ifdef SHARDSCOPE_MPI
    if (request.comm == CommKind::Mpi) {
        int argc = 0;
        char** argv = nullptr;
        return core::MpiSession::start(argc, argv);
    }
    return std::unique_ptr<core::MpiSession>{};
#else
    if (request.comm != CommKind::Mpi) return std::unique_ptr<core::MpiSession>{};
    return core::invalidInput("--comm",
                              "found mpi; this build has no MPI (SHARDSCOPE_MPI=OFF). "
                              "Install libopenmpi-dev and openmpi-bin and build again");
#endif
}

std::string nameOf(const core::Strategy& strategy, int gradAccum, bool several) {
    std::string name = strategy.preset;
    if (strategy.omit == core::Omit::AllGather) name += "-without-all-gather";
    if (strategy.omit == core::Omit::ReduceScatter) name += "-without-reduce-scatter";
    return several ? fmt::format("{}-g{}", name, gradAccum) : name;
}

/// What one process's ranks of a strategy reserve at most, where they share memory.
int64_t reservedBytes(const core::Problem& problem, const RunRequest& request,
                      const Fabric& fabric) {
    if (fabric.simulated()) return 0;
    int64_t rank = enoughBytes(problem, fabric.firstRank(), request.policy);
    if (request.memoryLimit > 0) rank = std::min(rank, request.memoryLimit);
    const int64_t together = fabric.accelerator() ? fabric.accelerator()->ranksAGpu()
                                                  : static_cast<int64_t>(fabric.localRanks());
    return rank * together;
}

/// @param neededBytes in the machine's memory, or in that of the GPU with the most ranks.
core::Result<void> fitsTheDevice(int64_t neededBytes, const Fabric& fabric) {
    if (!fabric.accelerator()) return fitsThisMachine(neededBytes);
    return fitsTheGpu(neededBytes, fabric.accelerator()->availableBytes());
}

#ifdef NDEBUG
constexpr bool kDebugBuild = false;
#else
constexpr bool kDebugBuild = true;
#endif

/// Whether every operation and collective of @p problem has a time.
core::Result<void> timed(const core::Problem& problem, std::span<const core::Rank> simulated,
                         const Fabric& fabric) {
    if (!fabric.replay()) return {};
    const Replay& replay = *fabric.replay();
    if (auto can = ranksCanBe(replay, problem.buckets.ranks); !can) return can;
    const auto known = replay.costs->assumptionsFor(problem, simulated, replay.where);
    if (!known) return tl::unexpected(known.error());
    return {};
}

core::Result<Sessions> makeSessions(const RunRequest& request, const core::Dataset& dataset,
                                    const Fabric& fabric) {
    Sessions sessions;
    int64_t neededBytes = 0;
    const int64_t startNs = fabric.nowNs();
    for (int gradAccum : request.gradAccums) {
        for (const core::Strategy& strategy : withIntactTwins(request.strategies)) {
            core::Workload workload = request.workload;
            workload.gradAccum = gradAccum;
            auto problem = core::makeProblem(workload, strategy, request.ranks);
            if (!problem) return tl::unexpected(problem.error());
            problem->checkpoint = request.checkpoint;
            problem->poison = kDebugBuild && !fabric.simulated();
            if (auto planned = core::planStep(*problem, core::Rank{0}); !planned) {
                return tl::unexpected(planned.error());
            }
            const auto simulated = fabric.simulatedRanks(*problem);
            if (!simulated) return tl::unexpected(simulated.error());
            if (auto has = timed(*problem, *simulated, fabric); !has) {
                return tl::unexpected(has.error());
            }
            neededBytes += reservedBytes(*problem, request, fabric);
            if (auto fits = fitsTheDevice(neededBytes, fabric); !fits) {
                return tl::unexpected(fits.error());
            }
            auto communicators = fabric.communicators(strategy, *simulated);
            if (!communicators) return tl::unexpected(communicators.error());
            sessions.push_back(std::make_unique<Session>(
                std::move(*problem), nameOf(strategy, gradAccum, request.gradAccums.size() > 1),
                dataset, fabric, request, startNs, std::move(*communicators)));
        }
    }
    return sessions;
}

/// A B A B: step s of every strategy before step s + 1 of any, so that a machine that drifts drifts
/// for all of them.
void interleave(Sessions& sessions, const RunRequest& request, ProgressMeter& meter,
                StopWatch& watch) {
    for (auto& session : sessions) {
        if (!watch.stopped()) watch.guard(*session, [&] { session->setUp(); });
    }
    for (int64_t s = 0; s < request.workload.steps; ++s) {
        for (auto& session : sessions) {
            if (watch.stopped() || !session->alive()) continue;
            watch.guard(*session, [&] { session->step(s); });
            meter.stepped(*session);
        }
    }
    for (auto& session : sessions) {
        if (watch.stopped() || !session->alive()) continue;
        watch.guard(*session, [&] { session->saveCheckpoint(); });
    }
}

/// mpirun kills what is left a second after it asked everyone to stop.
std::chrono::milliseconds graceOf(CommKind comm) {
    return std::chrono::milliseconds(comm == CommKind::Mpi ? 100 : 1500);
}

/// The other processes come to the end of their runs as well, or one of them has died: mpirun stops everyone
/// then, and says so a moment later. To wait for that one's recording would be for ever.
void awaitOtherProcesses(const Fabric& fabric, const StopWatch& watch) {
    if (fabric.mpi()) (void)fabric.mpi()->meet([&watch] { return watch.stopped(); });
}

core::Result<RunOutcome> finish(Sessions& sessions, const Fabric& fabric) {
    RunOutcome outcome;
    for (auto& session : sessions) {
        // Where rank 0 speaks for all, its exit status does too: mpirun ends the job at the first
        // process that says 1, and rank 0 still has a table to print.
        const bool spokenFor = session->together() && !fabric.leads();
        outcome.ok = outcome.ok && (session->alive() || spokenFor);
        auto report = session->finish(outcome.unwritten);
        if (!report) return tl::unexpected(report.error());
        if (*report) outcome.reports.push_back(std::move(**report));
        outcome.ok = outcome.ok && outcome.unwritten.empty();
        session.reset();  // its memory is not needed while the next one's recording is made
    }
    return outcome;
}

}  // namespace

core::Result<RunOutcome> run(const RunRequest& asked, const ProgressSink& progress,
                             const std::atomic<bool>& stop) {
    auto mpi = startMpi(asked);
    if (!mpi) return tl::unexpected(mpi.error());
    RunRequest request = asked;
    // Rank 0 chose the folder; the others' own recordings, after a failure, go there too.
    if (*mpi) request.out = (*mpi)->broadcastBytes(asked.out);
    const auto fabric = Fabric::make(request, mpi->get());
    if (!fabric) return tl::unexpected(fabric.error());
    const auto dataset = core::Dataset::open(request.workload);
    if (!dataset) return tl::unexpected(dataset.error());
    auto sessions = makeSessions(request, *dataset, *fabric);
    if (!sessions) return tl::unexpected(sessions.error());
    ProgressMeter meter(progress, static_cast<int64_t>(sessions->size()) * request.workload.steps);
    StopWatch watch(stop, graceOf(request.comm));
    interleave(*sessions, request, meter, watch);
    awaitOtherProcesses(*fabric, watch);
    if (watch.stopped()) {
        for (auto& session : *sessions) session->interrupt();
    }
    judgeOmissions(*sessions);
    auto outcome = finish(*sessions, *fabric);
    // MPI_Finalize waits for every process, and after an interruption some may be gone.
    if (*mpi && (!outcome || watch.stopped())) (void)mpi->release();
    return outcome;
}

}  // namespace shardscope::profiler
