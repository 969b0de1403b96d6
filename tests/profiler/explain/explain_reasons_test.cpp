// Every pair of presets: each row that differs has a reason, and each reason is true of the two plans
// that it is about.

#include <fmt/format.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <map>

#include "profiler/cli/explain/reasons.h"
#include "tests/profiler/explain/explain_cases.h"

namespace shardscope::explain {
namespace {

using core::Action;
using core::Allocate;
using core::Category;
using core::CollectiveKind;
using core::Free;
using core::Phase;
using core::Purpose;

/// A setting under which all pairs are looked at.
struct Setting {
    const char* name;
    int ranks = 4;
    int gradAccum = 1;
    int shardGroup = 0;
    core::DType accumulate = core::DType::Bf16;
    bool overlapOff = false;
};

constexpr Setting kSettings[] = {
    {.name = "default"},
    {.name = "G4", .gradAccum = 4},
    {.name = "groups", .gradAccum = 4, .shardGroup = 2},
    {.name = "groups of one", .shardGroup = 1},
    {.name = "fp32", .accumulate = core::DType::Fp32},
    {.name = "fp32 G4", .gradAccum = 4, .accumulate = core::DType::Fp32},
    {.name = "overlap off", .overlapOff = true},
    {.name = "overlap off G4", .gradAccum = 4, .overlapOff = true},
    {.name = "one rank", .ranks = 1},
    {.name = "one rank G4", .ranks = 1, .gradAccum = 4},
};

/// A preset's problem as the command makes it; nothing where the setting does not suit it.
std::optional<core::Problem> problemOf(std::string_view preset, const Setting& setting) {
    core::Strategy strategy = core::presetNamed(preset, "test").value();
    strategy.bucket = {};
    strategy.shardGroup = setting.shardGroup;
    if (setting.overlapOff) strategy.overlap = false;
    core::Workload workload = smallWorkload(setting.gradAccum);
    workload.accumulateDtype = setting.accumulate;
    if (setting.accumulate != core::DType::Bf16) {
        strategy.accumulateDType = core::GradientDType::AsWorkload;
    }
    auto problem = core::makeProblem(workload, strategy, setting.ranks);
    if (!problem) return std::nullopt;
    return std::move(*problem);
}

/// What a plan does, counted.
class Plan {
  public:
    explicit Plan(const core::Problem& problem)
        : problem_(problem), step_(planStep(problem, core::Rank{0}).value()) {
        forEachAction(step_, true, [this](const Action& a, int m) { look(a, m); });
    }

    const core::Problem& problem() const { return problem_; }
    const core::StepPlan& step() const { return step_; }
    /// Allocations of a step whose buffer's name starts so.
    int born(std::string_view name) const { return count(born_, name); }
    int freed(std::string_view name, Phase phase) const {
        return count(phase == Phase::Backward ? freedInBackward_ : freedInStep_, name);
    }
    int launched(std::string_view name) const { return count(launched_, name); }
    int waits(core::WaitCause cause) const { return count(waits_, nameOf(cause)); }
    int calls(CollectiveKind kind, Purpose purpose) const {
        int all = 0;
        for (const auto& [call, phase] : calls_)
            all += call.kind == kind && call.purpose == purpose;
        return all;
    }
    int returned() const { return parameters(true); }
    int gathered() const { return parameters(false); }
    int reduced() const {
        int all = 0;
        for (const auto& [call, phase] : calls_) all += call.purpose == Purpose::Gradient;
        return all;
    }
    int bornBuckets() const { return born("gradients ") + born("bucket "); }
    int mostFull() const { return mostFull_; }
    int fullLeft() const { return fullLeft_; }

  private:
    using Names = std::map<std::string, int>;

    static int count(const Names& names, std::string_view start) {
        int all = 0;
        for (const auto& [name, times] : names) all += name.starts_with(start) ? times : 0;
        return all;
    }
    int parameters(bool inStep) const {
        int all = 0;
        for (const auto& [call, phase] : calls_) {
            const bool step = phase == Phase::Optimizer || phase == Phase::Gather;
            all += call.purpose == Purpose::Parameter && step == inStep;
        }
        return all;
    }
    static bool isWhole(std::string_view name) {
        return name.starts_with("gradients ") || name.starts_with("bucket ");
    }

