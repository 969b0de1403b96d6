#include "profiler/replay/replay.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <filesystem>

#include "core/capacity/advice.h"
#include "core/sim/simulate_step.h"
#include "profiler/replay/host_pace.h"
#include "profiler/replay/span_times.h"
#include "profiler/replay/waiting.h"
#include "traces/analysis/json_access.h"
#include "traces/analysis/statistics.h"

namespace shardscope::profiler {

namespace {

std::string fileName(const std::string& path) {
    return std::filesystem::path(path).filename().string();
}

core::Result<traces::Recording> wholeRecording(const ReplaySource& source) {
    if (source.trace.incomplete) {
        return core::invalidInput(source.path,
                                  "was cut off; times are taken from whole recordings only");
    }
    auto recording = traces::recordingOf(source.trace, source.path);
    if (!recording) return tl::unexpected(recording.error());
    if (recording->measured.empty()) {
        return core::invalidInput(source.path,
                                  fmt::format("has no whole step on every rank (status {}); there "
                                              "are no times to replay",
                                              traces::textOf(source.trace.run, "status", "?")));
    }
    return recording;
}

/// The median step of the rank whose median is longest.
int64_t stepNsOf(const traces::Recording& recording) {
    const auto& steps = recording.committed.empty() ? recording.measured : recording.committed;
    int64_t longest = 0;
    for (const traces::RankRows& rows : recording.ranks) {
        std::vector<int64_t> durations;
        for (const int64_t step : steps) {
            const traces::StepRow* window = rows.window(step);
            durations.push_back(window->endNs - window->beginNs);
        }
        longest = std::max(longest, traces::medianOf(durations));
    }
    return longest;
}

/// What a recording gives: times, and how they were made.
struct Source {
    core::RecordedTimes times;
    Stretch stretch;
    int64_t stepNs = 0;
    size_t steps = 0, ranks = 0;
};

core::Result<Source> read(const ReplaySource& from) {
    const auto recording = wholeRecording(from);
    if (!recording) return tl::unexpected(recording.error());
    auto spans = spansOf(*recording, from.problem, from.path);
    if (!spans) return tl::unexpected(spans.error());
    SpanTimes found = timesOf(*spans, recording->worldSize);
    const HostPace pace = hostPaceOf(*spans);
    found.times.launchNs = pace.launchNs;
    found.times.eventNs = pace.eventNs;
    // A virtual clock starts work the moment it can; whatever lies between is the host's pace.
    const bool measured = traces::textOf(from.trace.run, "source") == "measured";
    if (measured) {
        const Waiting waiting = waitingOf(*spans);
        found.times.handOverNs = handOverNsOf(*spans);
        found.times.wakeUpNs = waiting.wakeUpNs;
        found.times.lateness = waiting.lateness;
    }
    return Source{.times = std::move(found.times),
                  .stretch = found.stretch,
                  .stepNs = stepNsOf(*recording),
                  .steps = recording->measured.size(),
                  .ranks = recording->ranks.size()};
}

core::Result<void> alike(const ReplaySource& first, const ReplaySource& other) {
    const auto differs = [&](std::string_view what, std::string_view here, std::string_view there) {
        return core::invalidInput(
            other.path, fmt::format("{}: found {}, but {} has {}; recordings that are replayed "
                                    "together are of one workload on one machine",
                                    what, there, fileName(first.path), here));
    };
    for (const char* key :
         {"model", "layers", "hidden", "heads", "vocab", "intermediate", "kvHeads", "headDim",
          "sequence", "microBatch", "dtype", "attention", "checkpointing", "optimizer"}) {
        const auto of = [&](const ReplaySource& source) {
            return traces::memberOf(traces::memberOf(source.trace.run, "workload"), key).dump();
        };
        if (of(first) != of(other)) return differs(key, of(first), of(other));
    }
    for (const char* key : {"ranks", "device", "hardware", "source"}) {
        const auto of = [&](const ReplaySource& source) {
            return traces::memberOf(source.trace.run, key).dump();
        };
        if (of(first) != of(other)) return differs(key, of(first), of(other));
    }
    return {};
}

void append(core::RecordedTimes& all, core::RecordedTimes more) {
    std::ranges::move(more.operations, std::back_inserter(all.operations));
    std::ranges::move(more.transfers, std::back_inserter(all.transfers));
}

std::vector<std::string> assumptionsOf(const std::vector<ReplaySource>& sources,
                                       const std::vector<Source>& read) {
    std::vector<std::string> list;
    const Source& first = read.front();
    list.push_back(fmt::format(
        "operations and collectives take what they took in {}: medians over "
        "{} steps and {} rank{}",
        fileName(sources.front().path), first.steps, first.ranks, first.ranks == 1 ? "" : "s"));
    for (size_t i = 1; i < sources.size(); ++i) {
        list.push_back("what it lacks is taken from " + fileName(sources[i].path));
    }
    if (first.stretch.operations != 1.0 || first.stretch.transfers != 1.0) {
        list.push_back(fmt::format(
            "medians leave out when work was held up: operations are stretched by {:.3g} and "
            "transfers by {:.3g}, so that a step's sums are the recorded ones",
            first.stretch.operations, first.stretch.transfers));
    }
    list.push_back(fmt::format(
        "the host issues a launch in {:.3g} us and an event in {:.3g} us; "
        "{:.3g} us lie between operations",
        first.times.launchNs / 1e3, first.times.eventNs / 1e3, first.times.handOverNs / 1e3));
    if (first.times.wakeUpNs > 0 || first.times.lateness > 0) {
        list.push_back(
            fmt::format("a thread that waited goes on {} after what it waited for; all ranks are "
                        "equally fast, and "
                        "those that meet wait {:.3g} % of the time since they last did",
                        core::stepText(static_cast<int64_t>(first.times.wakeUpNs)),
                        100.0 * first.times.lateness));
    }
    list.push_back(
        "work keeps the slow-down that it had beside other work when it was recorded, and gets no "
        "other");
    return list;
}

/// How far from 1, either way.
double offBy(double ratio) { return ratio > 0.0 ? std::abs(std::log(ratio)) : 0.0; }

struct Held {
    std::string text;
    double ratio = 1.0;  ///< predicted over recorded step
};

/// "zero-1.trace.json.gz as it was recorded, at these times: 41.2 ms a step; recorded were 47.9 ms (ratio
/// 0.860)".
core::Result<Held> heldAgainstItself(const ReplaySource& source, const Source& read,
                                     const Replay& replay) {
    constexpr std::array kFirst{core::Rank{0}};
    const auto known = replay.costs->assumptionsFor(source.problem, kFirst, replay.where);
    if (!known) return tl::unexpected(known.error());
    const auto step = core::simulateStep(source.problem, {.costs = replay.costs});
    if (!step) return tl::unexpected(step.error());
    const double predicted = static_cast<double>(step->stepNs) / 1e6;
    const double recorded = static_cast<double>(read.stepNs) / 1e6;
    std::string text = fmt::format(
        "{} as it was recorded, at these times: {:.4g} ms a step; recorded were "
        "{:.4g} ms (ratio {:.3f})",
        fileName(source.path), predicted, recorded, predicted / recorded);
    return Held{.text = std::move(text), .ratio = predicted / recorded};
}

}  // namespace

core::Result<Replay> makeReplay(const std::vector<ReplaySource>& sources) {
    std::vector<Source> all;
    for (const ReplaySource& source : sources) {
        if (auto fits = alike(sources.front(), source); !fits) return tl::unexpected(fits.error());
        auto one = read(source);
        if (!one) return tl::unexpected(one.error());
        all.push_back(std::move(*one));
    }
    const traces::Json& run = sources.front().trace.run;
    Replay replay{.where = sources.front().path,
                  .ranks = sources.front().problem.buckets.ranks,
                  .sharesCores = run.contains("cores") || traces::textOf(run, "device") == "host",
                  .cores = static_cast<int>(traces::integerOf(run, "cores"))};
    replay.assumptions = assumptionsOf(sources, all);
    core::RecordedTimes times = all.front().times;
    for (size_t i = 1; i < all.size(); ++i) append(times, all[i].times);
    replay.costs = std::make_shared<core::ReplayedCosts>(std::move(times));
    const double peak = traces::numberOf(run, "peakFlops");
    if (peak > 0) replay.peakFlops = peak;
    for (size_t i = 0; i < sources.size(); ++i) {
        auto held = heldAgainstItself(sources[i], all[i], replay);
        if (!held) return tl::unexpected(held.error());
        replay.validatedOn.push_back(std::move(held->text));
        if (offBy(held->ratio) > offBy(replay.ratio)) replay.ratio = held->ratio;
    }
    return replay;
}

core::Result<void> ranksCanBe(const Replay& replay, int ranks) {
    const int most = std::max(ranks, replay.ranks);
    const bool apart = !replay.sharesCores || 2 * most <= replay.cores;
    if (ranks == replay.ranks || apart) return {};
    return core::invalidInput(
        "--ranks",
        fmt::format("found {}; {} was recorded with {} ranks that share a machine's cores, and "
                    "what more or fewer would leave each of them is not in it; allowed: {}, or a "
                    "recording of {} ranks",
                    ranks, fileName(replay.where), replay.ranks, replay.ranks, ranks));
}

}  // namespace shardscope::profiler
