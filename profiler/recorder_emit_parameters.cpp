// Parameter lifetimes: stale, gathering and ready, by bucket.
//
// Replicated parameters are always somewhere between: ready until this rank updates its shard, then
// (N > 1) the others' shards are stale until the all-gather begins, gathering until it ends, and
// all is ready again. Parameters that are gathered per use are ready from a gather's end to the
// release of what was gathered.

#include <algorithm>
#include <vector>

#include "core/shard/ownership.h"
#include "profiler/recorder_emit.h"
#include "traces/vocabulary.h"

namespace shardscope::profiler {

namespace {

constexpr std::string_view kStale = "stale";
constexpr std::string_view kGathering = "gathering";
constexpr std::string_view kReady = "ready";

/// What changes a bucket's parameters: an update mark or an all-gather.
std::vector<const SeenOnStream*> changesInOrder(const Joined& seen) {
    std::vector<const SeenOnStream*> changes;
    for (const auto& stream : seen.streams) {
        for (const SeenOnStream& one : stream) {
            const bool changes_ = isMark(one, core::MarkKind::ParameterUpdated) ||
                                  isCollectiveFor(one, core::Purpose::Parameter);
            if (changes_) changes.push_back(&one);
        }
    }
    std::stable_sort(
        changes.begin(), changes.end(),
        [](const SeenOnStream* a, const SeenOnStream* b) { return a->order < b->order; });
    return changes;
}

/// Bytes of a bucket's working weights; without this rank's shard when only @p others count.
int64_t weightBytes(const Emission& emission, core::BucketId bucket, bool others) {
    const core::BucketMap& buckets = emission.seen.problem->buckets;
    int64_t elements = buckets[bucket].elements;
    if (others) {
        const core::Ownership owners(buckets, emission.seen.problem->strategy.layout);
        const core::Rank shard{emission.seen.rank.value % buckets.shardCount()};
        for (const core::Range& own : owners.rangesOf(bucket, shard)) {
            elements -= own.end - own.begin;
        }
    }
    return elements * core::bytesOf(emission.seen.problem->workload.dtype);
}

void beginSpan(Emission& emission, std::string_view name, uint64_t id, PlanOrder order,
               core::BucketId bucket, int64_t tsNs) {
    emission.place(order).bucket(bucket);
    emission.out.arg("bytes", weightBytes(emission, bucket, name != kReady));
    emission.begin(traces::kParameterCategory, name, id, tsNs);
}

void emitSpan(Emission& emission, std::string_view name, PlanOrder order, core::BucketId bucket,
              int64_t fromNs, int64_t untilNs) {
    const uint64_t id = emission.nextId();
    beginSpan(emission, name, id, order, bucket, fromNs);
    emission.end(traces::kParameterCategory, name, id, std::max(fromNs, untilNs));
}

/// The copies that every rank keeps: a bucket's state, changed from event to event. A state that is
/// open at the end of a window goes on in the next.
class ReplicatedParameters {
  public:
    explicit ReplicatedParameters(Emission& emission) : emission_(emission) {
        emission.state.parameters.resize(emission.seen.labels.size());
    }

    void emit() {
        beginAfterSetup();
        const std::vector<const SeenOnStream*> changes = changesInOrder(emission_.seen);
        for (size_t i = 0; i < changes.size(); ++i) {
            if (!isGather(*changes[i])) {
                update(*changes[i]);
                continue;
            }
            for (int32_t bucket = 0; bucket < buckets(); ++bucket) {
                const core::BucketId id{bucket};
                if (concerns(*changes[i], id)) gather(*changes[i], id, isLast(changes, i, id));
            }
        }
        if (emission_.last) closeAll();
    }

