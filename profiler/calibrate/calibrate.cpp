#include "profiler/calibrate/calibrate.h"

#include <fmt/format.h>
#include <unistd.h>

#include <algorithm>
#include <set>

#include "core/base/units.h"
#include "core/host/host_memory.h"
#include "core/plan/strategy.h"
#include "core/sim/hardware_keys.h"
#include "profiler/calibrate/allocator_rounding.h"
#include "profiler/calibrate/collective_sweep.h"
#include "profiler/calibrate/fixed_costs.h"
#include "profiler/calibrate/machine.h"
#include "profiler/calibrate/probe.h"
#include "profiler/run/machine_memory.h"

namespace shardscope::profiler {

namespace {

constexpr int kMostRanks = 8;
constexpr double kProbeShare = 0.7, kSweepShare = 0.25, kSharingShare = 0.05;

/// One strategy a stage, and two micro-batches where gradients accumulate.
std::vector<Probe> probesOf(const core::Workload& workload, int ranks, bool overlap) {
    struct Case {
        std::string_view preset;
        int gradAccum;
    };
    std::vector<Case> cases{{"zero-0", 2}, {"zero-2", 2}, {"zero-3", 2}};
    if (ranks > 1) cases = {{"zero-0", 2}, {"zero-1", 1}, {"zero-2", 2}, {"zero-3", 2}};
    std::vector<Probe> probes;
    for (const auto& [preset, gradAccum] : cases) {
        auto strategy = core::presetNamed(preset, "calibrate");
        if (!strategy) core::broken("a preset is gone");
        strategy->overlap = overlap;
        core::Workload w = workload;
        w.gradAccum = gradAccum;
        probes.push_back({.workload = std::move(w), .strategy = *strategy, .ranks = ranks});
    }
    return probes;
}

/// "gpt, bf16 materialized, 2 ranks".
std::string nameOf(const std::vector<Probe>& probes) {
    const auto& [w, strategy, ranks] = probes.front();
    return fmt::format("{}, {} {}, {} rank{}{}", w.model.name, core::nameOf(w.dtype),
                       core::nameOf(w.attention), ranks, ranks == 1 ? "" : "s",
                       strategy.overlap ? ", overlapped" : "");
}

class Calibrator {
  public:
    Calibrator(const CalibrationRequest& request, const CalibrationProgress& progress)
        : request_(request), progress_(progress), cores_(usableCores()) {
        ranks_ = request.ranks > 0 ? request.ranks : std::min(cores_, kMostRanks);
    }

    core::Result<Calibration> run();

  private:
    core::Result<void> probeKernels();
    core::Result<void> sweep();
    void measureFixed();
    void measureMemory();
    core::HardwareDocument document() const;
    void add(core::HardwareDocument& document, std::string_view path, double value) const;
    /// @param done share of the planned time that the parts before this one have.
    void say(const std::string& what, double done) {
        if (progress_) progress_(what, done);
    }

