// Numbers of ranks and global batches that go together, next to those that do not.

#include <algorithm>

#include "core/capacity/question.h"

namespace shardscope::core {

namespace {

constexpr int kMostRanks = 1 << 17;

bool canBe(const PlanQuestion& question, int ranks) {
    return partlyFilled(question.gpusPerNode, ranks).empty() &&
           (!question.globalBatch ||
            std::ranges::any_of(question.microBatches, [&](int64_t microBatch) {
                return gradAccumFor(*question.globalBatch, microBatch, ranks).has_value();
            }));
}

/// The nearest below and above @p from, where there are some.
void addNearestRanks(const PlanQuestion& question, int from, std::vector<int>& found) {
    const auto add = [&](int first, int last, int step) {
        for (int ranks = first; ranks != last; ranks += step) {
            if (!canBe(question, ranks)) continue;
            found.push_back(ranks);
            return;
        }
    };
    const int64_t most =
        question.globalBatch ? std::min<int64_t>(*question.globalBatch, kMostRanks) : kMostRanks;
    add(std::min(from - 1, static_cast<int>(most)), 0, -1);
    add(from + 1, std::max(from, static_cast<int>(most)) + 1, 1);
}

void addNearestBatches(const PlanQuestion& question, int ranks, std::vector<int64_t>& found) {
    if (!partlyFilled(question.gpusPerNode, ranks).empty()) return;
    for (const int64_t microBatch : question.microBatches) {
        const int64_t unit = microBatch * ranks, below = *question.globalBatch / unit * unit;
        if (below > 0) found.push_back(below);
        found.push_back(below + unit);
    }
}

template <class T>
void sortOnce(std::vector<T>& values) {
    std::ranges::sort(values);
    values.erase(std::ranges::unique(values).begin(), values.end());
}

bool fillsEvenly(const PlanQuestion& question, int from, int ranks) {
    const int node = question.gpusPerNode;
    if (node == 0) return ranks % from == 0;
    return ranks < node ? node % ranks == 0 : ranks % node == 0;
}

}  // namespace

std::vector<int> otherRanks(const PlanQuestion& question, const Configuration& from) {
    constexpr int kMost = 1 << 16, kMostUneven = 1 << 9;
    const int group = from.strategy.shardGroup;
    const int most = stageOf(from.strategy) < 0 ? kMostUneven : kMost;
    std::vector<int> all;
    const auto add = [&](int ranks) {
        if (group > 0 && ranks % group != 0) return;
        if (question.globalBatch && !gradAccumFor(*question.globalBatch, from.microBatch, ranks)) {
            return;
        }
        all.push_back(ranks);
    };
    for (int ranks = from.ranks - 1; question.oneMachine && ranks > 0; --ranks) add(ranks);
    for (int ranks = from.ranks + 1; !question.oneMachine && ranks <= most; ++ranks) {
        if (fillsEvenly(question, from.ranks, ranks)) add(ranks);
    }
    return all;
}

Possible nearestPossible(const PlanQuestion& question) {
    Possible possible;
    const auto asked = [&](int ranks) { return canBe(question, ranks); };
    if (std::ranges::any_of(question.ranks, asked)) return possible;
    for (const int ranks : question.ranks) {
        addNearestRanks(question, ranks, possible.ranks);
        if (question.globalBatch) addNearestBatches(question, ranks, possible.globalBatches);
    }
    sortOnce(possible.ranks);
    sortOnce(possible.globalBatches);
    return possible;
}

}  // namespace shardscope::core
