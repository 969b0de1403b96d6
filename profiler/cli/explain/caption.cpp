#include "profiler/cli/explain/caption.h"

#include <fmt/ranges.h>

#include "profiler/cli/explain/observation.h"

namespace shardscope::explain {

namespace {

constexpr int kMostOwnersNamed = 4;

class CaptionWriter {
  public:
    CaptionWriter(const Moment& now, const Moment* before, const core::Problem& problem,
                  Language language)
        : instant_(now.instant),
          now_(now.snapshot),
          before_(before ? before->snapshot : now.snapshot),
          problem_(problem),
          language_(language) {}

    std::string write() {
        using Gathers = core::ParameterStorage;
        const Gathers gathers = problem_.strategy.parameters;
        switch (instant_.kind) {
            case InstantKind::StepStart:
                stepStart();
                break;
            case InstantKind::ForwardUse:
                use(gathers != Gathers::Replicated, Message::ForwardGathered,
                    Message::ForwardReads);
                break;
            case InstantKind::BackwardUse:
                use(gathers == Gathers::GatheredPerUse, Message::BackwardGathered,
                    Message::BackwardReads);
                break;
            case InstantKind::GradientReady:
                gradientReady();
                break;
            case InstantKind::BeforeUpdate:
                beforeUpdate();
                break;
            case InstantKind::AfterUpdate:
                afterUpdate();
                break;
            case InstantKind::AfterGather:
                afterGather();
                break;
            case InstantKind::NextForward:
                nextForward();
                break;
        }
        return fmt::format("{}.", fmt::join(clauses_, textOf(language_, Message::ClauseJoin)));
    }

  private:
    template <class... Args>
    void clause(Message message, const Args&... args) {
        clauses_.push_back(say(language_, message, args...));
    }
    void clauseOf(Message message, const Buckets& buckets) {
        if (!buckets.empty()) clause(message, labels(buckets));
    }

    std::string label() const { return problem_.buckets.labelOf(instant_.bucket); }
    std::string labels(const Buckets& buckets) const {
        std::vector<std::string> names;
        for (core::BucketId bucket : buckets) names.push_back(problem_.buckets.labelOf(bucket));
        return fmt::format("{}", fmt::join(names, ", "));
    }
    bool wrong() const { return anyParameter(now_, ParameterState::Wrong); }

    void stepStart() {
        clause(allParameters(now_, ParameterState::Ready) ? Message::HasAllParameters
                                                          : Message::HasOwnParameters);
        clause(replicatesOptimizer(now_) ? Message::HasAllOptimizer : Message::HasOwnOptimizer);
    }

    /// @param gathered parameters are gathered for this.
    void use(bool gathered, Message gathersIt, Message readsIt) {
        clause(gathered ? gathersIt : readsIt, label());
        reductions();
        parameters();
    }

    /// What became of parameters that are gathered for their use.
    void parameters() {
        clauseOf(Message::GatherUnderWay, movingParameters(now_));
        clauseOf(Message::ParametersFreed,
                 without(wholeParameters(before_), wholeParameters(now_)));
    }

    void gradientReady() {
        const bool accumulates =
            instant_.microBatch > 0 && without({instant_.bucket}, fullGradients(before_)).empty();
        if (accumulates) {
            clause(Message::GradientAccumulated, label(), instant_.microBatch + 1);
        } else {
            clause(Message::GradientComplete, label());
        }
        reductions();
        parameters();
    }

    /// What became of gradients that were sent.
    void reductions() {
        if (const Buckets moving = movingGradients(now_); !moving.empty()) {
            clause(Message::ReductionUnderWay, labels(moving),
                   nameOf(problem_.strategy.collective));
        }
        clauseOf(Message::GradientSummed, without(summedWhole(now_), summedWhole(before_)));
        clauseOf(Message::GradientDied, without(deadGradients(now_), deadGradients(before_)));
        clauseOf(Message::GradientFreed, without(fullGradients(before_), fullGradients(now_)));
    }

