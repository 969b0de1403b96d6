#include "profiler/run/session.h"

#include <fmt/format.h>

#include <chrono>

#include "profiler/record_cost.h"
#include "profiler/run/checkpoint_file.h"
#include "profiler/run/enough.h"
#include "profiler/run/gather.h"
#include "profiler/run/peer_arrivals.h"
#include "profiler/run/simulation_facts.h"
#include "traces/file.h"

namespace shardscope::profiler {

namespace {

int64_t wallNowNs() {
    return std::chrono::duration_cast<std::chrono::nanoseconds>(
               std::chrono::system_clock::now().time_since_epoch())
        .count();
}

std::string_view statusOf(core::ErrorCode code) {
    switch (code) {
        case core::ErrorCode::OutOfMemory:
            return "oom";
        case core::ErrorCode::Interrupted:
            return "interrupted";
        default:
            return "failed";
    }
}

/// @param used without @p own, which the recorder takes. All but "recorder" and "capacity" add up to it.
traces::Json deviceMemoryJson(const core::DeviceUse& use, int64_t used, int64_t own) {
    const int64_t named = use.pool + use.nccl + use.products + use.scratch;
    return {{"reserved", use.pool},    {"nccl", use.nccl},      {"products", use.products},
            {"scratch", use.scratch},  {"other", used - named}, {"recorder", own},
            {"capacity", use.capacity}};
}

}  // namespace

Session::Session(core::Problem problem, std::string name, const core::Dataset& dataset,
                 const Fabric& fabric, const RunRequest& request, int64_t startNs,
                 std::vector<std::unique_ptr<core::Communicator>> communicators)
    : problem_(std::move(problem)),
      fabric_(fabric),
      request_(request),
      startNs_(startNs),
      startWallNs_(wallNowNs()) {
    facts_.name = std::move(name);
    facts_.source = fabric.simulated() ? "simulated" : "measured";
    facts_.device = fabric.deviceName();
    facts_.notes = fabric.notes();
    facts_.hardware = fabric.hardware();
    facts_.cores = fabric.sharedCores();
    facts_.memoryLimit = request.memoryLimit;
    facts_.policy = request.policy;
    facts_.commandLine = request.commandLine;
    facts_.modelName = request.modelName;
    std::vector<core::Observer*> observers;
    for (const auto& communicator : communicators) {
        const core::Rank rank = communicator->rank();
        const auto place = static_cast<int32_t>(simulated_.size());
        if (fabric.simulated()) simulated_.push_back(rank);
        recorders_.push_back(
            std::make_unique<Recorder>(rank, fabric.simulated() ? place : rank.value));
        observers.push_back(recorders_.back().get());
    }
    if (simulated_.size() < static_cast<size_t>(problem_.buckets.ranks)) {
        facts_.simulatedRanks = simulated_;
    }
    world_ = fabric.makeWorld(simulated_);
    group_ = std::make_unique<core::RankGroup>(
        problem_, &dataset, std::move(communicators), fabric.deviceFactory(tags_, world_),
        observers,
        core::RankGroup::Options{.rank = {.policy = request.policy,
                                          .memoryLimit = request.memoryLimit,
                                          .hashWeights = !fabric.simulated()},
                                 .concurrent = !fabric.simulated()});
}

Session::~Session() = default;

void Session::reserve(const core::StepPlan& plan) {
    for (auto& recorder : recorders_) recorder->reserve(plan);
}

void Session::note(const core::Error& error) {
    facts_.status = statusOf(error.code);
    facts_.error = error;
    for (size_t i = 0; i < group_->size(); ++i) {
        const auto& oom = group_->runner(i).outOfMemory();
        if (oom && !facts_.outOfMemory) facts_.outOfMemory = oom;
    }
    if (!facts_.outOfMemory || facts_.outOfMemory->enough > 0) return;
    facts_.outOfMemory->enough = enoughBytes(problem_, facts_.outOfMemory->rank, facts_.policy);
}

void Session::fail(const core::Error& error) {
    if (alive()) note(error);
}

void Session::interrupt() {
    const bool complete = alive() && facts_.steps == problem_.workload.steps;
    if (complete || facts_.status == "oom") return;
    const char* whence =
        fabric_.mpi() ? "; mpirun sends it to all ranks when one has died, and names that one" : "";
    // A rank that saw its peer go before the signal came says what it was doing then.
    const std::string before =
        facts_.status == "failed" ? fmt::format("; before, {}", toString(*facts_.error)) : "";
    note(core::Error{.code = core::ErrorCode::Interrupted,
                     .message = fmt::format("stopped by a signal after {} of {} steps{}{}",
                                            facts_.steps, problem_.workload.steps, whence, before),
                     .where = {}});
}

void Session::setUp() {
    const auto setup = core::planSetup(problem_, fabric_.firstRank());
    if (!setup) return note(setup.error());
    reserve(*setup);
    openSpool();
    if (auto done = group_->setUp(); !done) note(done.error());
    noteDeviceMemory();
}

// Between steps, with all strategies of the run set up: it is what the driver shows of this process's
// ranks together, and of whoever else is on the GPU.
void Session::noteDeviceMemory() {
    if (!fabric_.accelerator()) return;
    const auto use = fabric_.accelerator()->use();
    if (!use) return;
    const int64_t own = fabric_.timing() ? fabric_.timing()->ownDeviceBytes() : 0;
    const int64_t used = std::max<int64_t>(use->usedBytes - own, 0);
    if (used < facts_.deviceUsedPeakBytes.value_or(0)) return;
    facts_.deviceUsedPeakBytes = used;
    facts_.deviceMemory = deviceMemoryJson(*use, used, own);
}

void Session::noteTimingLosses() {
    if (!fabric_.timing()) return;
    const TimingLosses losses = fabric_.timing()->losses();
    facts_.recorder.dropped += losses.dropped;
    facts_.recorder.unmatched += losses.unmatched;
    facts_.recorder.clockResidualNs =
        std::max(facts_.recorder.clockResidualNs, losses.clockResidualNs);
    for (const core::ActivityTags* tags : tags_) {
        facts_.recorder.unmatched += fabric_.timing()->unmatchedOf(*tags);
    }
}

void Session::step(int64_t step) {
    reserve(group_->runner(0).stepPlan());
    const int64_t beginNs = core::hostNowNs();
    auto local = group_->step(step);
    lastStepNs_ = core::hostNowNs() - beginNs;
    if (!local) return note(local.error());
    auto all = gathered(*local);
    if (!all) return note(all.error());
    keep(*all);
    noteDeviceMemory();
    spoolStep();
}

void Session::saveCheckpoint() {
    if (problem_.checkpoint == core::CheckpointKind::None) return;
    reserve(group_->runner(0).stepPlan());
    if (auto done = writeCheckpoint(); !done) note(done.error());
}

core::Result<void> Session::writeCheckpoint() {
    if (fabric_.simulated()) return group_->saveCheckpoint(facts_.steps, {});
    const std::string folder = request_.out + "/" + facts_.name + ".checkpoint";
    std::vector<CheckpointFile> files;
    for (size_t i = 0; i < group_->size(); ++i) {
        const core::Rank rank{fabric_.firstRank().value + static_cast<int32_t>(i)};
        auto file = CheckpointFile::create(folder, rank, problem_, group_->runner(i).stepPlan(),
                                           facts_.steps);
        if (!file) return tl::unexpected(file.error());
        files.push_back(std::move(*file));
    }
    std::vector<core::CheckpointSink*> sinks;
    for (CheckpointFile& file : files) sinks.push_back(&file);
    if (auto done = group_->saveCheckpoint(facts_.steps, sinks); !done) return done;
    for (CheckpointFile& file : files) {
        if (auto done = file.commit(); !done) return done;
    }
    return {};
}

core::Result<std::vector<core::StepResult>> Session::gathered(
    const std::vector<core::StepResult>& local) {
    if (!fabric_.mpi()) return local;
    core::Communicator& communicator = group_->communicator(0);
    const auto losses = communicator.gather(local.front().loss);
    if (!losses) return tl::unexpected(losses.error());
    const auto hashes = communicator.gather(local.front().weightHash);
    if (!hashes) return tl::unexpected(hashes.error());
    std::vector<core::StepResult> all(losses->size(), local.front());
    for (size_t r = 0; r < all.size(); ++r) {
        all[r].loss = (*losses)[r];
        all[r].weightHash = (*hashes)[r];
    }
    return all;
}

void Session::keep(const std::vector<core::StepResult>& results) {
    Numerics& n = facts_.numerics;
    ++facts_.steps;
    if (fabric_.simulated()) return;
    double loss = 0.0;
    uint64_t sum = 0;
    bool same = true;
    for (const core::StepResult& r : results) {
        loss += r.loss;
        sum += r.weightHash;
        same = same && r.weightHash == results.front().weightHash;
    }
    const bool sharded = problem_.strategy.parameters != core::ParameterStorage::Replicated;
    n.loss.push_back(loss / static_cast<double>(results.size()));
    n.gradientNorm.push_back(results.front().gradientNorm);
    n.skippedSteps += results.front().skipped;
    if (problem_.workload.dtype == core::DType::Fp16) n.lossScale = group_->runner(0).lossScale();
    n.weightHash = sharded ? sum : results.front().weightHash;
    if (sharded || same) return;
    n.ranksAgree = false;
    if (!n.ranksPartAtStep) n.ranksPartAtStep = facts_.steps - 1;
}

int64_t Session::takePeakBytes() { return recorders_.front()->takePeakBytes(); }

int64_t Session::liveBytes() const { return group_->runner(0).pool().totals().requested; }

std::string Session::fileStem() const {
    const bool alone = fabric_.leads();
    return request_.out + "/" + facts_.name +
           (alone ? "" : fmt::format(".rank{}", fabric_.firstRank().value));
}

void Session::openSpool() {
    if (!request_.record) return;
    RunFacts unfinished = facts_;
    unfinished.status = "interrupted";
    auto spool =
        Spool::create(fileStem() + ".spool.json", startWallNs_, runMetadata(problem_, unfinished));
    if (spool) spool_.emplace(std::move(*spool));
}

void Session::spoolStep() {
    if (!spool_ || spool_->full()) return;
    traces::TraceBuilder builder;
    builder.trace().baseTimeNs = startWallNs_;
    for (size_t i = 0; i < recorders_.size(); ++i) {
        recorders_[i]->emitNew(problem_, group_->runner(i).setupPlan(),
                               group_->runner(i).stepPlan(), startNs_, builder);
    }
    RunFacts unfinished = facts_;
    unfinished.status = "interrupted";
    (void)spool_->append(builder.finish(), runMetadata(problem_, unfinished));
}

std::string Session::failureText() const {
    if (facts_.status != "oom") return {};
    const traces::Json run = runMetadata(problem_, facts_);
    traces::Json failure;
    for (const char* key : {"status", "error", "outOfMemory"}) failure[key] = run[key];
    return failure.dump();
}

core::Result<traces::Trace> Session::assemble() {
    traces::TraceBuilder builder;
    builder.trace().baseTimeNs = startWallNs_;
    for (size_t i = 0; i < group_->size(); ++i) {
        facts_.poolIdentity = facts_.poolIdentity && group_->runner(i).poolIdentity();
    }
    if (world_ && fabric_.simulatedHardware()) {
        addSimulationFacts(problem_, *fabric_.simulatedHardware(), fabric_.stragglers(), *world_,
                           facts_);
    }
    if (fabric_.replay()) {
        addReplayFacts(problem_, *fabric_.replay(), simulated_, fabric_.stragglers(), facts_);
    }
    auto ranks = gatherRecorders(fabric_, recorders_, together(), failureText());
    if (!ranks) return tl::unexpected(ranks.error());
    if (fabric_.accelerator() && fabric_.accelerator()->meetsInKernels()) alignArrivals(*ranks);
    for (size_t i = 0; i < simulated_.size(); ++i) (*ranks)[i].rank = simulated_[i];
    std::string failure;  // the first rank that ran out of memory explains the others' aborts
    for (const RecordedRank& rank : *ranks) {
        const auto setup = core::planSetup(problem_, rank.rank);
        const auto step = core::planStep(problem_, rank.rank);
        if (!setup || !step) core::broken("a plan that ran can be planned again");
        if (failure.empty()) failure = rank.failure;
        const RecorderCounts counts = rank.recorder->counts();
        const Unpaired unpaired =
            rank.recorder->emit(problem_, *setup, *step, startNs_ + rank.clockOffsetNs, builder);
        facts_.recorder.events += counts.events;
        facts_.recorder.dropped += counts.dropped;
        facts_.recorder.unmatched += unpaired.unmatched;
        facts_.recorder.openAtEnd += unpaired.openAtEnd;
        facts_.recorder.clockResidualNs =
            std::max(facts_.recorder.clockResidualNs, rank.clockResidualNs);
    }
    noteTimingLosses();
    // CUPTI keeps records of its own, and a virtual clock stands still meanwhile.
    if (facts_.source == "measured" && !fabric_.accelerator()) facts_.recordNs = recordCostNs();
    traces::Json& run = builder.trace().run;
    run = runMetadata(problem_, facts_);
    if (!failure.empty()) run.update(traces::Json::parse(failure));
    return builder.finish();
}

std::string Session::write(const traces::Trace& trace, std::vector<core::Error>& unwritten) {
    std::string path = fileStem() + ".trace.json.gz";
    if (auto written = traces::writeTrace(trace, path); !written) {
        unwritten.push_back(written.error());
        return {};
    }
    if (spool_) (void)spool_->discard();
    return path;
}

core::Result<std::optional<traces::RunReport>> Session::finish(
    std::vector<core::Error>& unwritten) {
    auto trace = assemble();
    if (!trace) return tl::unexpected(trace.error());
    std::string path;
    if (request_.record && (fabric_.leads() || !together())) path = write(*trace, unwritten);
    if (together() && !fabric_.leads() && spool_) (void)spool_->discard();
    if (!fabric_.leads()) return std::optional<traces::RunReport>{};
    auto report = traces::analyse(*trace, path);
    if (!report) return tl::unexpected(report.error());
    return std::optional<traces::RunReport>{std::move(*report)};
}

}  // namespace shardscope::profiler
