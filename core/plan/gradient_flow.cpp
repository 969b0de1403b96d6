#include "core/plan/gradient_flow.h"

#include <algorithm>

namespace shardscope::core {

namespace {

bool writesGradient(const Graph& graph, TensorId id) {
    return id.index() < graph.tensors.size() &&
           graph.tensors[id.index()].role == TensorRole::Gradient;
}

}  // namespace

GradientFlow::GradientFlow(const Problem& problem, const RankLayout& rank, ActionList& actions)
    : problem_(problem),
      rank_(rank),
      actions_(actions),
      axes_(axesOf(problem)),
      reduction_(problem, rank, actions),
      nodes_(rank.buckets.size()),
      inSlot_(rank.ring.size()),
      inFlight_(rank.buckets.size(), false) {
    for (size_t b = 0; b < nodes_.size(); ++b) {
        BucketNodes& nodes = nodes_[b];
        const auto least = [](int& place, int node) {
            if (place < 0 || node < place) place = node;
        };
        for (const Segment& segment : problem.buckets.buckets[b].segments) {
            const GradientWrites& writes = rank.writes[segment.parameter.index()];
            if (writes.first < 0) continue;
            least(nodes.firstWrite, writes.first);
            least(nodes.firstCopy, writes.last);
            nodes.lastWrite = std::max(nodes.lastWrite, writes.last);
        }
    }
}

bool GradientFlow::copies(BucketId bucket) const {
    return axes_.parameterStorage && !rank_.buckets[bucket.index()].direct;
}
bool GradientFlow::copiesPerParameter(BucketId bucket) const {
    return copies(bucket) && !axes_.copiesPerBucket;
}

/// A bucket that is reduced where backward writes it accumulates there.
When GradientFlow::bornWhen(BucketId bucket) const {
    const bool direct = rank_.buckets[bucket.index()].direct;
    return direct && !axes_.everyMicroBatch ? When::First : axes_.born();
}

Operation GradientFlow::adapted(const Operation& operation) const {
    Operation result = operation;
    Write* write = writeModeOf(result);
    if (!write || *write != Write::Overwrite || axes_.everyMicroBatch) return result;
    for (TensorId id : operandsOf(operation, 0).writes) {
        if (!writesGradient(problem_.graph, id)) continue;
        const ParameterId parameter = problem_.graph.tensors[id.index()].parameter;
        const bool fresh = axes_.parameterStorage && axes_.sumsInBuckets &&
                           copies(problem_.buckets.bucketOf(parameter));
        if (!fresh) *write = Write::AccumulateAfterFirst;
    }
    return result;
}

void GradientFlow::beforeNode(size_t node) {
    const int at = static_cast<int>(node);
    for (int b = 0; b < problem_.buckets.count(); ++b) {
        const BucketNodes& nodes = nodes_[static_cast<size_t>(b)];
        if (nodes.firstWrite != at) continue;
        allocateRing();
        if (!copies(BucketId{b})) give(BucketId{b});
    }
    bearParameters(at);
}

void GradientFlow::afterNode(size_t node) {
    const int at = static_cast<int>(node);
    copyParameters(at);
    for (int b = 0; b < problem_.buckets.count(); ++b) {
        if (nodes_[static_cast<size_t>(b)].lastWrite == at) finish(BucketId{b});
    }
}

/// Contiguous buckets live from the first gradient to the last reduction: of each micro-batch, or of
/// the step.
void GradientFlow::allocateRing() {
    if (ringLives_ || rank_.ring.empty()) return;
    ringLives_ = true;
    WhenScope when(actions_, axes_.everyMicroBatch ? When::Always : When::First);
    for (BufferId buffer : rank_.ring) actions_.allocate(buffer);
}

/// Storage of their own for the gradients that @p node is the first to write.
void GradientFlow::bearParameters(int node) {
    if (!axes_.parameterStorage) return;
    WhenScope when(actions_, axes_.sumsInParameters ? When::First : When::Always);
    for (const BucketLayout& b : rank_.buckets) {
        for (const ParameterGradient& gradient : b.parameterGradients) {
            if (rank_.writes[gradient.parameter.index()].first != node) continue;
            actions_.allocate(gradient.buffer);
        }
    }
}

void GradientFlow::copyParameters(int node) {
    if (!axes_.parameterStorage) return;
    for (int i = 0; i < problem_.buckets.count(); ++i) {
        const BucketId bucket{i};
        if (!copiesPerParameter(bucket)) continue;
        if (nodes_[bucket.index()].firstCopy == node) give(bucket);
        for (const ParameterGradient& gradient : rank_.buckets[bucket.index()].parameterGradients) {
            if (rank_.writes[gradient.parameter.index()].last == node) copyIn(gradient, bucket);
        }
    }
}

/// Into the bucket, where it replaces or joins what earlier micro-batches left; then freed unless it is
/// kept.
void GradientFlow::copyIn(const ParameterGradient& gradient, BucketId bucket) {
    const std::string& name = rank_.layout[gradient.own].name;
    const int64_t elements = rank_.layout[gradient.own].elements;
    {
        WhenScope when(actions_, axes_.born());
        if (axes_.byRank) {
            actions_.launch(kCompute,
                            CopyRows{.in = gradient.own,
                                     .out = gradient.packed.packed,
                                     .elements = elements,
                                     .columns = gradient.packed.columns,
                                     .inStride = gradient.packed.columns,
                                     .outStride = gradient.packed.stride},
                            "pack " + name, bucket);
        } else {
            actions_.launch(
                kCompute, Cast{.in = gradient.own, .out = gradient.inBucket, .elements = elements},
                "copy " + name, bucket);
        }
    }
    if (axes_.sumsInBuckets) {
        WhenScope when(actions_, When::NotFirst);
        actions_.launch(
            kCompute,
            AddInto{.incoming = gradient.own, .sum = gradient.inBucket, .elements = elements},
            "add " + name, bucket);
    }
    if (axes_.kept) return;
    WhenScope when(actions_, axes_.sumsInParameters ? When::Last : When::Always);
    actions_.free(gradient.buffer);
}

void GradientFlow::give(BucketId bucket) {
    makeRoom(bucket);
    birth(bucket);
}

/// Rule 4: with k buckets of storage, the oldest is waited for and freed before the next is born.
/// A tied bucket that backward writes directly lives from the head to the embedding and is outside the
/// count (rule 10). Buckets that take turns wait for the one whose place they take.
void GradientFlow::makeRoom(BucketId bucket) {
    WhenScope when(actions_, bornWhen(bucket));
    const int slot = rank_.buckets[bucket.index()].ringSlot;
    if (slot >= 0) {
        BucketId& before = inSlot_[static_cast<size_t>(slot)];
        if (before.valid() && inFlight_[before.index()]) drain(before, WaitCause::InFlight);
        before = bucket;
        return;
    }
    const bool limited = axes_.hasShards && bornWhen(bucket) == axes_.reduced();
    if (!limited || (problem_.buckets[bucket].tied && !copies(bucket))) return;
    const auto limit = static_cast<size_t>(problem_.strategy.inFlight);
    if (given_.size() - drained_ >= limit) {
        drain(given_[drained_], WaitCause::InFlight);
        ++drained_;
    }
    given_.push_back(bucket);
}

void GradientFlow::birth(BucketId bucket) {
    const BucketLayout& b = rank_.buckets[bucket.index()];
    WhenScope when(actions_, bornWhen(bucket));
    if (b.ringSlot < 0 && !axes_.persistent) actions_.allocate(b.gradients);
    const auto zero = [&](TensorId tensor) {
        const TensorSpec& spec = rank_.layout[tensor];
        actions_.launch(kCompute, FillZero{.tensor = tensor, .elements = spec.elements}, spec.name,
                        bucket);
    };
    for (TensorId padding : b.padding) zero(padding);
    for (const Segment& segment : problem_.buckets[bucket].segments) {
        if (axes_.byRank || rank_.writes[segment.parameter.index()].first >= 0) continue;
        zero(problem_.graph.gradientOf(segment.parameter));
    }
}

/// All of a bucket's gradients are written.
void GradientFlow::finish(BucketId bucket) {
    actions_.mark(MarkKind::GradientReady, kCompute, bucket);
    if (axes_.reducesAfterBackward) {
        postponed_.push_back(bucket);
    } else {
        reduce(bucket);
    }
}

void GradientFlow::reduce(BucketId bucket) {
    if (copies(bucket) && axes_.copiesPerBucket) {
        give(bucket);
        for (const ParameterGradient& gradient : rank_.buckets[bucket.index()].parameterGradients) {
            copyIn(gradient, bucket);
        }
    }
    WhenScope when(actions_, axes_.reduced());
    reduction_.reduce(bucket);
    inFlight_[bucket.index()] = true;
}

bool GradientFlow::needsDrain(BucketId bucket) const {
    return inFlight_[bucket.index()] &&
           (axes_.hasShards || rank_.buckets[bucket.index()].ringSlot >= 0);
}

void GradientFlow::drain(BucketId bucket, WaitCause cause) {
    const BucketLayout& b = rank_.buckets[bucket.index()];
    WhenScope when(actions_, axes_.reduced());
    actions_.wait(kCompute, EventKind::Reduced, bucket, cause);
    if (axes_.hasShards && b.ringSlot < 0) actions_.free(b.gradients);
    if (b.incoming.valid() && !axes_.sumsAfterBackward) {
        WhenScope later(actions_, reduction_.incomingWhen(b));
        actions_.free(b.incoming);
    }
    inFlight_[bucket.index()] = false;
}

void GradientFlow::endBackward() {
    for (int b = 0; b < problem_.buckets.count(); ++b) {
        if (nodes_[static_cast<size_t>(b)].firstWrite >= 0) continue;
        allocateRing();
        if (!copies(BucketId{b}) || !axes_.copiesPerBucket) give(BucketId{b});
        finish(BucketId{b});
    }
    for (BucketId bucket : postponed_) reduce(bucket);
    for (int b = 0; b < problem_.buckets.count(); ++b) {
        if (needsDrain(BucketId{b})) drain(BucketId{b}, WaitCause::Drain);
    }
    sumShards();
    WhenScope when(actions_, axes_.reduced());
    for (BufferId buffer : rank_.ring) actions_.free(buffer);
}

/// The second gradient shard is added to the first when backward is over.
void GradientFlow::sumShards() {
    if (!axes_.sumsAfterBackward) return;
    for (int i = 0; i < problem_.buckets.count(); ++i) {
        const BucketId bucket{i};
        const BucketLayout& b = rank_.buckets[bucket.index()];
        if (!b.incoming.valid()) continue;
        for (const ReducedPart& part : b.reducedParts) {
            WhenScope later(actions_, When::NotFirst);
            if (!axes_.everyMicroBatch) break;
            actions_.launch(kCompute,
                            AddInto{.incoming = part.incoming,
                                    .sum = part.reduced,
                                    .elements = rank_.layout[part.reduced].elements},
                            "add to shard", bucket);
        }
        WhenScope when(actions_, reduction_.incomingWhen(b));
        actions_.free(b.incoming);
    }
}

}  // namespace shardscope::core
