#include "profiler/cli/explain/questions.h"

#include <fmt/ranges.h>

#include <vector>

#include "profiler/cli/explain/display_text.h"
#include "profiler/cli/explain/strategy_name.h"

namespace shardscope::explain {

using core::Strategy;

namespace {

struct Sharding {
    bool optimizer = false, gradients = false, parameters = false;
};

Sharding shardingOf(const Strategy& s) {
    return {.optimizer = s.optimizer == core::OptimizerSharding::Sharded,
            .gradients = s.storage == core::FullGradientStorage::FreedPerBucket,
            .parameters = s.parameters != core::ParameterStorage::Replicated};
}

class Answers {
  public:
    Answers(const core::Problem& left, const core::Problem& right, Language language)
        : left_(left.strategy),
          right_(right.strategy),
          alikeSent_(left.workload.reduceDtype == right.workload.reduceDtype),
          shards_(left.buckets.shardCount()),
          ranks_(left.buckets.ranks),
          language_(language) {}

    std::string write() {
        ask(Message::QuestionShards, nameOf(right_), nameOf(left_));
        answerShards();
        ask(Message::QuestionReduceScatter, names(isScatter(left_), isScatter(right_)));
        answerForBoth(&Answers::howReduces);
        ask(Message::QuestionAllGather, names(returns(left_), returns(right_)));
        answerForBoth(&Answers::whyReturns);
        return std::move(out_);
    }

  private:
    static bool isScatter(const Strategy& s) {
        return s.collective == core::GradientCollective::ReduceScatter;
    }
    static bool returns(const Strategy& s) { return s.weightReturn != core::WeightReturn::None; }

    template <class... Args>
    void ask(Message question, const Args&... args) {
        out_ += hanging("  ", say(language_, question, args...));
    }
    template <class... Args>
    void answer(Message text, const Args&... args) {
        out_ += hanging("    ", say(language_, text, args...));
    }

    /// Who the question is about: those that do it, or both when neither does.
    std::string names(bool left, bool right) const {
        std::vector<std::string> all;
        if (left || !right) all.push_back(nameOf(left_));
        if (right || !left) all.push_back(nameOf(right_));
        return fmt::format("{}", fmt::join(all, ", "));
    }

    /// One answer where both strategies have the same.
    void answerForBoth(Message (Answers::*choose)(const Strategy&) const) {
        const Message left = (this->*choose)(left_);
        const Message right = (this->*choose)(right_);
        if (left == right) return answer(left, names(true, true), shards_);
        answer(left, nameOf(left_), shards_);
        answer(right, nameOf(right_), shards_);
    }

    Message howReduces(const Strategy& s) const {
        if (ranks_ == 1) return Message::AnswerReduceOneRank;
        if (isScatter(s)) {
            return shards_ == ranks_ ? Message::AnswerReduceScatter : Message::AnswerReplicas;
        }
        if (s.collective == core::GradientCollective::ReduceToOwner) {
            return Message::AnswerReduceToOwner;
        }
        const bool replicated = s.optimizer == core::OptimizerSharding::Replicated;
        return replicated ? Message::AnswerAllReduce : Message::AnswerAllReduceSharded;
    }

    Message whyReturns(const Strategy& s) const {
        if (s.omit == core::Omit::AllGather) return Message::AnswerLeftOut;
        if (s.parameters != core::ParameterStorage::Replicated) return Message::AnswerGatherOnUse;
        const bool replicated = s.optimizer == core::OptimizerSharding::Replicated;
        if (replicated) return Message::AnswerReplicated;
        if (shards_ == 1) return Message::AnswerReturnOneRank;
        const bool broadcasts = s.weightReturn == core::WeightReturn::Broadcast;
        return broadcasts ? Message::AnswerBroadcast : Message::AnswerAllGather;
    }

    std::string shardedOnlyBy(const Sharding& has, const Sharding& other) const {
        std::vector<std::string_view> things;
        const auto add = [&](bool mine, bool theirs, Message name) {
            if (mine && !theirs) things.push_back(textOf(language_, name));
        };
        add(has.optimizer, other.optimizer, Message::ShardsOptimizer);
        add(has.gradients, other.gradients, Message::ShardsGradients);
        add(has.parameters, other.parameters, Message::ShardsParameters);
        return fmt::format("{}", fmt::join(things, textOf(language_, Message::ShardsJoin)));
    }

    void answerShards() {
        const Sharding l = shardingOf(left_);
        const Sharding r = shardingOf(right_);
        const std::string more = shardedOnlyBy(r, l);
        const std::string less = shardedOnlyBy(l, r);
        const bool alone = shards_ == 1;
        if (alone) answer(Message::ShardsOneRank);
        if (!alone && more.empty() && less.empty()) answer(Message::ShardsNothing);
        if (!alone && !more.empty()) answer(Message::ShardsMore, nameOf(right_), more);
        if (!alone && !less.empty()) answer(Message::ShardsMore, nameOf(left_), less);
        if (l.gradients == r.gradients) return;
        const Strategy& frees = l.gradients ? left_ : right_;
        const Strategy& keeps = l.gradients ? right_ : left_;
        const bool sentAlike = left_.collective == right_.collective && alikeSent_ && ranks_ > 1;
        if (sentAlike) answer(Message::GradientsSentAlike);
        answer(Message::GradientLifetime, nameOf(frees), nameOf(keeps),
               textOf(language_, lifetimeOf(keeps)));
    }

    static Message lifetimeOf(const Strategy& keeps) {
        switch (keeps.storage) {
            case core::FullGradientStorage::Persistent:
                return Message::LifeForGood;
            case core::FullGradientStorage::UntilReduced:
                return Message::LifeUntilReduced;
            default:
                return Message::LifeUntilStep;
        }
    }

    const Strategy& left_;
    const Strategy& right_;
    bool alikeSent_;  ///< gradients, in one type
    int shards_, ranks_;
    Language language_;
    std::string out_;
};

}  // namespace

std::string answersFor(const core::Problem& left, const core::Problem& right, Language language) {
    return Answers(left, right, language).write();
}

}  // namespace shardscope::explain
