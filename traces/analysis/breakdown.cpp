#include "traces/analysis/breakdown.h"

#include <algorithm>
#include <utility>
#include <vector>

#include "core/model/operation.h"
#include "traces/analysis/intervals.h"
#include "traces/analysis/recording.h"
#include "traces/analysis/statistics.h"

namespace shardscope::traces {

namespace {

/// One step, before medians.
struct Parts {
    std::vector<Interval> compute, transfers, waits;
    std::map<std::string, int64_t> computeNs, collectiveNs;
};

template <size_t... I>
std::vector<std::string_view> operationNames(std::index_sequence<I...>) {
    return {core::nameOf(core::Operation(std::variant_alternative_t<I, core::Operation>{}))...};
}

/// "attention backward h.3.attn" is an attention backward: the longest name of an operation that opens
/// @p name; its first word when none does.
std::string kindOf(std::string_view name) {
    static const auto kNames =
        operationNames(std::make_index_sequence<std::variant_size_v<core::Operation>>());
    std::string_view kind;
    for (const std::string_view each : kNames) {
        if (each.size() > kind.size() && name.starts_with(each)) kind = each;
    }
    return std::string(kind.empty() ? name.substr(0, name.find(' ')) : kind);
}

std::map<int64_t, Parts> partsOf(const RankRows& rows) {
    std::map<int64_t, Parts> steps;
    for (const SpanRow& row : rows.operations) {
        Parts& parts = steps[row.step];
        parts.compute.push_back({row.beginNs, row.endNs});
        parts.computeNs[kindOf(row.what)] += row.endNs - row.beginNs;
    }
    for (const CollectiveRow& row : rows.collectives) {
        Parts& parts = steps[row.step];
        parts.waits.push_back({row.arrivedNs, row.startNs});
        parts.transfers.push_back({row.startNs, row.endNs});
        const bool small = row.purpose == "small";
        parts.collectiveNs[small ? "small" : std::string(row.name)] += row.endNs - row.startNs;
    }
    return steps;
}

using Lists = std::map<std::string, std::vector<int64_t>>;

/// A kind that a step lacks took no time there.
std::map<std::string, int64_t> mediansOf(Lists lists, size_t steps) {
    std::map<std::string, int64_t> medians;
    for (auto& [kind, values] : lists) {
        values.resize(steps);
        medians[kind] = medianOf(values);
    }
    return medians;
}

struct Samples {
    std::vector<int64_t> stepNs, exposedNs, waitingNs, idleNs;
    Lists computeNs, collectiveNs;

    void take(const StepRow& window, Parts parts) {
        const auto compute = unionOf(parts.compute);
        std::vector<Interval> busy = parts.compute;
        busy.insert(busy.end(), parts.transfers.begin(), parts.transfers.end());
        const auto worked = unionOf(busy);
        busy.insert(busy.end(), parts.waits.begin(), parts.waits.end());
        const auto all = clipped(unionOf(busy), window.beginNs, window.endNs);
        stepNs.push_back(window.endNs - window.beginNs);
        exposedNs.push_back(lengthOutside(unionOf(std::move(parts.transfers)), compute));
        waitingNs.push_back(lengthOutside(unionOf(std::move(parts.waits)), worked));
        idleNs.push_back(window.endNs - window.beginNs - lengthOf(all));
        for (const auto& [kind, ns] : parts.computeNs) computeNs[kind].push_back(ns);
        for (const auto& [kind, ns] : parts.collectiveNs) collectiveNs[kind].push_back(ns);
    }
};

StepBreakdown mediansOf(const Samples& samples) {
    const size_t steps = samples.stepNs.size();
    StepBreakdown b{.steps = static_cast<int64_t>(steps),
                    .stepNs = medianOf(samples.stepNs),
                    .computeNs = mediansOf(samples.computeNs, steps),
                    .exposedNs = medianOf(samples.exposedNs),
                    .waitingNs = medianOf(samples.waitingNs),
                    .idleNs = medianOf(samples.idleNs),
                    .collectiveNs = mediansOf(samples.collectiveNs, steps)};
    b.unexplainedNs = b.stepNs - b.exposedNs - b.waitingNs - b.idleNs;
    for (const auto& [kind, ns] : b.computeNs) b.unexplainedNs -= ns;
    return b;
}

}  // namespace

core::Result<StepBreakdown> breakdownOf(const Trace& trace, const std::string& path) {
    const auto recording = recordingOf(trace, path);
    if (!recording) return tl::unexpected(recording.error());
    if (recording->measured.empty()) {
        return core::invalidInput(path, "has no whole step on every rank; nothing to take apart");
    }
    StepBreakdown longest;
    for (const RankRows& rows : recording->ranks) {
        std::map<int64_t, Parts> parts = partsOf(rows);
        Samples samples;
        for (const int64_t step : recording->measured) {
            samples.take(*rows.window(step), parts[step]);
        }
        StepBreakdown breakdown = mediansOf(samples);
        if (breakdown.stepNs > longest.stepNs) longest = std::move(breakdown);
    }
    return longest;
}

}  // namespace shardscope::traces
