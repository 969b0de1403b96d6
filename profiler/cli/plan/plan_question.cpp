#include "profiler/cli/plan/plan_question.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>

#include "profiler/cli/options/options.h"
#include "profiler/cli/options/user_files.h"
#include "profiler/cli/plan/plan_lists.h"

namespace shardscope::cli {

namespace {

constexpr int kMostRanks = 1 << 17;
constexpr int kMostG = 1 << 20;
constexpr int kMostSequences = 1 << 20;

/// The strategies that --stage 0,1,2,3 would be, with everything else as it is; none where that cannot be.
std::vector<core::Strategy> stagesOf(core::Settings firsts) {
    firsts.erase("strategy");
    firsts["stage"] = {.text = "0,1,2,3", .where = "--stage"};
    auto request = makeRequest(firsts, kPlan, std::nullopt);
    return request ? std::move(request->strategies) : std::vector<core::Strategy>{};
}

/// What @p firsts say with the user's files behind them.
core::Settings withFiles(core::Settings firsts) {
    const auto files = UserFiles::read(firsts, std::nullopt);
    return files ? firsts : core::Settings();
}

/// @param files settings with what the user's files say: a DeepSpeed file's batch gives G, too.
void readAccumulation(SettingReader& read, const profiler::RunRequest& shared,
                      const core::Settings& files, core::PlanQuestion& question) {
    constexpr int64_t kMost = int64_t{1} << 40;
    question.gradAccums = shared.gradAccums;
    if (read.has("gradAccum")) question.gradAccums = read.integers("gradAccum", 1, 1, kMostG);
    if (!read.has("globalBatch")) {
        if (!files.contains("globalBatch") || files.contains("gradAccum")) return;
        question.globalBatch = SettingReader(files).integer("globalBatch", 1, 1, kMost);
        return;
    }
    question.globalBatch = read.integer("globalBatch", 1, 1, kMost);
    if (!read.has("gradAccum")) return;
    read.fail("gradAccum",
              fmt::format("is given with --global-batch ({}), from which G follows; give one of "
                          "them",
                          *question.globalBatch));
}

struct Axis {
    const char* key;
    size_t values;
    bool slides;
};

/// What has to have one value beside the axis.
void checkOtherAxes(SettingReader& read, const core::PlanQuestion& q, bool overG) {
    for (const Axis& axis :
         {Axis{"ranks", q.ranks.size(), false}, Axis{"microBatch", q.microBatches.size(), false},
          Axis{"gradAccum", q.gradAccums.size(), overG}, Axis{"bucket", q.buckets.size(), !overG},
          Axis{"checkpointing", q.checkpointings.size(), false},
          Axis{"attention", q.attentions.size(), false},
          Axis{"shardGroup", q.shardGroups.size(), false},
          Axis{"inFlight", q.inFlights.size(), false}}) {
        if (axis.values <= 1 || axis.slides) continue;
        read.fail(axis.key, fmt::format("found {} values; with --slide allowed: one", axis.values));
    }
}

}  // namespace

core::PlanQuestion readQuestion(SettingReader& read, const profiler::RunRequest& shared,
                                const core::Settings& firsts) {
    core::PlanQuestion question{.base = shared.workload, .strategies = shared.strategies};
    question.ranks = read.integers("ranks", 4, 1, kMostRanks);
    question.microBatches = {shared.workload.microBatch};
    if (read.has("microBatch")) {
        const std::vector<int> given = read.integers("microBatch", 1, 1, kMostSequences);
        question.microBatches.assign(given.begin(), given.end());
    }
    readAccumulation(read, shared, withFiles(firsts), question);
    question.buckets = readBuckets(read);
    question.inFlights = read.integers("inFlight", shared.strategies.front().inFlight, 1, 1 << 20);
    question.checkpointings = readCheckpointings(read, shared.workload.checkpointing);
    question.attentions = readAttentions(read);
    question.shardGroups = readShardGroups(read);
    question.stages = stagesOf(firsts);
    question.byName = read.has("strategy");
    question.policy = shared.policy;
    return question;
}

/// A slide has one axis: where the list is not given it has a usual one, and the others have one value.
void readSlide(SettingReader& read, PlanRequest& request) {
    constexpr std::array<std::string_view, 2> kSlides{"grad-accum", "bucket"};
    if (!read.has("slide")) return;
    core::PlanQuestion& q = request.question;
    request.slide =
        read.choice("slide", "", kSlides) == "bucket" ? Slide::Bucket : Slide::GradAccum;
    const bool overG = request.slide == Slide::GradAccum;
    if (overG && q.globalBatch) {
        read.fail("slide",
                  "found \"grad-accum\", but --global-batch fixes G; leave one of them out");
    }
    if (overG && !read.has("gradAccum")) q.gradAccums = {1, 2, 4, 8, 16, 32};
    if (!overG && !read.has("bucket")) {
        q.buckets = {{.elements = 1'000'000},   {.elements = 5'000'000},   {.elements = 25'000'000},
                     {.elements = 100'000'000}, {.elements = 500'000'000}, {}};
    }
    checkOtherAxes(read, q, overG);
}

size_t rowCount(const core::PlanQuestion& q) {
    return q.ranks.size() * q.microBatches.size() * (q.globalBatch ? 1 : q.gradAccums.size()) *
           q.strategies.size() * std::max<size_t>(1, q.buckets.size()) * q.inFlights.size() *
           q.checkpointings.size() * std::max<size_t>(1, q.attentions.size()) *
           std::max<size_t>(1, q.shardGroups.size());
}

}  // namespace shardscope::cli