  private:
    /// Set-up fills the weights with its operations on the compute stream.
    void beginAfterSetup() {
        int64_t filledNs = -1;
        for (const SeenOnStream& seen : emission_.seen.on(core::kCompute)) {
            if (seen.order.step >= 0) break;
            if (isWork(seen)) filledNs = std::max(filledNs, seen.endNs);
        }
        if (filledNs < 0) return;
        for (int32_t bucket = 0; bucket < buckets(); ++bucket) {
            change(core::BucketId{bucket}, kReady, PlanOrder{}, filledNs);
        }
    }
    void update(const SeenOnStream& mark) {
        const bool othersUpdateToo =
            emission_.seen.ranks() > 1 &&
            emission_.seen.problem->strategy.optimizer == core::OptimizerSharding::Sharded;
        change(mark.action->bucket, othersUpdateToo ? kStale : kReady, mark.order, mark.startNs);
    }
    static bool isGather(const SeenOnStream& one) {
        return isCollectiveFor(one, core::Purpose::Parameter);
    }
    /// A collective without a bucket carries all of them.
    static bool concerns(const SeenOnStream& one, core::BucketId bucket) {
        return !one.action->bucket.valid() || one.action->bucket == bucket;
    }
    /// Whether no other collective of this return follows: parameters may be sent one by one.
    static bool isLast(const std::vector<const SeenOnStream*>& changes, size_t at,
                       core::BucketId bucket) {
        for (size_t i = at + 1; i < changes.size(); ++i) {
            if (concerns(*changes[i], bucket)) return !isGather(*changes[i]);
        }
        return true;
    }
    void gather(const SeenOnStream& collective, core::BucketId bucket, bool last) {
        if (emission_.state.parameters[bucket.index()].name != kGathering) {
            change(bucket, kGathering, collective.order, collective.arrivedNs);
        }
        if (last) change(bucket, kReady, collective.order, collective.endNs);
    }

    void change(core::BucketId bucket, std::string_view name, PlanOrder order, int64_t tsNs) {
        OpenSpan& open = emission_.state.parameters[bucket.index()];
        close(open, tsNs);
        open = {name, emission_.nextId()};
        beginSpan(emission_, name, open.id, order, bucket, tsNs);
    }
    void close(OpenSpan& open, int64_t tsNs) {
        if (open.name.empty()) return;
        emission_.end(traces::kParameterCategory, open.name, open.id, tsNs);
        open = {};
    }
    void closeAll() {
        for (OpenSpan& open : emission_.state.parameters) close(open, emission_.seen.lastNs);
    }
    int32_t buckets() const { return static_cast<int32_t>(emission_.seen.labels.size()); }

    Emission& emission_;
};

/// The all-gather that filled a gathered buffer, or nullptr (N = 1 copies).
const SeenOnStream* gatherOf(const Emission& emission, const BufferLife& life) {
    const auto wanted = [&life](const SeenOnStream& seen) {
        return seen.order <= life.born || (isCollectiveFor(seen, core::Purpose::Parameter) &&
                                           seen.action->bucket == life.bucket);
    };
    const auto& stream = emission.seen.on(core::kCommunication);
    if (stream.empty()) return nullptr;
    PlanOrder end = life.freed.value_or(stream.back().order);
    if (!life.freed) ++end.action;
    const SeenOnStream* found = lastBefore(stream, end, wanted);
    return found != nullptr && life.born < found->order ? found : nullptr;
}

void emitGathered(Emission& emission, const BufferLife& life) {
    const SeenOnStream* gather = gatherOf(emission, life);
    const SeenOnStream* fill = gather != nullptr ? gather : life.firstUse;
    if (fill == nullptr) return;
    if (gather != nullptr) {
        emitSpan(emission, kGathering, life.born, life.bucket, gather->arrivedNs, gather->endNs);
    }
    emitSpan(emission, kReady, life.born, life.bucket, fill->endNs, life.releasedNs);
}

}  // namespace

void emitParameters(Emission& emission) {
    if (emission.seen.problem->strategy.parameters == core::ParameterStorage::Replicated) {
        ReplicatedParameters(emission).emit();
        return;
    }
    for (const BufferLife& life : emission.lives.all) {
        const bool gathered = life.category == core::Category::Weights && life.born.step >= 0;
        if (gathered) emitGathered(emission, life);
    }
}

}  // namespace shardscope::profiler
