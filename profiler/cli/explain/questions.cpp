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
    Answers(const Strategy& left, const Strategy& right, int ranks, Language language)
        : left_(left), right_(right), ranks_(ranks), language_(language) {}

    std::string write() {
        ask(Message::QuestionShards, nameOf(right_), nameOf(left_));
        answerShards();
        ask(Message::QuestionReduceScatter, names(isScatter(left_), isScatter(right_)));
        answerForBoth(howReduces);
        ask(Message::QuestionAllGather, names(returns(left_), returns(right_)));
        answerForBoth(whyReturns);
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
    template <class Choose>
    void answerForBoth(Choose&& choose) {
        const Message left = choose(left_);
        const Message right = choose(right_);
        if (left == right) return answer(left, names(true, true), ranks_);
        answer(left, nameOf(left_), ranks_);
        answer(right, nameOf(right_), ranks_);
    }

    static Message howReduces(const Strategy& s) {
        if (isScatter(s)) return Message::AnswerReduceScatter;
        if (s.collective == core::GradientCollective::ReduceToOwner) {
            return Message::AnswerReduceToOwner;
        }
        const bool replicated = s.optimizer == core::OptimizerSharding::Replicated;
        return replicated ? Message::AnswerAllReduce : Message::AnswerAllReduceSharded;
    }

    static Message whyReturns(const Strategy& s) {
        if (s.omit == core::Omit::AllGather) return Message::AnswerLeftOut;
        if (s.parameters != core::ParameterStorage::Replicated) return Message::AnswerGatherOnUse;
        const bool replicated = s.optimizer == core::OptimizerSharding::Replicated;
        if (replicated) return Message::AnswerReplicated;
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
        if (more.empty() && less.empty()) answer(Message::ShardsNothing);
        if (!more.empty()) answer(Message::ShardsMore, nameOf(right_), more);
        if (!less.empty()) answer(Message::ShardsMore, nameOf(left_), less);
        if (l.gradients == r.gradients) return;
        const Strategy& frees = l.gradients ? left_ : right_;
        const Strategy& keeps = l.gradients ? right_ : left_;
        if (left_.collective == right_.collective) answer(Message::GradientsSentAlike);
        answer(Message::GradientLifetime, nameOf(frees), nameOf(keeps));
    }

    const Strategy& left_;
    const Strategy& right_;
    int ranks_;
    Language language_;
    std::string out_;
};

}  // namespace

std::string answersFor(const core::Problem& left, const core::Problem& right, Language language) {
    return Answers(left.strategy, right.strategy, left.buckets.ranks, language).write();
}

}  // namespace shardscope::explain
