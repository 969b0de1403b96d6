#include "profiler/calibrate/gpu/gpu_calibrate.h"

#include <fmt/format.h>

#include <algorithm>
#include <chrono>
#include <set>

#include "core/base/units.h"
#include "profiler/calibrate/collective_sweep.h"
#include "profiler/calibrate/gpu/gpu_document.h"
#include "profiler/calibrate/gpu/gpu_pace.h"
#include "profiler/calibrate/gpu/gpu_probe.h"
#include "profiler/calibrate/gpu/relative.h"
#include "profiler/calibrate/machine.h"

namespace shardscope::profiler {

namespace {

using core::DType;
using Clock = std::chrono::steady_clock;

// Of the seconds; the rest is set-up.
constexpr double kSquareShare = 0.05;  // of each kind of products
constexpr double kSustainedShare = 0.05, kProbeShare = 0.4, kSweepShare = 0.2;
constexpr int64_t kLeastArena = 32 * core::kMiB, kMostArena = 2 * core::kGiB;
constexpr int64_t kArenaBytesASecond = 64 * core::kMiB;  // as much as can be used well

double passed(Clock::time_point since) {
    return std::chrono::duration<double>(Clock::now() - since).count();
}

UsedBytes usedOf(const core::Accelerator& accelerator) {
    return [&accelerator]() -> std::optional<int64_t> {
        const auto use = accelerator.use();
        if (!use) return std::nullopt;
        return use->usedBytes;
    };
}

class GpuCalibrator {
  public:
    GpuCalibrator(const GpuCalibrationRequest& request, const CalibrationProgress& progress)
        : request_(request), progress_(progress) {
        measured_.dtype = request.workloads.front().dtype;
        measured_.tf32 = request.tf32;
    }

    core::Result<Calibration> run();

  private:
    core::Result<void> start();
    core::Result<std::shared_ptr<core::Accelerator>> open(int ranks, core::GpuComm comm,
                                                          bool tf32) const;
    core::Result<void> bench(core::Accelerator& accelerator);
    core::Result<void> squares(GpuBench& bench, DType dtype, bool tf32);
    core::Result<void> sustained(GpuBench& bench);
    core::Result<void> tf32Squares();
    core::Result<void> kernels(core::Accelerator& accelerator);
    core::Result<void> severalRanks();
    void noteRanks();
    /// Of the kind of products that the steps have.
    std::optional<SquareTime> bestOwnSquare() const {
        return bestSquare(measured_, measured_.dtype,
                          measured_.tf32 && measured_.dtype == DType::Fp32);
    }
    core::Result<core::Problem> problem() const;
    ProbeMachine machineOf(core::Accelerator& accelerator) const {
        return gpuMachine(accelerator, makeTags(), stopped());
    }
    std::function<bool()> stopped() const {
        return [stop = request_.stop] { return stop && *stop; };
    }
    MakeTags makeTags() const;
    int64_t arenaOf(const core::Accelerator& accelerator) const;
    core::Result<void> say(const std::string& what);

