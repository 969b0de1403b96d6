// What the run did, compared with what its label says.

#include <fmt/format.h>

#include <algorithm>
#include <array>

#include "core/plan/strategy.h"
#include "traces/analysis/json_access.h"
#include "traces/analysis/observed_axes.h"
#include "traces/analysis/parts.h"

namespace shardscope::traces {

namespace {

using Axes = std::map<std::string, std::string>;

/// The axes that lifetimes and collectives show; the others are habits of one system's buffers.
constexpr std::array<std::string_view, 7> kObservable{
    "optimizer", "layout", "collective", "cadence", "storage", "parameters", "weightReturn"};

Axes observableAxes(const core::Strategy& strategy) {
    Axes axes;
    for (const core::AxisValue& axis : core::axesOf(strategy)) {
        if (std::ranges::find(kObservable, axis.key) == kObservable.end()) continue;
        axes[std::string(axis.key)] = axis.value;
    }
    return axes;
}

int matching(const Axes& seen, const Axes& named) {
    return static_cast<int>(std::ranges::count_if(seen, [&](const auto& axis) {
        const auto place = named.find(axis.first);
        return place != named.end() && place->second == axis.second;
    }));
}

/// The preset that shares most axes with what was seen; the first on ties.
std::string closestPreset(const Axes& seen) {
    std::string closest;
    int most = -1;
    for (const std::string_view name : core::presetNames()) {
        const auto preset = core::presetNamed(name, "preset");
        if (!preset) continue;
        if (const int same = matching(seen, observableAxes(*preset)); same > most) {
            most = same;
            closest = name;
        }
    }
    return closest;
}

std::string at(const Axes& axes, const std::string& axis) {
    const auto place = axes.find(axis);
    return place == axes.end() ? "" : place->second;
}

/// Design section 1: stage 1 shards the optimizer, 2 the gradients too, 3 the parameters too.
std::optional<int> stageSeen(const Axes& axes) {
    const bool whole = at(axes, "parameters") == "replicated";
    const bool freed = at(axes, "storage") == "freed-per-bucket";
    if (at(axes, "optimizer") == "replicated") {
        return whole && !freed && at(axes, "collective") == "all-reduce" ? std::optional(0)
                                                                         : std::nullopt;
    }
    if (at(axes, "optimizer") != "sharded" || at(axes, "storage").empty()) return std::nullopt;
    if (!whole) return freed ? std::optional(3) : std::nullopt;
    return freed ? 2 : 1;
}

/// What the label promises of each axis: the preset of that name, else the recorded axes.
Axes promisedBy(const Json& strategy) {
    if (const auto preset = core::presetNamed(textOf(strategy, "preset"), "strategy")) {
        return observableAxes(*preset);
    }
    Axes axes;
    for (const std::string_view axis : kObservable) {
        const std::string text = textOf(strategy, axis);
        if (!text.empty()) axes[std::string(axis)] = text;
    }
    return axes;
}

/// Adds a sentence for each axis in which the run did not do what its label says.
bool compareWithLabel(const Json& strategy, Observed& observed) {
    const Axes promised = promisedBy(strategy);
    bool agrees = true;
    for (const auto& [axis, seen] : observed.axes) {
        const auto place = promised.find(axis);
        if (place == promised.end() || place->second == seen) continue;
        agrees = false;
        observed.evidence.push_back(fmt::format("the label \"{}\" says {} {}; seen: {}",
                                                textOf(strategy, "preset"), axis, place->second,
                                                seen));
    }
    const Json& stage = memberOf(strategy, "stage");
    if (observed.stage && stage.is_number_integer() && stage.get<int>() != *observed.stage) {
        agrees = false;
        observed.evidence.push_back(fmt::format("the label says stage {}; seen: stage {}",
                                                stage.get<int>(), *observed.stage));
    }
    return agrees;
}

Observed nothingSeen(std::string why) {
    Observed observed;
    observed.agrees = true;  // nothing contradicts the label
    observed.evidence.push_back(std::move(why));
    return observed;
}

}  // namespace

Observed observedOf(const Recording& recording, int worstRank) {
    if (recording.worldSize == 1) {
        return nothingSeen("N = 1: nothing is sharded, so stages cannot be told apart");
    }
    if (recording.measured.empty()) {
        return nothingSeen("no whole step was recorded, so nothing can be said of the strategy");
    }
    ObservedAxes seen = observeAxes(recording, worstRank);
    Observed observed;
    observed.axes = std::move(seen.axes);
    observed.evidence = std::move(seen.evidence);
    observed.distinguishable = recording.untiedBuckets() >= 2;
    if (observed.distinguishable) {
        observed.stage = stageSeen(observed.axes);
    } else {
        observed.axes.erase("storage");
        observed.axes.erase("cadence");
        observed.evidence.push_back(
            "one bucket holds all gradients: when it is freed does not tell stages apart");
    }
    observed.closest = closestPreset(observed.axes);
    observed.agrees = compareWithLabel(memberOf(recording.trace->run, "strategy"), observed);
    return observed;
}

}  // namespace shardscope::traces
