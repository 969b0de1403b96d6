#include "profiler/calibrate/gpu/gpu_calibrate.h"

#include <fmt/format.h>

#include <algorithm>
#include <chrono>
#include <set>

#include "core/base/units.h"
#include "core/plan/strategy.h"
#include "profiler/calibrate/collective_sweep.h"
#include "profiler/calibrate/gpu/gpu_document.h"
#include "profiler/calibrate/gpu/gpu_pace.h"
#include "profiler/calibrate/gpu/relative.h"
#include "profiler/calibrate/machine.h"
#include "profiler/calibrate/probe.h"
#include "profiler/run/machine_memory.h"

namespace shardscope::profiler {

namespace {

using core::DType;
using Clock = std::chrono::steady_clock;

// Of the seconds; the rest is set-up.
constexpr double kSquareShare = 0.05;  // of each kind of products
constexpr double kSustainedShare = 0.05, kProbeShare = 0.4, kSweepShare = 0.2;
constexpr int64_t kLayers = 2;  // have all of a model's kernels
constexpr int64_t kLeastArena = 32 * core::kMiB, kMostArena = 2 * core::kGiB;
constexpr int64_t kArenaBytesASecond = 64 * core::kMiB;  // as much as can be used well
constexpr int64_t kLeastSquare = 128, kMostSquare = 8192, kAlwaysSquare = 256;

double passed(Clock::time_point since) {
    return std::chrono::duration<double>(Clock::now() - since).count();
}

Probe probeOf(core::Workload workload, std::string_view preset, int ranks) {
    auto strategy = core::presetNamed(preset, "calibrate");
    if (!strategy) core::broken("a preset is gone");
    strategy->overlap = false;
    workload.gradAccum = 2;
    workload.model.layers = std::min(workload.model.layers, kLayers);
    return {.workload = std::move(workload), .strategy = *strategy, .ranks = ranks};
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
    core::Result<void> collectives(core::Accelerator& accelerator);
    core::Result<void> sharing(core::Accelerator& accelerator);
    core::Result<core::Problem> problem() const;
    ProbeMachine machineOf(core::Accelerator& accelerator) const;
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

ProbeMachine GpuCalibrator::machineOf(core::Accelerator& accelerator) const {
    return {.communicators = [&accelerator](int) { return accelerator.communicators(0); },
            .device =
                [&accelerator, makeTags = makeTags()](const core::RunContext& context,
                                                      core::Communicator& communicator,
                                                      core::Observer* observer) {
                    return accelerator.makeDevice(context, communicator, observer,
                                                  makeTags ? makeTags() : nullptr);
                },
            .fits =
                [&accelerator](int64_t neededBytes) {
                    return fitsTheGpu(neededBytes, accelerator.availableBytes());
                },
            .stopped = [stop = request_.stop] { return stop && *stop; }};
}

core::Result<core::Problem> GpuCalibrator::problem() const {
    const Probe probe = probeOf(request_.workloads.front(), "zero-0", 1);
    return core::makeProblem(probe.workload, probe.strategy, 1);
}

int64_t GpuCalibrator::arenaOf(const core::Accelerator& accelerator) const {
    const auto useful = static_cast<int64_t>(request_.seconds * kArenaBytesASecond);
    return std::clamp(std::min(useful, accelerator.availableBytes() / 4), kLeastArena, kMostArena);
}

/// From small to large, until the time is over: the next has eight times the work.
core::Result<void> GpuCalibrator::squares(GpuBench& bench, DType dtype, bool tf32) {
    const auto said = say(fmt::format("square products, {}", tf32 ? "tf32" : nameOf(dtype)));
    if (!said) return said;
    const auto begin = Clock::now();
    const double seconds = request_.seconds * kSquareShare;
    for (int64_t size = kLeastSquare; size <= kMostSquare; size *= 2) {
        if (3 * size * size * core::bytesOf(dtype) > bench.arenaBytes()) break;
        const auto before = Clock::now();
        const auto timed = squareOf(bench, dtype, tf32, size);
        if (!timed) return tl::unexpected(timed.error());
        measured_.squares.push_back(*timed);
        if (size >= kAlwaysSquare && passed(begin) + 8 * passed(before) > seconds) break;
    }
    return {};
}

core::Result<void> GpuCalibrator::sustained(GpuBench& bench) {
    const auto best =
        bestSquare(measured_, measured_.dtype, measured_.tf32 && measured_.dtype == DType::Fp32);
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
        const Probe probe = probeOf(workload, "zero-2", 1);
        auto done = runProbes(
            {&probe, 1}, seconds, machineOf(accelerator),
            [&](const Probe&, const core::StepPlan& plan, std::span<const Watch> watches) {
                measured_.kernels.add(plan, watches);
            });
        if (!done) return done;
    }
    return {};
}

/// What ranks take of each other when all do the same.
core::Result<void> GpuCalibrator::sharing(core::Accelerator& accelerator) {
    MeasuredRanks& several = *measured_.several;
    if (auto said = say(fmt::format("sharing the GPU, {} ranks", several.ranks)); !said) {
        return said;
    }
    const auto weights = problem();
    if (!weights) return tl::unexpected(weights.error());
    auto benches =
        GpuBench::openAll(accelerator, makeTags(), *weights, arenaOf(accelerator) / several.ranks);
    if (!benches) return tl::unexpected(benches.error());
    const auto memory = copySharing(*benches);
    if (!memory) return tl::unexpected(memory.error());
    several.memorySharing = *memory;
    const auto best =
        bestSquare(measured_, measured_.dtype, measured_.tf32 && measured_.dtype == DType::Fp32);
    if (!best) return {};
    const auto product = squareSharing(*benches, best->dtype, best->size);
    if (!product) return tl::unexpected(product.error());
    several.productSharing = *product;
    return {};
}

core::Result<void> GpuCalibrator::collectives(core::Accelerator& accelerator) {
    MeasuredRanks& several = *measured_.several;
    const core::Workload& w = request_.workloads.front();
    const std::set<DType> dtypes{w.dtype, w.reduceDtype};
    const std::vector<DType> list(dtypes.begin(), dtypes.end());
    const int64_t room = largestSweepBytes(accelerator.availableBytes(), accelerator.ranksAGpu());
    const auto timed = sweepGpuCollectives(accelerator, makeTags(), several.ranks, list, room,
                                           request_.seconds * kSweepShare,
                                           [stop = request_.stop] { return stop && *stop; });
    if (!timed) return tl::unexpected(timed.error());
    several.link = fitLink(*timed, several.ranks);
    if (several.link.largestBytes < static_cast<double>(kMostSweepBytes)) {
        notes_.push_back(fmt::format(
            "collectives up to {}: what the time and the memory allow; --seconds more measures "
            "larger ones",
            core::formatBytes(static_cast<int64_t>(several.link.largestBytes))));
    }
    return {};
}

core::Result<void> GpuCalibrator::severalRanks() {
    const int ranks = request_.ranks > 0 ? request_.ranks : measured_.facts.gpus;
    if (ranks < 2) return {};
    if (auto said = say(fmt::format("collectives, {} ranks", ranks)); !said) return said;
    auto accelerator = open(ranks, request_.comm, request_.tf32);
    if (!accelerator) return tl::unexpected(accelerator.error());
    measured_.several =
        MeasuredRanks{.ranks = ranks, .sameGpu = !(*accelerator)->meetsInKernels(), .link = {}};
    {
        auto made = (*accelerator)->communicators(0);
        if (!made) return tl::unexpected(made.error());
        if (const auto use = (*accelerator)->use()) measured_.several->ncclBytes = use->nccl;
    }
    if (auto done = collectives(**accelerator); !done) return done;
    if (!measured_.several->sameGpu) return {};
    notes_.push_back(fmt::format(
        "{} ranks on {} GPU{}: collectives are the same-GPU communicator's, and the rates are what "
        "one of these ranks has of a GPU that it shares; a GPU of its own has more",
        ranks, measured_.facts.gpus, measured_.facts.gpus == 1 ? "" : "s"));
    return sharing(**accelerator);
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