    const GpuCalibrationRequest& request_;
    const CalibrationProgress& progress_;
    const Clock::time_point begin_ = Clock::now();
    std::shared_ptr<GpuTiming> timing_;  // first: it outlives every device
    std::shared_ptr<core::Accelerator> one_;
    MeasuredGpu measured_;
    std::vector<std::string> notes_;
};

core::Result<void> GpuCalibrator::say(const std::string& what) {
    if (request_.stop && *request_.stop) return core::interrupted("", kStopped);
    if (progress_) progress_(what, std::min(passed(begin_) / request_.seconds, 1.0));
    return {};
}

core::Result<std::shared_ptr<core::Accelerator>> GpuCalibrator::open(int ranks, core::GpuComm comm,
                                                                     bool tf32) const {
    return request_.gpu.open({.ranks = ranks,
                              .comm = comm,
                              .memoryLimit = 0,
                              .mpi = nullptr,
                              .tf32 = tf32,
                              .decorate = {}});
}

// Timing first: it has to see the first use of a GPU.
core::Result<void> GpuCalibrator::start() {
    if (request_.timing == GpuTimingKind::Cupti) {
        auto timing = request_.gpu.startTiming();
        if (!timing) return tl::unexpected(timing.error());
        timing_ = std::move(*timing);
    }
    auto opened = open(1, core::GpuComm::SameGpu, request_.tf32);
    if (!opened) return tl::unexpected(opened.error());
    one_ = std::move(*opened);
    measured_.facts = one_->facts();
    auto relative = relativeOf(measured_.facts, request_.relative);
    if (!relative) return tl::unexpected(relative.error());
    measured_.relative = std::move(*relative);
    if (request_.relative.empty()) {
        notes_.push_back(
            fmt::format("what one machine cannot say is taken from {}, the "
                        "catalogue's {}",
                        measured_.relative, measured_.facts.name));
    }
    return {};
}

MakeTags GpuCalibrator::makeTags() const {
    if (!timing_) return {};
    return [timing = timing_] { return timing->makeTags(); };
}

core::Result<core::Problem> GpuCalibrator::problem() const {
    const Probe probe = gpuProbe(request_.workloads.front(), "zero-0");
    return core::makeProblem(probe.workload, probe.strategy, 1);
}

int64_t GpuCalibrator::arenaOf(const core::Accelerator& accelerator) const {
    const auto useful = static_cast<int64_t>(request_.seconds * kArenaBytesASecond);
    return std::clamp(std::min(useful, accelerator.availableBytes() / 4), kLeastArena, kMostArena);
}

core::Result<void> GpuCalibrator::squares(GpuBench& bench, DType dtype, bool tf32) {
    const auto said = say(fmt::format("square products, {}", tf32 ? "tf32" : nameOf(dtype)));
    if (!said) return said;
    const auto timed = sweepSquares(bench, dtype, tf32, request_.seconds * kSquareShare);
    if (!timed) return tl::unexpected(timed.error());
    measured_.squares.insert(measured_.squares.end(), timed->begin(), timed->end());
    return {};
}

core::Result<void> GpuCalibrator::sustained(GpuBench& bench) {
    const auto best = bestOwnSquare();
    if (!best) return {};
    if (auto said = say("a long run of products"); !said) return said;
    const auto begin = Clock::now();
    do {
        const auto timed = squareOf(bench, best->dtype, best->tf32, best->size);
        if (!timed) return tl::unexpected(timed.error());
        measured_.sustained = std::min(1.0, best->ns / timed->ns);
    } while (passed(begin) < request_.seconds * kSustainedShare);
    return {};
}

core::Result<void> GpuCalibrator::bench(core::Accelerator& accelerator) {
    if (auto said = say("launches and copies"); !said) return said;
    const auto weights = problem();
    if (!weights) return tl::unexpected(weights.error());
    auto opened = GpuBench::openAll(accelerator, makeTags(), *weights, arenaOf(accelerator));
    if (!opened) return tl::unexpected(opened.error());
    GpuBench& bench = *opened->front();
    auto smallest = bench.smallestKernel();
    if (!smallest) return tl::unexpected(smallest.error());
    measured_.smallest = *smallest;
    auto host = bench.hostPace();
    if (!host) return tl::unexpected(host.error());
    measured_.host = *host;
    const auto copied = copyOf(bench);
    if (!copied) return tl::unexpected(copied.error());
    measured_.copy = *copied;
    for (const DType dtype : {DType::Bf16, DType::Fp16, DType::Fp32}) {
        auto done = squares(bench, dtype, request_.tf32 && dtype == DType::Fp32);
        if (!done) return done;
    }
    if (auto done = sustained(bench); !done) return done;
    if (const auto use = accelerator.use()) measured_.productsBytes = use->products;
    measured_.rounding = measureRounding(bench.memory(), usedOf(accelerator), 0);
    return {};
}

/// What tf32 would be, beside a file of fp32 products.
core::Result<void> GpuCalibrator::tf32Squares() {
    if (request_.tf32 || measured_.facts.major < 8) return {};
    auto accelerator = open(1, core::GpuComm::SameGpu, true);
    if (!accelerator) {
        notes_.push_back("tf32 was not measured: " + core::toString(accelerator.error()));
        return {};
    }
    const auto weights = problem();
    if (!weights) return tl::unexpected(weights.error());
    auto benches = GpuBench::openAll(**accelerator, makeTags(), *weights, arenaOf(**accelerator));
    if (!benches) return tl::unexpected(benches.error());
    return squares(*benches->front(), DType::Fp32, true);
}

core::Result<void> GpuCalibrator::kernels(core::Accelerator& accelerator) {
    const auto& workloads = request_.workloads;
    const double seconds = request_.seconds * kProbeShare / static_cast<double>(workloads.size());
    for (const core::Workload& workload : workloads) {
        auto said =
            say(fmt::format("{}, {} {}, 1 rank", workload.model.name, core::nameOf(workload.dtype),
                            core::nameOf(workload.attention)));
        if (!said) return said;
        const Probe probe = gpuProbe(workload, "zero-2");
        auto done = runProbes(
            {&probe, 1}, seconds, machineOf(accelerator),
            [&](const Probe&, const core::StepPlan& plan, std::span<const Watch> watches) {
                measured_.kernels.add(plan, watches);
            });
        if (!done) return done;
    }
    return {};
}

core::Result<void> GpuCalibrator::severalRanks() {
    const int ranks = request_.ranks > 0 ? request_.ranks : measured_.facts.gpus;
    if (ranks < 2) return {};
    if (auto said = say(fmt::format("collectives, {} ranks", ranks)); !said) return said;
    auto accelerator = open(ranks, request_.comm, request_.tf32);
    if (!accelerator) return tl::unexpected(accelerator.error());
    const auto weights = problem();
    if (!weights) return tl::unexpected(weights.error());
    const core::Workload& w = request_.workloads.front();
    const std::set<DType> dtypes{w.dtype, w.reduceDtype};
    auto several = measureRanks({.accelerator = **accelerator,
                                 .ranks = ranks,
                                 .makeTags = makeTags(),
                                 .weights = *weights,
                                 .arenaBytes = arenaOf(**accelerator) / ranks,
                                 .dtypes = {dtypes.begin(), dtypes.end()},
                                 .square = bestOwnSquare(),
                                 .seconds = request_.seconds * kSweepShare,
                                 .stopped = stopped()});
    if (!several) return tl::unexpected(several.error());
    measured_.several = std::move(*several);
    noteRanks();
    return {};
}

void GpuCalibrator::noteRanks() {
    const MeasuredRanks& several = *measured_.several;
    if (several.link.largestBytes < static_cast<double>(kMostSweepBytes)) {
        notes_.push_back(fmt::format(
            "collectives up to {}: what the time and the memory allow; --seconds more measures "
            "larger ones",
            core::formatBytes(static_cast<int64_t>(several.link.largestBytes))));
    }
    if (!several.sameGpu) return;
    notes_.push_back(fmt::format(
        "{} ranks on {} GPU{}: collectives are the same-GPU communicator's, and the rates are what "
        "one of these ranks has of a GPU that it shares; a GPU of its own has more",
        several.ranks, measured_.facts.gpus, measured_.facts.gpus == 1 ? "" : "s"));
}

core::Result<Calibration> GpuCalibrator::run() {
    core::Result<void> done = start();
    if (done) done = bench(*one_);
    if (done) done = tf32Squares();
    if (done) done = kernels(*one_);
    if (done) done = severalRanks();
    if (!done) return tl::unexpected(done.error());
    Calibration result;
    result.document = gpuDocument(measured_, today(), notes_);
    result.notes = std::move(notes_);
    return result;
}

}  // namespace

core::Result<Calibration> calibrateGpu(const GpuCalibrationRequest& request,
                                       const CalibrationProgress& progress) {
    if (request.workloads.empty()) core::broken("a calibration without a workload");
    if (!request.gpu.open) {
        return core::failed("--device", "found cuda; this build has no gpu/ (SHARDSCOPE_CUDA)");
    }
    return GpuCalibrator(request, progress).run();
}

}  // namespace shardscope::profiler
