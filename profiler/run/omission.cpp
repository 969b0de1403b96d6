#include "profiler/run/omission.h"

#include <fmt/format.h>

#include <algorithm>

namespace shardscope::profiler {

namespace {

core::Strategy intact(core::Strategy strategy) {
    strategy.omit = core::Omit::Nothing;
    return strategy;
}

const Session* twinOf(const Session& session,
                      const std::vector<std::unique_ptr<Session>>& sessions) {
    for (const auto& other : sessions) {
        if (other->problem().strategy == intact(session.problem().strategy) &&
            other->problem().workload == session.problem().workload && other.get() != &session) {
            return other.get();
        }
    }
    return nullptr;
}

/// 1-based step after which the losses differ, at the latest: weights that differ after step s give
/// another loss at step s + 1.
int64_t partsAt(const Numerics& broken, const Numerics& whole) {
    const size_t steps = std::min(broken.gradientNorm.size(), whole.gradientNorm.size());
    for (size_t s = 0; s < steps; ++s) {
        if (broken.gradientNorm[s] != whole.gradientNorm[s] || broken.loss[s] != whole.loss[s]) {
            return static_cast<int64_t>(s) + 1;
        }
    }
    return static_cast<int64_t>(steps);
}

std::string whyRanksPart(core::Omit omit) {
    if (omit == core::Omit::AllGather) {
        return "the updated parameters were not all-gathered: each rank has the new values of its "
               "own shard only, and its next forward reads stale ones for the rest";
    }
    if (omit == core::Omit::ReduceScatter) {
        return "the gradients were not summed: each rank learned from its own samples only";
    }
    return "nothing was left out on purpose: this is a defect, please report it";
}

void judge(Session& session, const std::vector<std::unique_ptr<Session>>& sessions) {
    const Numerics& n = session.numerics();
    const core::Omit omit = session.problem().strategy.omit;
    if (n.ranksPartAtStep) {
        session.fail({.code = core::ErrorCode::Failed,
                      .message = fmt::format("ranks' weights part after step {}: {}",
                                             *n.ranksPartAtStep + 1, whyRanksPart(omit)),
                      .where = session.name()});
        return;
    }
    const Session* twin = twinOf(session, sessions);
    if (omit == core::Omit::Nothing || !twin || n.weightHash == twin->numerics().weightHash) return;
    session.fail(
        {.code = core::ErrorCode::Failed,
         .message = fmt::format(
             "weights part from {}'s at step {}: without reduce-scatter each shard is updated with "
             "the gradient of its owner's samples alone; the all-gather then makes all ranks equal "
             "and equally wrong",
             twin->name(), partsAt(n, twin->numerics())),
         .where = session.name()});
}

}  // namespace

std::vector<core::Strategy> withIntactTwins(const std::vector<core::Strategy>& strategies) {
    std::vector<core::Strategy> all;
    for (const core::Strategy& strategy : strategies) {
        const core::Strategy whole = intact(strategy);
        const bool there = std::find(all.begin(), all.end(), whole) != all.end();
        if (strategy.omit != core::Omit::Nothing && !there) all.push_back(whole);
        all.push_back(strategy);
    }
    return all;
}

void judgeOmissions(const std::vector<std::unique_ptr<Session>>& sessions) {
    for (const auto& session : sessions) {
        if (session->alive()) judge(*session, sessions);
    }
}

}  // namespace shardscope::profiler
