#include "core/plan/checkpoint.h"

#include <fmt/format.h>

#include "core/plan/gather_flow.h"

namespace shardscope::core {

namespace {

class CheckpointPart {
  public:
    CheckpointPart(const Problem& problem, const RankLayout& layout, Rank rank, StepPlan& plan)
        : problem_(problem),
          layout_(layout),
          axes_(axesOf(problem)),
          rank_(rank),
          plan_(plan),
          actions_(problem, layout, plan.checkpoint) {}

    void make() {
        actions_.phaseBegin(Phase::Checkpoint);
        if (!axes_.gathersWeights) {
            for (int b = 0; b < problem_.buckets.count(); ++b) saveParameters(BucketId{b});
        } else if (problem_.checkpoint == CheckpointKind::Consolidated) {
            GatherFlow gathers(problem_, layout_, actions_, {}, GatherFlow::Pass::Forward);
            gathers.forEachWhole([&](BucketId bucket) { saveParameters(bucket); });
        }
        for (int b = 0; b < problem_.buckets.count(); ++b) saveOwn(BucketId{b});
    }

  private:
    void save(TensorId tensor, std::string name, std::vector<int64_t> shape) {
        plan_.saved.push_back({.tensor = tensor,
                               .name = std::move(name),
                               .shape = std::move(shape),
                               .before = plan_.checkpoint.size()});
    }

    void saveParameters(BucketId bucket) {
        if (rank_ != Rank{0}) return;
        for (const Segment& segment : problem_.buckets[bucket].segments) {
            const Parameter& parameter = problem_.graph.parameters[segment.parameter.index()];
            save(problem_.graph.weightOf(segment.parameter), parameter.name, parameter.shape);
        }
    }

    /// Whether another rank writes the same.
    bool isReplica() const {
        return rank_.value >= (axes_.sharded ? problem_.buckets.shardCount() : 1);
    }

    void saveOwn(BucketId bucket) {
        if (isReplica()) return;
        const bool shards = axes_.gathersWeights && problem_.checkpoint == CheckpointKind::Sharded;
        for (const OwnedPiece& piece : layout_.buckets[bucket.index()].own) {
            const Range& range = piece.range;
            if (range.end == range.begin) continue;
            const auto keep = [&](const char* what, TensorId tensor) {
                if (!tensor.valid()) return;
                save(tensor,
                     fmt::format("{} {}[{}:{}]", what, problem_.buckets.labelOf(bucket),
                                 range.begin, range.end),
                     {range.end - range.begin});
            };
            // Shards that are cast when they are gathered are the master weights.
            if (shards || axes_.castsWorking) {
                keep(axes_.castsWorking ? "master weights" : "weights", piece.weights);
            }
            keep("master weights", piece.master);
            keep("m", piece.momentum);
            keep("v", piece.variance);
        }
    }

    const Problem& problem_;
    const RankLayout& layout_;
    Axes axes_;
    Rank rank_;
    StepPlan& plan_;
    ActionList actions_;
};

}  // namespace

void planCheckpoint(const Problem& problem, const RankLayout& layout, Rank rank, StepPlan& plan) {
    CheckpointPart(problem, layout, rank, plan).make();
}

}  // namespace shardscope::core
