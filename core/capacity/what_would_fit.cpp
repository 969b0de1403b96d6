// The smallest change under which something fits, found by trying.

#include <fmt/format.h>

#include <algorithm>

#include "core/base/units.h"
#include "core/capacity/advice.h"

namespace shardscope::core {

namespace {

constexpr int kMostRanks = 1 << 16;                // more are not looked at
constexpr int64_t kSmallBucket = 4 * 1024 * 1024;  // elements

class Search {
  public:
    Search(Evaluator& evaluator, const PlanQuestion& question, const PlanRow& from)
        : evaluator_(evaluator), question_(question), from_(from.at) {}

    std::vector<Change> single();
    std::vector<Change> together();

  private:
    std::optional<PlanRow> tried(Configuration at);
    void tryInFlight(std::vector<Change>& found);
    void tryBucket(std::vector<Change>& found);
    void tryStages(std::vector<Change>& found);
    void tryMicroBatches(std::vector<Change>& found);
    void tryCheckpointing(std::vector<Change>& found);
    std::optional<PlanRow> withLeastRanks(const Configuration& from);

    Evaluator& evaluator_;
    const PlanQuestion& question_;
    Configuration from_;
};

bool freesBuckets(const Strategy& strategy) {
    return strategy.storage == FullGradientStorage::FreedPerBucket;
}

/// The row, when it can be and fits. A global batch keeps what it is: G follows.
std::optional<PlanRow> Search::tried(Configuration at) {
    if (question_.globalBatch) {
        const auto g = gradAccumFor(*question_.globalBatch, at.microBatch, at.ranks);
        if (!g) return std::nullopt;
        at.gradAccum = *g;
    }
    if (!partlyFilled(question_.gpusPerNode, at.ranks).empty()) return std::nullopt;
    const auto result = evaluator_.evaluate(at);
    if (!result || !result->fits) return std::nullopt;
    return PlanRow{.at = at, .result = *result, .reason = {}};
}

void Search::tryInFlight(std::vector<Change>& found) {
    if (!freesBuckets(from_.strategy) || from_.strategy.inFlight == 1) return;
    Configuration at = from_;
    at.strategy.inFlight = 1;
    if (auto row = tried(at)) {
        found.push_back({fmt::format("--in-flight 1 (from {})", from_.strategy.inFlight), *row});
    }
}

void Search::tryBucket(std::vector<Change>& found) {
    if (!freesBuckets(from_.strategy)) return;
    Configuration at = from_;
    at.strategy.bucket = {.elements = kSmallBucket};
    if (auto row = tried(at)) {
        found.push_back(
            {fmt::format("--bucket {} (from {})", kSmallBucket, wordOf(from_.strategy.bucket)),
             *row});
    }
}

Strategy onStage(int stage, const Strategy& like) {
    Strategy strategy = *presetNamed(fmt::format("zero-{}", stage), "stage");
    strategy.bucket = like.bucket;
    strategy.inFlight = like.inFlight;
    strategy.overlap = like.overlap;
    return strategy;
}

void Search::tryStages(std::vector<Change>& found) {
    const int now = stageOf(from_.strategy);
    for (int stage = std::max(0, now) + 1; now >= 0 && stage <= 3; ++stage) {
        Configuration at = from_;
        at.strategy = onStage(stage, from_.strategy);
        if (auto row = tried(at)) {
            found.push_back({fmt::format("--stage {} (from {})", stage, now), *row});
            return;
        }
    }
}

void Search::tryMicroBatches(std::vector<Change>& found) {
    for (int64_t microBatch = from_.microBatch / 2; microBatch >= 1; microBatch /= 2) {
        Configuration at = from_;
        at.microBatch = microBatch;
        if (auto row = tried(at)) {
            found.push_back(
                {fmt::format("--micro-batch {} (from {})", microBatch, from_.microBatch), *row});
            return;
        }
    }
}

void Search::tryCheckpointing(std::vector<Change>& found) {
    for (const Checkpointing kind :
         {Checkpointing::Selective, Checkpointing::Alternate, Checkpointing::Full}) {
        if (kind <= from_.checkpointing) continue;
        Configuration at = from_;
        at.checkpointing = kind;
        if (auto row = tried(at)) {
            found.push_back({fmt::format("--checkpointing {} (from {})", nameOf(kind),
                                         nameOf(from_.checkpointing)),
                             *row});
            return;
        }
    }
}

/// Least multiple of @p from's ranks: doubled until it fits, then halved between.
std::optional<PlanRow> Search::withLeastRanks(const Configuration& from) {
    const auto times = [&](int k) {
        Configuration at = from;
        at.ranks = from.ranks * k;
        return tried(at);
    };
    int fails = 1, k = 2;
    std::optional<PlanRow> best;
    for (; from.ranks <= kMostRanks / k && !best; k *= 2) {
        best = times(k);
        if (!best) fails = k;
    }
    if (!best) return std::nullopt;
    int fits = best->at.ranks / from.ranks;
    while (fits - fails > 1) {
        const int middle = fails + (fits - fails) / 2;
        if (auto row = times(middle)) {
            best = row;
            fits = middle;
        } else {
            fails = middle;
        }
    }
    return best;
}

std::vector<Change> Search::single() {
    std::vector<Change> found;
    tryInFlight(found);
    tryBucket(found);
    tryStages(found);
    tryMicroBatches(found);
    tryCheckpointing(found);
    if (auto row = withLeastRanks(from_)) {
        found.push_back({fmt::format("--ranks {} (from {})", row->at.ranks, from_.ranks), *row});
    }
    return found;
}

/// Everything that saves memory at once; with more ranks when that is not enough.
std::vector<Change> Search::together() {
    Configuration at = from_;
    at.microBatch = 1;
    at.strategy = onStage(3, from_.strategy);
    at.strategy.inFlight = 1;
    auto row = tried(at);
    if (!row && from_.checkpointing != Checkpointing::Full) {
        at.checkpointing = Checkpointing::Full;
        row = tried(at);
        if (!row && !evaluator_.evaluate(at)) at.checkpointing = from_.checkpointing;
    }
    if (!row) row = withLeastRanks(at);
    if (!row) return {};
    std::string what = "--stage 3";
    if (from_.microBatch > 1) what += " --micro-batch 1";
    if (from_.strategy.inFlight > 1) what += " --in-flight 1";
    if (row->at.checkpointing != from_.checkpointing) what += " --checkpointing full";
    if (row->at.ranks > from_.ranks) what += fmt::format(" --ranks {}", row->at.ranks);
    return {{what, *row}};
}

}  // namespace

std::optional<NothingFits> whatWouldFit(Evaluator& evaluator, const PlanQuestion& question,
                                        const std::vector<PlanRow>& rows) {
    std::vector<size_t> known;
    for (size_t i = 0; i < rows.size(); ++i) {
        if (rows[i].result) known.push_back(i);
    }
    if (known.empty()) return std::nullopt;
    NothingFits nothing{.closest = *std::ranges::min_element(
                            known, {}, [&](size_t i) { return rows[i].neededBytes(); }),
                        .changes = {}};
    Search search(evaluator, question, rows[nothing.closest]);
    nothing.changes = search.single();
    if (nothing.changes.empty()) {
        nothing.changes = search.together();
        nothing.together = true;
    }
    return nothing;
}

}  // namespace shardscope::core