    void look(const Action& action, int microBatch) {
        if (const auto* a = std::get_if<Allocate>(&action.what)) {
            const std::string& name = step_.layout[a->buffer].name;
            ++born_[name];
            if (isWhole(name)) mostFull_ = std::max(mostFull_, ++full_);
        }
        if (const auto* f = std::get_if<Free>(&action.what)) {
            const std::string& name = step_.layout[f->buffer].name;
            ++(action.phase == Phase::Backward ? freedInBackward_ : freedInStep_)[name];
            if (isWhole(name)) --full_;
        }
        if (std::holds_alternative<core::Launch>(action.what)) ++launched_[action.name];
        if (const auto* w = std::get_if<core::WaitEvent>(&action.what)) {
            ++waits_[std::string(nameOf(w->cause))];
        }
        if (const auto* c = std::get_if<core::Collective>(&action.what)) {
            calls_.emplace_back(*c, action.phase);
        }
        if (microBatch == step_.gradAccum - 1) fullLeft_ = full_;
    }

    const core::Problem& problem_;
    core::StepPlan step_;
    Names born_, freedInBackward_, freedInStep_, launched_, waits_;
    std::vector<std::pair<core::Collective, Phase>> calls_;
    int full_ = 0, mostFull_ = 0, fullLeft_ = 0;
};

/// Whether a sentence holds of the plan that has what it is about, and of the other.
using Claim = bool (*)(const Plan& has, const Plan& other);

bool returnsAlone(const Plan& has, const Plan& other) {
    return has.returned() > 0 && other.returned() == 0;
}
bool hasShards(const Plan& plan) { return plan.born("gradient shard") > 0; }
bool scatters(const Plan& p) {
    return p.calls(CollectiveKind::ReduceScatter, Purpose::Gradient) > 0;
}
bool allReduces(const Plan& p) {
    return p.calls(CollectiveKind::AllReduce, Purpose::Gradient) > 0 && !scatters(p);
}
bool isSharded(const Plan& p) {
    return p.problem().strategy.optimizer == core::OptimizerSharding::Sharded;
}
bool gathers(const Plan& p) { return p.born("gathered weights") > 0; }

const std::map<Message, Claim>& claims() {
    static const std::map<Message, Claim> kClaims{
        {Message::WhyPersistent,
         [](const Plan& h, const Plan& o) {
             return h.bornBuckets() == 0 && o.bornBuckets() + o.born("contiguous") > 0;
         }},
        {Message::WhyRing,
         [](const Plan& h, const Plan& o) {
             return h.born("contiguous") > 0 && o.born("contiguous") == 0;
         }},
        {Message::WhyRingTurn,
         [](const Plan& h, const Plan&) { return h.waits(core::WaitCause::InFlight) > 0; }},
        {Message::WhyBornEachMicroBatch,
         [](const Plan& h, const Plan& o) { return h.bornBuckets() > o.bornBuckets(); }},
        {Message::WhyParameterGradients,
         [](const Plan& h, const Plan& o) {
             return h.born("gradient ") > h.born("gradient shard") &&
                    o.born("gradient ") == o.born("gradient shard");
         }},
        {Message::WhyFreed,
         [](const Plan& h, const Plan& o) {
             return h.freed("gradients ", Phase::Backward) + h.freed("bucket ", Phase::Backward) >
                        0 &&
                    o.freed("gradients ", Phase::Backward) == 0;
         }},
        {Message::WhyInFlight,
         [](const Plan& h, const Plan&) {
             return h.waits(core::WaitCause::InFlight) > 0 &&
                    h.mostFull() <= h.problem().strategy.inFlight;
         }},
        {Message::WhyBucketNeeded,
         [](const Plan& h, const Plan& o) {
             return h.waits(core::WaitCause::InFlight) > 0 &&
                    o.waits(core::WaitCause::InFlight) > 0;
         }},
        {Message::WhyDrain,
         [](const Plan& h, const Plan& o) { return h.fullLeft() == 0 && !hasShards(o); }},
        {Message::WhyDrainLast, [](const Plan& h, const Plan&) { return h.fullLeft() == 0; }},
        {Message::WhyStaging,
         [](const Plan& h, const Plan& o) {
             return h.born("staging") > 0 && o.born("staging") == 0;
         }},
        {Message::WhyFlattened, [](const Plan& h, const Plan&) { return h.born("staging") > 0; }},
        {Message::WhyKeptUntilStep,
         [](const Plan& h, const Plan& o) {
             return h.freed("gradients ", Phase::Optimizer) > 0 && hasShards(o);
         }},
        {Message::WhyShard,
         [](const Plan& h, const Plan& o) { return hasShards(h) && !hasShards(o); }},
        {Message::WhyIncoming,
         [](const Plan& h, const Plan&) {
             return h.step().gradAccum > 1 && h.born("incoming") > 0;
         }},
        {Message::WhyIncomingFreed,
         [](const Plan& h, const Plan&) { return h.freed("incoming", Phase::Backward) > 0; }},
        {Message::WhyIncomingConverts,
         [](const Plan& h, const Plan&) {
             return h.born("incoming") > 0 && h.launched("to shard dtype") > 0;
         }},
        {Message::WhyAddToShard,
         [](const Plan& h, const Plan&) { return h.launched("add to shard") > 0; }},
        {Message::WhySecondShard,
         [](const Plan& h, const Plan&) {
             return h.step().gradAccum > 1 && h.born("incoming") > 0 &&
                    h.launched("add to shard") > 0;
         }},
        {Message::WhyCadence,
         [](const Plan& h, const Plan& o) {
             return h.step().gradAccum > 1 &&
                    (h.problem().buckets.ranks == 1 || h.reduced() > o.reduced());
         }},
        {Message::WhyIntoShard,
         [](const Plan& h, const Plan& o) {
             return scatters(h) && scatters(o) && hasShards(h) && !hasShards(o);
         }},
        {Message::WhyCopyIntoShard,
         [](const Plan& h, const Plan&) { return !scatters(h) && hasShards(h); }},
        {Message::WhyAllReduce,
         [](const Plan& h, const Plan& o) {
             return allReduces(h) && !isSharded(h) && scatters(o);
         }},
        {Message::WhyAllReduceSharded,
         [](const Plan& h, const Plan& o) { return allReduces(h) && isSharded(h) && scatters(o); }},
        {Message::WhyWaitReduced,
         [](const Plan& h, const Plan& o) {
             return h.waits(core::WaitCause::Reduced) > 0 && o.waits(core::WaitCause::Reduced) == 0;
         }},
        {Message::WhyOverlap,
         [](const Plan& h, const Plan& o) {
             return h.waits(core::WaitCause::OverlapOff) > 0 &&
                    o.waits(core::WaitCause::OverlapOff) == 0;
         }},
        {Message::WhyNormSummed,
         [](const Plan& h, const Plan& o) {
             return h.calls(CollectiveKind::AllReduce, Purpose::Small) > 0 &&
                    o.calls(CollectiveKind::AllReduce, Purpose::Small) == 0;
         }},
        {Message::WhyNormSlices,
         [](const Plan& h, const Plan& o) {
             return h.launched("norm B") > 0 && !isSharded(h) && isSharded(o);
         }},
        {Message::WhyUpdate,
         [](const Plan& h, const Plan& o) { return isSharded(h) && !isSharded(o); }},
        {Message::WhyUpdateCopy,
         [](const Plan& h, const Plan& o) {
             return h.born("flat ") + h.born("fp32 ") > o.born("flat ") + o.born("fp32 ");
         }},
        {Message::WhyReturnNotReplicated,
         [](const Plan& h, const Plan& o) { return returnsAlone(h, o) && !isSharded(o); }},
        {Message::WhyReturnNotGathered,
         [](const Plan& h, const Plan& o) {
             return returnsAlone(h, o) && gathers(o) && !gathers(h);
         }},
        {Message::WhyReturnOneRank, [](const Plan& h, const Plan&) { return h.returned() == 0; }},
        {Message::WhyBroadcast,
         [](const Plan& h, const Plan& o) {
             return h.calls(CollectiveKind::Broadcast, Purpose::Parameter) > 0 &&
                    o.calls(CollectiveKind::AllGather, Purpose::Parameter) > 0;
         }},
        {Message::WhyFlatReturn,
         [](const Plan& h, const Plan& o) { return h.returned() == 1 && o.returned() > 1; }},
        {Message::WhyGathersForUse,
         [](const Plan& h, const Plan& o) { return gathers(h) && !gathers(o); }},
        {Message::WhyGatheredFreed,
         [](const Plan& h, const Plan& o) { return gathers(h) && !gathers(o); }},
        {Message::WhyWaitGathered,
         [](const Plan& h, const Plan& o) { return gathers(h) && !gathers(o); }},
        {Message::WhyPacking,
         [](const Plan& h, const Plan& o) {
             return h.born("packed weights") > 0 && o.born("packed weights") == 0;
         }},
        {Message::WhyPartCollectives,
         [](const Plan& h, const Plan& o) {
             return h.reduced() > o.reduced() || h.returned() > o.returned();
         }},
        {Message::BothReduceScatter,
         [](const Plan& h, const Plan& o) { return scatters(h) && scatters(o); }},
        {Message::BothAllReduce,
         [](const Plan& h, const Plan& o) { return !isSharded(h) && !isSharded(o); }},
        {Message::BothAllReduceMixed,
         [](const Plan& h, const Plan& o) {
             return allReduces(h) && allReduces(o) && !isSharded(h) && isSharded(o);
         }},
        {Message::BothAllReduceSharded,
         [](const Plan& h, const Plan& o) {
             return allReduces(h) && allReduces(o) && isSharded(h) && isSharded(o);
         }},
        {Message::BothReplicas,
         [](const Plan& h, const Plan&) { return h.problem().strategy.shardGroup > 0; }},
        {Message::BothAllGather,
         [](const Plan& h, const Plan& o) { return h.returned() > 0 && o.returned() > 0; }},
        {Message::BothGatherForUse,
         [](const Plan& h, const Plan& o) { return gathers(h) && gathers(o); }},
    };
    return kClaims;
}

bool beginsPhase(const AlignedRow& row) {
    const auto* mark = std::get_if<core::Mark>(&row.any().action->what);
    return mark && mark->kind == core::MarkKind::PhaseBegin;
}

/// Calls visit(left, right) for each two presets that @p setting suits.
template <class Visit>
void forEachPair(const Setting& setting, Visit&& visit) {
    std::vector<core::Problem> problems;
    for (const std::string_view name : core::presetNames()) {
        if (auto problem = problemOf(name, setting)) problems.push_back(std::move(*problem));
    }
    ASSERT_GE(problems.size(), 2U);
    std::vector<Plan> plans;
    plans.reserve(problems.size());
    for (const core::Problem& problem : problems) plans.emplace_back(problem);
    for (const Plan& left : plans) {
        for (const Plan& right : plans) {
            SCOPED_TRACE(fmt::format("{}: {}, {}", setting.name, left.problem().strategy.preset,
                                     right.problem().strategy.preset));
            visit(left, right);
        }
    }
}

/// Calls visit(row, reasons).
template <class Visit>
void forEachRow(const Plan& left, const Plan& right, Visit&& visit) {
    const std::vector<PlanLine> l = linesOf(left.step());
    const std::vector<PlanLine> r = linesOf(right.step());
    for (const AlignedRow& row : align(l, r)) {
        visit(row, reasonsOf(row, left.problem(), right.problem()));
    }
}

class ExplainReasons : public testing::TestWithParam<Setting> {};

TEST_P(ExplainReasons, EveryRowThatDiffersHasOne) {
    forEachPair(GetParam(), [](const Plan& left, const Plan& right) {
        forEachRow(left, right, [](const AlignedRow& row, const std::vector<Reason>& reasons) {
            if (row.same() || beginsPhase(row)) return;
            EXPECT_FALSE(reasons.empty())
                << (row.left ? row.left->text : "") << " | " << (row.right ? row.right->text : "");
        });
    });
}

TEST_P(ExplainReasons, EachIsTrueOfThePlansThatItIsAbout) {
    forEachPair(GetParam(), [](const Plan& left, const Plan& right) {
        if (&left == &right) return;  // a name says which is meant
        forEachRow(left, right, [&](const AlignedRow&, const std::vector<Reason>& reasons) {
            for (const Reason& reason : reasons) {
                const auto claim = claims().find(reason.message);
                if (claim == claims().end()) continue;  // about types, places or layouts
                const bool leftHas = reason.has == left.problem().strategy.preset;
                EXPECT_TRUE(claim->second(leftHas ? left : right, leftHas ? right : left))
                    << toText(reason, Language::English);
            }
        });
    });
}

INSTANTIATE_TEST_SUITE_P(Settings, ExplainReasons, testing::ValuesIn(kSettings),
                         [](const auto& setting) {
                             std::string name = setting.param.name;
                             std::ranges::replace(name, ' ', '_');
                             return name;
                         });

}  // namespace
}  // namespace shardscope::explain
