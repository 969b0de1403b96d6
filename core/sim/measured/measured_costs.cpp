#include "core/sim/measured/measured_costs.h"

#include <algorithm>

#include "core/sim/measured/rate_table.h"

namespace shardscope::core {

namespace {

int64_t nsOf(double us) { return static_cast<int64_t>(us * 1e3); }

/// By the machine's best rates, where nothing like it was measured.
double estimateUs(const Hardware& hardware, const KernelShape& shape) {
    const double rate =
        shape.arithmetic ? hardware.peakFlops(DType::Fp32) : hardware.gpu.memoryBandwidthGBps * 1e9;
    return shape.work / rate * 1e6;
}

/// The part of @p durationUs that is transfer leaves computation @p spare cores of @p ranks.
double slowdownOf(double durationUs, double meetingUs, double ranks, double spare) {
    const double rate = std::clamp(spare / ranks, 0.0, 1.0);
    const double meeting = std::min(meetingUs, durationUs);
    const double progress = meeting + (durationUs - meeting) * rate;
    return progress <= 0.0 ? kStandstill : std::clamp(durationUs / progress, 1.0, kStandstill);
}

}  // namespace

MeasuredCosts::MeasuredCosts(Hardware hardware, int ranks)
    : hardware_(std::move(hardware)), ranks_(ranks) {}

double MeasuredCosts::turns() const {
    const double share = ranks_ / hardware_.cpu.cores;
    return share <= 1.0 ? 1.0 : share * hardware_.cpu.sharing;
}

int64_t MeasuredCosts::hostLaunchNs() const { return nsOf(hardware_.host.launchUs); }
int64_t MeasuredCosts::hostEventNs() const { return nsOf(hardware_.host.eventUs); }
/// A rank is a thread that issues and one that computes.
bool MeasuredCosts::issuesFirst() const { return 2 * ranks_ > hardware_.cpu.cores; }
int64_t MeasuredCosts::wakeUpNs() const { return nsOf(hardware_.cpu.wakeUpUs); }
int64_t MeasuredCosts::latenessNs(int64_t sinceNs) const {
    return static_cast<int64_t>(static_cast<double>(sinceNs) * hardware_.cpu.lateness);
}

OperationCost MeasuredCosts::costOf(const Operation& operation, const Layout& layout,
                                    int microBatch) const {
    const KernelShape shape = kernelShapeOf(operation, layout, microBatch);
    const auto measured = kernelUs(hardware_.measured, shape, ranks_);
    const double us = measured ? *measured : estimateUs(hardware_, shape);
    const auto beside =
        kernelUs(hardware_.measured, shape, ranks_, &MeasuredKernel::besideUs).value_or(us);
    const auto whole = [&](double once) { return nsOf(once * turns() + hardware_.cpu.handOverUs); };
    return {.durationNs = whole(us),
            .bound = shape.arithmetic ? Bound::Arithmetic : Bound::Memory,
            .besideNs = whole(beside)};
}

CollectiveCost MeasuredCosts::costOf(CollectiveKind kind, DType dtype, int64_t elements,
                                     Participants who) const {
    const auto bytes = static_cast<double>(elements * bytesOf(dtype));
    const double cores = hardware_.cpu.cores;
    const auto measured = collectiveUs(hardware_.measured, kind, dtype, bytes, who.ranks, cores);
    const double us =
        measured ? *measured : 2.0 * bytes / (hardware_.gpu.memoryBandwidthGBps * 1e3);
    const double spare = std::max(0.0, cores - ranks_);
    const double slowdown = slowdownOf(us, meetingUs(hardware_.measured, kind), ranks_, spare);
    const auto beside = collectiveUs(hardware_.measured, kind, dtype, bytes, who.ranks, cores,
                                     &MeasuredCollective::besideUs);
    return {.durationNs = nsOf(us),
            .arithmeticSlowdown = slowdown,
            .memorySlowdown = slowdown,
            .besideNs = nsOf(beside.value_or(us))};
}

std::vector<std::string> unmeasuredKernels(const Hardware& hardware, const Problem& problem) {
    std::vector<std::string> names;
    const auto plan = planStep(problem, Rank{0});
    if (!plan) return names;
    forEachAction(*plan, true, [&](const Action& action, int microBatch) {
        const auto* launch = std::get_if<Launch>(&action.what);
        if (!launch) return;
        const KernelShape shape = kernelShapeOf(launch->operation, plan->layout, microBatch);
        if (kernelUs(hardware.measured, shape, problem.buckets.ranks)) return;
        const std::string name = shape.kernel + " (" + shape.variant + ")";
        if (std::ranges::find(names, name) == names.end()) names.push_back(name);
    });
    return names;
}

}  // namespace shardscope::core
