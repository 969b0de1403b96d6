#include "traces/analysis/recording.h"

#include <fmt/format.h>

#include <algorithm>
#include <optional>

#include "traces/analysis/json_access.h"
#include "traces/analysis/row_reader.h"
#include "traces/vocabulary.h"

namespace shardscope::traces {

namespace {

constexpr int64_t kMaxRanks = 1'000'000;

std::vector<BucketFact> bucketFacts(const Json& run) {
    std::vector<BucketFact> facts;
    const Json& buckets = memberOf(run, "buckets");
    if (!buckets.is_array()) return facts;
    for (const Json& bucket : buckets) {
        facts.push_back({.label = textOf(bucket, "label"),
                         .elements = integerOf(bucket, "elements"),
                         .realElements = integerOf(bucket, "realElements"),
                         .tied = boolOf(bucket, "tied")});
    }
    return facts;
}

core::Result<void> checkOurs(const Json& run, const std::string& path) {
    const std::string schema = textOf(run, "schema");
    if (schema == kRecordingSchema) return {};
    const std::string wanted = fmt::format(
        "not a recording of shardscope: found schema \"{}\", "
        "allowed: \"{}\"",
        schema, kRecordingSchema);
    if (!run.is_null()) return core::invalidInput(path, wanted);
    return core::invalidInput(
        path, wanted +
                  "; `shardscope view` shows another program's trace as far as it goes, and "
                  "`shardscope export --csv` or --sqlite writes its events as a table");
}

std::vector<int> standingRanks(const Json& run, int worldSize) {
    std::vector<int> ranks;
    const Json& simulated = memberOf(run, "simulatedRanks");
    if (!simulated.is_array()) return ranks;
    for (const Json& rank : simulated) {
        const bool known = rank.is_number_integer() && rank >= 0 && rank < worldSize;
        if (!known) return {};
        ranks.push_back(rank.get<int>());
    }
    return ranks;
}

bool wholeOnEveryRank(const Recording& recording, int64_t step) {
    return std::ranges::all_of(recording.ranks,
                               [&](const RankRows& rows) { return rows.window(step) != nullptr; });
}

bool updatedIn(const RankRows& rows, int64_t step) {
    return std::ranges::any_of(rows.collectives, [&](const CollectiveRow& row) {
        return row.step == step && returnsWeights(row);
    });
}

/// A strategy that returns no weights shows no updates: then the count of skipped steps decides.
void chooseCommitted(Recording& recording, bool first) {
    const int64_t skipped = integerOf(memberOf(recording.trace->run, "numerics"), "skippedSteps");
    recording.committed = recording.measured;
    if (skipped <= 0 || recording.measured.empty()) return;
    const auto skippedStep = [&](int64_t step) {
        return !updatedIn(recording.ranks.front(), step);
    };
    std::erase_if(recording.committed, skippedStep);
    if (!recording.committed.empty()) return;
    if (first && !skippedStep(0)) {
        recording.committed.push_back(0);
    } else if (skipped < recording.steadySteps + first) {
        recording.committed = recording.measured;
    }
}

void chooseSteps(Recording& recording) {
    if (recording.ranks.empty()) return;
    bool first = false;
    for (const StepRow& row : recording.ranks.front().steps) {
        if (!wholeOnEveryRank(recording, row.step)) continue;
        if (row.step >= 1) recording.measured.push_back(row.step);
        first = first || row.step == 0;
    }
    recording.steadySteps = static_cast<int64_t>(recording.measured.size());
    if (recording.measured.empty() && first) recording.measured.push_back(0);
    chooseCommitted(recording, first);
}

}  // namespace

bool returnsWeights(const CollectiveRow& row) {
    return row.purpose == "parameter" && row.phase != "forward" && row.phase != "backward";
}

const StepRow* RankRows::window(int64_t step) const {
    const auto place = std::ranges::lower_bound(steps, step, {}, &StepRow::step);
    return place != steps.end() && place->step == step ? &*place : nullptr;
}

int Recording::rankAt(int place) const {
    const auto at = static_cast<size_t>(place);
    return place >= 0 && at < standing.size() ? standing[at] : place;
}

int64_t Recording::paddedElements() const {
    int64_t sum = 0;
    for (const BucketFact& bucket : buckets) sum += bucket.elements;
    return sum;
}

int Recording::untiedBuckets() const {
    return static_cast<int>(std::ranges::count(buckets, false, &BucketFact::tied));
}

core::Result<int> worldSizeOf(const Json& run, const std::string& path) {
    if (const auto ours = checkOurs(run, path); !ours) return tl::unexpected(ours.error());
    const int64_t ranks = integerOf(run, "ranks", 1);
    if (ranks >= 1 && ranks <= kMaxRanks) return static_cast<int>(ranks);
    return core::invalidInput(path,
                              fmt::format("ranks: found {}, allowed: 1 to {}", ranks, kMaxRanks));
}

core::Result<Recording> recordingOf(const Trace& trace, const std::string& path) {
    const auto worldSize = worldSizeOf(trace.run, path);
    if (!worldSize) return tl::unexpected(worldSize.error());
    RowReader reader(trace, *worldSize);
    reader.take();
    return recordingOf(trace, path, reader.finish());
}

core::Result<Recording> recordingOf(const Trace& trace, const std::string& path,
                                    std::vector<RankRows> rows) {
    const auto worldSize = worldSizeOf(trace.run, path);
    if (!worldSize) return tl::unexpected(worldSize.error());
    const Json& workload = memberOf(trace.run, "workload");
    Recording recording{.trace = &trace, .ranks = std::move(rows), .worldSize = *worldSize};
    recording.gradAccum = std::max<int64_t>(1, integerOf(workload, "gradAccum", 1));
    recording.parameters = integerOf(workload, "parameters");
    recording.gradientBytesPerElement = integerOf(trace.run, "gradientBytesPerElement", 2);
    recording.buckets = bucketFacts(trace.run);
    recording.standing = standingRanks(trace.run, *worldSize);
    chooseSteps(recording);
    return recording;
}

}  // namespace shardscope::traces