    void beforeUpdate() {
        if (allShardsSummed(now_)) {
            clause(Message::AllSummed);
        } else {
            clause(ownShardsSummed(now_) ? Message::OwnShardSummed : Message::NothingSummed);
        }
        const HeldShards held = mostHeld(now_);
        if (held.dead > 0) clause(Message::SomeDead, held.dead, held.held);
        if (fullGradients(now_).empty()) clause(Message::NoFullLeft);
    }

    void afterUpdate() {
        if (replicatesOptimizer(now_)) {
            clause(Message::AllUpdated);
        } else {
            clause(Message::OwnersUpdated, owners());
        }
        if (wrong()) clause(Message::WrongUpdate);
        if (anyParameter(now_, ParameterState::Stale)) clause(Message::OthersStale);
        if (anyParameter(now_, ParameterState::Absent)) clause(Message::OthersNotKept);
        clauseOf(Message::GatherUnderWay, movingParameters(now_));
        if (!anyGradient(now_)) clause(Message::GradientsFreed);
    }

    /// "GPU 0: new A, GPU 1: new B, GPU 2: new C"; of many only the ends.
    std::string owners() const {
        const int ranks = static_cast<int>(now_.ranks.size());
        std::vector<std::string> names;
        for (int r = 0; r < ranks; ++r) {
            if (ranks > kMostOwnersNamed && r == 2) names.emplace_back("...");
            if (ranks > kMostOwnersNamed && r >= 2 && r < ranks - 1) continue;
            names.push_back(say(language_, Message::OwnerHasNew, r, static_cast<char>('A' + r)));
        }
        return fmt::format("{}", fmt::join(names, ", "));
    }

    void afterGather() {
        if (anyParameter(now_, ParameterState::Stale)) {
            clause(Message::NothingReturned);
        } else if (anyParameter(now_, ParameterState::Absent)) {
            clause(Message::GatheredOnUse);
        } else {
            clause(replicatesOptimizer(now_) ? Message::NothingToGather : Message::AllReady);
        }
        if (wrong()) clause(Message::WrongUpdate);
    }

    void nextForward() {
        const bool stale = anyParameterOf(now_, instant_.bucket, ParameterState::Stale);
        clause(stale ? Message::NextReadsStale : Message::NextReadsNew, label());
        if (wrong()) clause(Message::WrongUpdate);
        clauseOf(Message::GatherUnderWay, movingParameters(now_));
    }

    const Instant& instant_;
    const Snapshot& now_;
    const Snapshot& before_;
    const core::Problem& problem_;
    Language language_;
    std::vector<std::string> clauses_;
};

Message titleMessage(InstantKind kind, bool returns) {
    switch (kind) {
        case InstantKind::StepStart:
            return Message::AtStepStart;
        case InstantKind::ForwardUse:
            return Message::AtForwardUse;
        case InstantKind::BackwardUse:
            return Message::AtBackwardUse;
        case InstantKind::GradientReady:
            return Message::AtGradientReady;
        case InstantKind::BeforeUpdate:
            return Message::AtBeforeUpdate;
        case InstantKind::AfterUpdate:
            return Message::AtAfterUpdate;
        case InstantKind::AfterGather:
            return returns ? Message::AtAfterGather : Message::AtStepEnd;
        case InstantKind::NextForward:
            return Message::AtNextForward;
    }
    core::broken("unknown InstantKind");
}

}  // namespace

std::string titleOf(const Instant& instant, const core::Problem& problem, bool returns,
                    Language language) {
    const std::string bucket =
        instant.bucket.valid() ? problem.buckets.labelOf(instant.bucket) : std::string();
    const std::string title = say(language, titleMessage(instant.kind, returns), bucket);
    const int gradAccum = problem.workload.gradAccum;
    if (instant.microBatch < 0 || gradAccum == 1) return title;
    return title + say(language, Message::MicroBatchOf, instant.microBatch + 1, gradAccum);
}

std::string captionOf(const Moment& now, const Moment* before, const core::Problem& problem,
                      Language language) {
    return CaptionWriter(now, before, problem, language).write();
}

}  // namespace shardscope::explain
