#include "profiler/cli/explain/reasons.h"

#include "profiler/cli/explain/causes.h"

namespace shardscope::explain {

using core::Collective;
using core::CollectiveKind;
using core::Problem;
using core::Purpose;

namespace {

Causes causesOf(Topic topic) {
    for (Causes (*theme)(Topic) : {gradientCauses, shardCauses, updateCauses}) {
        Causes causes = theme(topic);
        if (!causes.alone.empty()) return causes;
    }
    return {};
}

std::optional<Reason> tried(Cause cause, const Side& left, const Side& right) {
    std::optional<Reason> reason = cause(left, right);
    return reason ? reason : cause(right, left);
}

std::vector<Reason> whyAlone(const AlignedRow& row, const Side& left, const Side& right) {
    const Side& has = row.left ? left : right;
    const Side& other = row.left ? right : left;
    for (const Candidate& candidate : causesOf(row.any().topic).alone) {
        const auto reason =
            candidate.oneWay ? candidate.cause(has, other) : tried(candidate.cause, left, right);
        if (reason) return {*reason};
    }
    return {};
}

std::vector<Reason> whyChanged(Topic topic, const Side& left, const Side& right) {
    std::vector<Reason> reasons;
    for (const Candidate& candidate : causesOf(topic).changed) {
        if (auto reason = tried(candidate.cause, left, right)) reasons.push_back(*reason);
    }
    return reasons;
}

Reason whyBothAllReduce(const Side& left, const Side& right) {
    if (left.axes.sharded == right.axes.sharded) {
        return about(left.axes.sharded ? Message::BothAllReduceSharded : Message::BothAllReduce,
                     left, right);
    }
    return left.axes.sharded ? about(Message::BothAllReduceMixed, right, left)
                             : about(Message::BothAllReduceMixed, left, right);
}

/// @p call and the other side's are of one kind.
Reason whyBothCall(const Collective& call, bool gathersForUse, const Side& left,
                   const Side& right) {
    if (call.purpose == Purpose::Parameter) {
        return about(gathersForUse ? Message::BothGatherForUse : Message::BothAllGather, left,
                     right);
    }
    if (call.kind == CollectiveKind::ReduceScatter) {
        return about(Message::BothReduceScatter, left, right);
    }
    if (call.group.stride == 1) return whyBothAllReduce(left, right);
    return about(Message::BothReplicas, left, right, left.problem.buckets.shardCount());
}

/// What both do, where it is worth saying.
std::vector<Reason> whyBoth(const AlignedRow& row, const Side& left, const Side& right) {
    if (row.left->quiet) return {};
    const auto* call = std::get_if<Collective>(&row.left->action->what);
    const auto* theirs = std::get_if<Collective>(&row.right->action->what);
    if (call && theirs && call->purpose != Purpose::Small && call->kind == theirs->kind &&
        call->kind != CollectiveKind::Broadcast) {
        return {whyBothCall(*call, row.left->topic == Topic::Gather, left, right)};
    }
    if (row.left->topic != Topic::BucketFree) return {};
    return {about(Message::BothFreePerBucket, left, right)};
}

std::string textOf(const How& how, Language language) {
    return std::string(how.phrase == Message::End ? how.name : textOf(language, how.phrase));
}

}  // namespace

std::vector<Reason> reasonsOf(const AlignedRow& row, const Problem& left, const Problem& right) {
    const Side l(left);
    const Side r(right);
    if (!row.both()) return whyAlone(row, l, r);
    if (row.same()) return whyBoth(row, l, r);
    std::vector<Reason> reasons = whyChanged(row.left->topic, l, r);
    if (row.left->topic == Topic::Reduce) {
        for (Reason& reason : whyBoth(row, l, r)) reasons.push_back(std::move(reason));
    }
    return reasons;
}

std::string toText(const Reason& reason, Language language) {
    return say(language, reason.message, reason.has, reason.other, reason.number,
               textOf(reason.hasHow, language), textOf(reason.otherHow, language));
}

}  // namespace shardscope::explain
