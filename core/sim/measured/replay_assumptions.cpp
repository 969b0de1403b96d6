#include "core/sim/measured/replay_assumptions.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>

#include "core/base/units.h"

namespace shardscope::core {

namespace {

std::string people(CollectiveKind kind) {
    switch (kind) {
        case CollectiveKind::ReduceScatter:
            return "reduce-scatter";
        case CollectiveKind::AllGather:
            return "all-gather";
        case CollectiveKind::AllReduce:
            return "all-reduce";
        case CollectiveKind::Reduce:
            return "reduce";
        case CollectiveKind::Broadcast:
            return "broadcast";
    }
    broken("unknown collective");
}

std::string bytesText(double bytes) { return formatBytes(static_cast<int64_t>(bytes)); }

std::string standInSentence(CollectiveKind kind, const std::vector<CollectiveKind>& of) {
    if (of.size() == 2) {
        return fmt::format(
            "an {} that was not recorded in such sizes takes what a {} and an {} of the same array "
            "take",
            people(kind), people(of[0]), people(of[1]));
    }
    const bool half = of.front() == CollectiveKind::AllReduce;
    return fmt::format("a {} was not recorded in such sizes and takes {} an {} of the same array",
                       people(kind), half ? "half the time of" : "the time of", people(of.front()));
}

}  // namespace

Result<void> ReplayAssumptions::add(const StepPlan& plan) {
    Result<void> known;
    const auto look = [&](const Action& action, int microBatch) {
        if (!known) return;
        if (const auto* launch = std::get_if<Launch>(&action.what)) {
            known = addOperation(action, *launch, plan.layout, microBatch);
        } else if (const auto* collective = std::get_if<Collective>(&action.what)) {
            known = addCollective(action, *collective);
        }
    };
    forEachAction(plan, true, look);
    for (const Action& action : plan.checkpoint) look(action, -1);
    return known;
}

Result<void> ReplayAssumptions::addOperation(const Action& action, const Launch& launch,
                                             const Layout& layout, int microBatch) {
    const auto time = operations_.find(launch.operation, layout, microBatch);
    const std::string kernel(nameOf(launch.operation));
    if (!time) {
        return invalidInput(
            where_, fmt::format("has no time for \"{} {}\" ({}): it was recorded neither in this "
                                "shape and number format nor in one like it. What may differ from "
                                "the recording: stage or strategy, bucket, in-flight, overlap, "
                                "gradient accumulation, layers, ranks",
                                kernel, action.name, nameOf(action.phase)));
    }
    if (time->basis == TimeBasis::Recorded) return {};
    kernels_[time->basis].insert(time->basis == TimeBasis::OtherKernel
                                     ? fmt::format("{} as {}", kernel, time->kernel)
                                     : kernel);
    return {};
}

Result<void> ReplayAssumptions::addCollective(const Action& action, const Collective& collective) {
    const Participants who{collective.group.size(ranks_), collective.group.stride};
    const auto bytes = static_cast<double>(collective.elements * bytesOf(collective.dtype));
    const auto time = transfers_.find(collective.kind, collective.dtype, bytes, who);
    if (!time) {
        return invalidInput(
            where_, fmt::format("has no time for the {} \"{}\" of {}, nor for collectives that "
                                "could stand for it; name a recording that has some too: "
                                "--costs-from ONE,OTHER",
                                people(collective.kind), action.name, bytesText(bytes)));
    }
    otherRanks_ = otherRanks_ || time->otherRanks;
    if (!time->of.empty()) standIns_[collective.kind] = time->of;
    if (time->recorded || time->otherRanks) return {};
    const auto note = [&](CollectiveKind kind) {
        fitted_[kind] = who;
        mostBytes_[kind] = std::max(mostBytes_[kind], bytes);
    };
    if (time->of.empty()) note(collective.kind);
    return {};
}

std::string ReplayAssumptions::operationSentence(TimeBasis basis,
                                                 const std::set<std::string>& kernels) const {
    const std::string list = fmt::format("{}", fmt::join(kernels, ", "));
    switch (basis) {
        case TimeBasis::SameShape:
            return "operations that were not recorded take the median of those of the same kernel "
                   "and sizes: " +
                   list;
        case TimeBasis::FirstMicroBatch:
            return "one micro-batch a step was recorded: adding to a gradient takes what writing "
                   "it takes: " +
                   list;
        case TimeBasis::OtherSize:
            return "in sizes that were not recorded, time grows with the bytes, from the nearest "
                   "recorded size on: " +
                   list;
        case TimeBasis::OtherKernel:
            return "operations that were not recorded at all take the time a byte of a kernel that "
                   "was: " +
                   list;
        case TimeBasis::Recorded:
            break;
    }
    broken("a recorded time is no assumption");
}

std::string ReplayAssumptions::lineSentence(CollectiveKind kind) const {
    const auto line = transfers_.lineOf(kind, fitted_.at(kind));
    if (!line) broken("a fitted collective has a line");
    const std::string rate =
        line->nsPerByte > 0 ? fmt::format(" + bytes at {:.3g} GB/s", 1.0 / line->nsPerByte) : "";
    const std::string sizes =
        line->sizes == 1 ? "its one recorded size, " + bytesText(line->mostBytes)
                         : fmt::format("{} recorded sizes from {} to {}", line->sizes,
                                       bytesText(line->leastBytes), bytesText(line->mostBytes));
    const double most = mostBytes_.at(kind);
    return fmt::format(
        "{} in sizes that were not recorded: {:.3g} us{}, a line fitted to {}{}{}", people(kind),
        line->latencyNs / 1e3, rate, sizes,
        line->borrowsLatency ? " and to the smallest collective" : "",
        most > line->mostBytes ? fmt::format("; used up to {}", bytesText(most)) : "");
}

std::vector<std::string> ReplayAssumptions::sentences() const {
    std::vector<std::string> list;
    for (const auto& [basis, kernels] : kernels_) {
        list.push_back(operationSentence(basis, kernels));
    }
    for (const auto& [kind, who] : fitted_) list.push_back(lineSentence(kind));
    for (const auto& [kind, of] : standIns_) list.push_back(standInSentence(kind, of));
    if (otherRanks_) {
        list.push_back(
            "collectives over another number of ranks: latency by the steps of a ring, bytes by "
            "what each rank sends; links between more ranks are as fast as the recorded ones");
    }
    return list;
}

}  // namespace shardscope::core