    const CalibrationRequest& request_;
    const CalibrationProgress& progress_;
    int cores_, ranks_ = 1;
    Samples samples_;
    FixedCosts fixed_;
    double sharing_ = 1.0;
    std::optional<AllocatorRounding> rounding_;
    std::vector<std::string> notes_;
};

core::Result<void> Calibrator::probeKernels() {
    std::vector<std::vector<Probe>> groups;
    const std::set<int> counts{1, ranks_};
    for (const core::Workload& workload : request_.workloads) {
        for (const int ranks : counts) {
            for (const bool overlap : {false, true}) {
                groups.push_back(probesOf(workload, ranks, overlap));
            }
        }
    }
    const double share = kProbeShare / static_cast<double>(groups.size());
    for (size_t i = 0; i < groups.size(); ++i) {
        say(nameOf(groups[i]), share * static_cast<double>(i));
        auto done = runProbes(groups[i], request_.seconds * share, samples_);
        if (!done) return done;
    }
    return {};
}

core::Result<void> Calibrator::sweep() {
    if (ranks_ < 2) {
        notes_.push_back("no collectives: one rank has none; --ranks 2 measures them");
        return {};
    }
    say(fmt::format("collectives, {} ranks", ranks_), kProbeShare);
    const core::Workload& w = request_.workloads.front();
    std::set<core::DType> dtypes{core::DType::Fp32, w.dtype, w.reduceDtype};
    const std::vector<core::DType> list(dtypes.begin(), dtypes.end());
    const int64_t room = largestSweepBytes(availableBytes(), ranks_);
    if (room < kMostSweepBytes) {
        notes_.push_back(fmt::format("collectives up to {}: a quarter of the available memory",
                                     core::formatBytes(room)));
    }
    const auto largest =
        sweepCollectives(ranks_, list, room, request_.seconds * kSweepShare, samples_);
    if (!largest) return tl::unexpected(largest.error());
    if (*largest * 4 <= room) {
        notes_.push_back(
            fmt::format("collectives up to {} within {:.3g} s; --seconds more measures "
                        "larger ones",
                        core::formatBytes(*largest), request_.seconds * kSweepShare));
    }
    return {};
}

void Calibrator::measureFixed() {
    say("fixed costs and sharing of cores", kProbeShare + kSweepShare);
    fixed_ = measureFixedCosts();
    sharing_ = measureSharing(cores_, request_.seconds * kSharingShare);
}

void Calibrator::measureMemory() {
    say("rounding of the allocator", 0.99);
    core::HostMemory memory;
    rounding_ = measureRounding(memory, residentBytes, ::sysconf(_SC_PAGESIZE));
    if (!rounding_) notes_.push_back("rounding of the allocator: " + std::string(kNoRounding));
}

void Calibrator::add(core::HardwareDocument& document, std::string_view path, double value) const {
    core::HardwareCoefficient coefficient{.path = std::string(path), .values = {value}};
    coefficient.unit = core::findHardwareKey(path)->unit;
    coefficient.source = document.measured.source;
    document.coefficients.push_back(std::move(coefficient));
}

core::HardwareDocument Calibrator::document() const {
    core::HardwareDocument d{.name = "host", .title = cpuName(), .kind = core::HardwareKind::Host};
    d.measured = samples_.rates();
    d.measured.source = fmt::format("measured by shardscope calibrate on {}, {} cores, {}",
                                    cpuName(), cores_, today());
    add(d, "gpu.memory", static_cast<double>(totalMemoryBytes()) / 1048576.0);
    add(d, "gpu.memoryBandwidth", std::max(1.0, samples_.memoryRate() / 1e9));
    for (const core::DType dtype : {core::DType::Fp32, core::DType::Bf16, core::DType::Fp16}) {
        const double rate = samples_.bestProductRate(dtype);
        if (rate > 0) add(d, fmt::format("gpu.{}", core::nameOf(dtype)), rate / 1e12);
    }
    add(d, "host.launch", fixed_.launchUs);
    add(d, "host.event", fixed_.eventUs);
    if (rounding_) add(d, "memory.slack", rounding_->slack());
    add(d, "cpu.cores", cores_);
    add(d, "cpu.handOver", samples_.handOverUs());
    add(d, "cpu.wakeUp", samples_.wakeUpUs());
    add(d, "cpu.lateness", samples_.lateness());
    add(d, "cpu.sharing", sharing_);
    return d;
}

core::Result<Calibration> Calibrator::run() {
    if (auto done = probeKernels(); !done) return tl::unexpected(done.error());
    if (auto done = sweep(); !done) return tl::unexpected(done.error());
    measureFixed();
    measureMemory();
    return Calibration{.document = document(), .notes = std::move(notes_)};
}

}  // namespace

core::Result<Calibration> calibrate(const CalibrationRequest& request,
                                    const CalibrationProgress& progress) {
    if (request.workloads.empty()) core::broken("a calibration without a workload");
    return Calibrator(request, progress).run();
}

}  // namespace shardscope::profiler
