#include "core/capacity/question.h"

#include <fmt/format.h>

#include <limits>

#include "core/base/units.h"

namespace shardscope::core {

namespace {

std::string notDivisible(int64_t globalBatch, int64_t microBatch, int ranks) {
    return fmt::format("global batch {} is no multiple of micro-batch x ranks = {} x {} = {}",
                       withCommas(globalBatch), microBatch, ranks, withCommas(microBatch * ranks));
}

/// Strategies, and what they have of their own, of one batch.
void addStrategies(const PlanQuestion& question, Configuration at, const std::string& reason,
                   std::vector<PlanRow>& rows) {
    for (const Strategy& strategy : question.strategies) {
        at.strategy = strategy;
        const std::vector<BucketSize> bucket{strategy.bucket};
        const std::vector<int> group{strategy.shardGroup};
        for (const int shards : question.shardGroups.empty() ? group : question.shardGroups) {
            at.strategy.shardGroup = shards;
            for (const BucketSize& size : question.buckets.empty() ? bucket : question.buckets) {
                at.strategy.bucket = size;
                for (const int inFlight : question.inFlights) {
                    at.strategy.inFlight = inFlight;
                    rows.push_back({.at = at, .result = {}, .reason = reason});
                }
            }
        }
    }
}

void addAccumulations(const PlanQuestion& question, Configuration at, std::vector<PlanRow>& rows) {
    const std::string partly = partlyFilled(question.gpusPerNode, at.ranks);
    if (!question.globalBatch) {
        for (const int g : question.gradAccums) {
            at.gradAccum = g;
            addStrategies(question, at, partly, rows);
        }
        return;
    }
    const auto g = gradAccumFor(*question.globalBatch, at.microBatch, at.ranks);
    at.gradAccum = g.value_or(1);
    addStrategies(question, at,
                  g ? partly : notDivisible(*question.globalBatch, at.microBatch, at.ranks), rows);
}

}  // namespace

int64_t PlanQuestion::budgetOf(int rankCount) const {
    return budgetOfRank(budgetBytes, oneMachine, rankCount);
}

int64_t PlanRow::neededBytes() const {
    if (!result) return 0;
    return result->smallestLimitBytes > 0 ? result->smallestLimitBytes
                                          : result->memory.reservedPeakBytes;
}

std::string partlyFilled(int gpusPerNode, int ranks) {
    if (gpusPerNode == 0 || ranks <= gpusPerNode || ranks % gpusPerNode == 0) return {};
    return fmt::format("{} ranks on nodes of {} GPUs would leave one partly filled", ranks,
                       gpusPerNode);
}

std::optional<int> gradAccumFor(int64_t globalBatch, int64_t microBatch, int ranks) {
    const int64_t perMicroBatch = microBatch * ranks;
    const int64_t g = globalBatch / perMicroBatch;
    if (g * perMicroBatch != globalBatch || g > std::numeric_limits<int>::max()) {
        return std::nullopt;
    }
    return g < 1 ? std::nullopt : std::optional<int>(static_cast<int>(g));
}

std::vector<PlanRow> rowsOf(const PlanQuestion& question) {
    std::vector<PlanRow> rows;
    std::vector<std::optional<Attention>> attentions(question.attentions.begin(),
                                                     question.attentions.end());
    if (attentions.empty()) attentions.emplace_back();
    for (const int ranks : question.ranks) {
        for (const int64_t microBatch : question.microBatches) {
            for (const Checkpointing checkpointing : question.checkpointings) {
                for (const std::optional<Attention>& attention : attentions) {
                    addAccumulations(question,
                                     {.strategy = {},
                                      .ranks = ranks,
                                      .microBatch = microBatch,
                                      .gradAccum = 1,
                                      .checkpointing = checkpointing,
                                      .attention = attention},
                                     rows);
                }
            }
        }
    }
    return rows;
}

}  // namespace shardscope::core
