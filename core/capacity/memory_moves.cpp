#include "core/capacity/memory_moves.h"

#include <fmt/format.h>

#include "core/capacity/advice.h"

namespace shardscope::core {

namespace {

using Kind = Move::Kind;

constexpr int64_t kSmallBucket = 4 * 1024 * 1024;  // elements

/// The strategy that "--stage S" comes to: what the row was given stays, a preset's habits go.
Strategy onStage(const PlanQuestion& question, int stage, const Strategy& like) {
    const bool known = question.stages.size() > static_cast<size_t>(stage);
    Strategy strategy = known ? question.stages[static_cast<size_t>(stage)]
                              : *presetNamed(fmt::format("zero-{}", stage), "stage");
    if (!known) strategy.overlap = like.overlap;
    if (!known) strategy.stateBirth = like.stateBirth;
    if (!question.buckets.empty()) strategy.bucket = like.bucket;
    strategy.inFlight = like.inFlight;
    strategy.shardGroup = like.shardGroup;
    return strategy;
}

Moves stages(const PlanQuestion& question, const Configuration& from) {
    Moves moves;
    for (int stage = likeStage(from.strategy) + 1; stage <= 3; ++stage) {
        const Strategy strategy = onStage(question, stage, from.strategy);
        moves.push_back({.kind = Kind::Stage,
                         .option = question.byName ? fmt::format("--strategy zero-{}", stage)
                                                   : fmt::format("--stage {}", stage),
                         .from = from.strategy.preset,
                         .make = [strategy](Configuration& at) { at.strategy = strategy; }});
    }
    return moves;
}

/// Larger groups shard further, and send more between nodes.
Moves shardGroups(const Configuration& from) {
    Moves moves;
    const int now = from.strategy.shardGroup;
    for (int group = now * 2; now > 0 && group <= from.ranks; group *= 2) {
        if (from.ranks % group != 0) continue;
        moves.push_back({.kind = Kind::ShardGroup,
                         .option = fmt::format("--shard-group {}", group),
                         .from = std::to_string(now),
                         .make = [group](Configuration& at) { at.strategy.shardGroup = group; }});
    }
    return moves;
}

Moves microBatches(const Configuration& from) {
    Moves moves;
    for (int64_t microBatch = from.microBatch / 2; microBatch >= 1; microBatch /= 2) {
        moves.push_back({.kind = Kind::MicroBatch,
                         .option = fmt::format("--micro-batch {}", microBatch),
                         .from = std::to_string(from.microBatch),
                         .make = [microBatch](Configuration& at) { at.microBatch = microBatch; }});
    }
    return moves;
}

Moves attentions(const PlanQuestion& question, const Configuration& from) {
    if (from.attention.value_or(question.base.attention) == Attention::Flash) return {};
    return {{.kind = Kind::Attention,
             .option = "--attention flash",
             .from = std::string(nameOf(Attention::Materialized)),
             .make = [](Configuration& at) { at.attention = Attention::Flash; }}};
}

Moves checkpointings(const Configuration& from) {
    Moves moves;
    for (const Checkpointing kind :
         {Checkpointing::Selective, Checkpointing::Alternate, Checkpointing::Full}) {
        if (kind <= from.checkpointing) continue;
        moves.push_back({.kind = Kind::Checkpointing,
                         .option = fmt::format("--checkpointing {}", nameOf(kind)),
                         .from = std::string(nameOf(from.checkpointing)),
                         .make = [kind](Configuration& at) { at.checkpointing = kind; }});
    }
    return moves;
}

Moves buckets(const Configuration& from) {
    const BucketSize small{.elements = kSmallBucket};
    if (from.strategy.bucket == small) return {};
    return {{.kind = Kind::Bucket,
             .option = fmt::format("--bucket {}", kSmallBucket),
             .from = wordOf(from.strategy.bucket),
             .make = [small](Configuration& at) { at.strategy.bucket = small; }}};
}

Moves inFlights(const Configuration& from) {
    if (from.strategy.inFlight == 1) return {};
    return {{.kind = Kind::InFlight,
             .option = "--in-flight 1",
             .from = std::to_string(from.strategy.inFlight),
             .make = [](Configuration& at) { at.strategy.inFlight = 1; }}};
}

}  // namespace

std::vector<Moves> movesFrom(const PlanQuestion& question, const Configuration& from) {
    std::vector<Moves> all{
        stages(question, from), shardGroups(from), microBatches(from), attentions(question, from),
        checkpointings(from),   buckets(from),     inFlights(from)};
    std::erase_if(all, [](const Moves& moves) { return moves.empty(); });
    return all;
}

}  // namespace shardscope::core
