#include "core/plan/gradient_flow.h"

#include <algorithm>

namespace shardscope::core {

GradientFlow::GradientFlow(const Problem& problem, const RankLayout& rank, ActionList& actions)
    : problem_(problem),
      rank_(rank),
      actions_(actions),
      axes_(axesOf(problem)),
      firstWrite_(rank.buckets.size(), -1),
      lastWrite_(rank.buckets.size(), -1),
      inFlight_(rank.buckets.size(), false) {
    const Graph& graph = problem.graph;
    for (size_t node = 0; node < graph.backward.size(); ++node) {
        for (TensorId id : operandsOf(graph.backward[node].operation, 0).writes) {
            const GraphTensor& tensor = graph.tensors[id.index()];
            if (tensor.role != TensorRole::Gradient) continue;
            const size_t b = problem.buckets.bucketOf(tensor.parameter).index();
            if (firstWrite_[b] < 0) firstWrite_[b] = static_cast<int>(node);
            lastWrite_[b] = static_cast<int>(node);
        }
    }
}

Operation GradientFlow::adapted(const Operation& operation) const {
    Operation result = operation;
    Write* write = writeModeOf(result);
    if (!write || *write != Write::Overwrite || axes_.shardsGradients) return result;
    for (TensorId id : operandsOf(operation, 0).writes) {
        if (id.index() < problem_.graph.tensors.size() &&
            problem_.graph.tensors[id.index()].role == TensorRole::Gradient) {
            *write = Write::AccumulateAfterFirst;
        }
    }
    return result;
}

void GradientFlow::beforeNode(size_t node) {
    for (int b = 0; b < problem_.buckets.count(); ++b) {
        if (firstWrite_[static_cast<size_t>(b)] == static_cast<int>(node)) give(BucketId{b});
    }
}

void GradientFlow::afterNode(size_t node) {
    for (int b = 0; b < problem_.buckets.count(); ++b) {
        if (lastWrite_[static_cast<size_t>(b)] == static_cast<int>(node)) launch(BucketId{b});
    }
}

/// Rule 4: with k buckets of storage, the oldest is waited for and freed before the next is born.
/// A tied bucket lives from the head to the embedding and is outside the count (rule 10).
void GradientFlow::give(BucketId bucket) {
    const bool counted = axes_.shardsGradients && !problem_.buckets[bucket].tied;
    const auto limit = static_cast<size_t>(problem_.strategy.inFlight);
    if (counted && ring_.size() - drained_ >= limit) {
        drain(ring_[drained_], WaitCause::InFlight);
        ++drained_;
    }
    birth(bucket);
    if (counted) ring_.push_back(bucket);
}

void GradientFlow::birth(BucketId bucket) {
    const BucketLayout& b = rank_.buckets[bucket.index()];
    actions_.when(axes_.shardsGradients ? When::Always : When::First);
    actions_.allocate(b.gradients);
    const auto zero = [&](TensorId tensor) {
        const TensorSpec& spec = rank_.layout[tensor];
        actions_.launch(kCompute, FillZero{.tensor = tensor, .elements = spec.elements}, spec.name,
                        bucket);
    };
    for (TensorId padding : b.padding) zero(padding);
    for (const Segment& segment : problem_.buckets[bucket].segments) {
        const TensorId gradient = problem_.graph.gradientOf(segment.parameter);
        const bool written = std::any_of(
            problem_.graph.backward.begin(), problem_.graph.backward.end(), [&](const Node& node) {
                const auto writes = operandsOf(node.operation, 0).writes;
                return std::find(writes.begin(), writes.end(), gradient) != writes.end();
            });
        if (!written) zero(gradient);
    }
    actions_.when(When::Always);
}

void GradientFlow::launch(BucketId bucket) {
    actions_.mark(MarkKind::GradientReady, kCompute, bucket);
    actions_.when(reductionWhen());
    reduce(bucket);
    inFlight_[bucket.index()] = true;
    if (!problem_.strategy.overlap) {
        actions_.wait(kCompute, EventKind::Reduced, bucket, WaitCause::OverlapOff);
    }
    actions_.when(When::Always);
}

void GradientFlow::reduce(BucketId bucket) {
    const BucketLayout& b = rank_.buckets[bucket.index()];
    if (axes_.staged) actions_.allocate(b.staging);
    if (axes_.shardsGradients) {
        actions_.when(When::First);
        actions_.allocate(b.shard);
        actions_.when(When::NotFirst);
        if (b.incoming.valid()) actions_.allocate(b.incoming);
        actions_.when(reductionWhen());
    }
    actions_.record(kCompute, EventKind::Ready, bucket);
    actions_.wait(kCommunication, EventKind::Ready, bucket, WaitCause::Data);
    axes_.staged ? reduceStaged(bucket) : reduceInto(bucket);
    for (TensorId dead : b.dead) {
        if (!problem_.poison || !axes_.sharded || axes_.shardsGradients) break;
        actions_.launch(kCommunication,
                        Poison{.tensor = dead, .elements = rank_.layout[dead].elements}, "poison",
                        bucket);
    }
    actions_.record(kCommunication, EventKind::Reduced, bucket);
}

/// In place at stages 0 and 1; straight into the shard at stage 2's first micro-batch, then into a
/// buffer of its own that is added to the shard.
void GradientFlow::reduceInto(BucketId bucket) {
    const BucketLayout& b = rank_.buckets[bucket.index()];
    const bool omit = problem_.strategy.omit == Omit::ReduceScatter;
    const auto scatter = [&](TensorId out) {
        if (!omit) {
            actions_.collective(CollectiveKind::ReduceScatter, Purpose::Gradient, b.fullGradient,
                                out, b.fullGradient, bucket);
        } else if (out != b.ownSliceOfFull) {
            actions_.launch(
                kCommunication,
                Cast{.in = b.ownSliceOfFull, .out = out, .elements = rank_.layout[out].elements},
                "reduce-scatter left out", bucket);
        }
    };
    if (!axes_.sharded) {
        if (omit) return;
        actions_.collective(CollectiveKind::AllReduce, Purpose::Gradient, b.fullGradient,
                            b.fullGradient, b.fullGradient, bucket);
        return;
    }
    if (!axes_.shardsGradients) return scatter(b.ownSliceOfFull);
    actions_.when(When::First);
    scatter(b.ownGradient);
    actions_.when(When::NotFirst);
    if (b.incoming.valid()) {
        scatter(b.incomingShard);
        actions_.launch(kCommunication,
                        AddInto{.incoming = b.incomingShard,
                                .sum = b.ownGradient,
                                .elements = rank_.layout[b.ownGradient].elements},
                        "add to shard", bucket);
    }
    actions_.when(reductionWhen());
}

/// Through a copy in the reduce dtype, whose reduced part is converted back or added.
void GradientFlow::reduceStaged(BucketId bucket) {
    const BucketLayout& b = rank_.buckets[bucket.index()];
    const bool whole = !axes_.sharded;
    const TensorId reduced = whole ? b.wholeStaging : b.ownStaging;
    const int64_t elements = rank_.layout[reduced].elements;
    actions_.launch(kCommunication,
                    Cast{.in = b.fullGradient,
                         .out = b.wholeStaging,
                         .elements = rank_.layout[b.fullGradient].elements},
                    "to reduce dtype", bucket);
    if (problem_.strategy.omit != Omit::ReduceScatter) {
        actions_.collective(whole ? CollectiveKind::AllReduce : CollectiveKind::ReduceScatter,
                            Purpose::Gradient, b.wholeStaging, reduced, b.wholeStaging, bucket);
    }
    const bool accumulates = axes_.shardsGradients;
    if (accumulates) actions_.when(When::First);
    actions_.launch(kCommunication, Cast{.in = reduced, .out = b.ownGradient, .elements = elements},
                    "from reduce dtype", bucket);
    if (!accumulates) return;
    actions_.when(When::NotFirst);
    actions_.launch(kCommunication,
                    AddInto{.incoming = reduced, .sum = b.ownGradient, .elements = elements},
                    "add to shard", bucket);
    actions_.when(reductionWhen());
}

void GradientFlow::drain(BucketId bucket, WaitCause cause) {
    const BucketLayout& b = rank_.buckets[bucket.index()];
    actions_.wait(kCompute, EventKind::Reduced, bucket, cause);
    if (axes_.shardsGradients) actions_.free(b.gradients);
    if (b.staging.valid()) actions_.free(b.staging);
    if (b.incoming.valid()) {
        actions_.when(When::NotFirst);
        actions_.free(b.incoming);
        actions_.when(When::Always);
    }
    inFlight_[bucket.index()] = false;
}

void GradientFlow::endBackward() {
    for (int b = 0; b < problem_.buckets.count(); ++b) {
        if (firstWrite_[static_cast<size_t>(b)] >= 0) continue;
        give(BucketId{b});
        launch(BucketId{b});
    }
    if (!axes_.shardsGradients && !axes_.staged) return;
    actions_.when(reductionWhen());
    for (int b = 0; b < problem_.buckets.count(); ++b) {
        if (inFlight_[static_cast<size_t>(b)]) drain(BucketId{b}, WaitCause::Drain);
    }
    actions_.when(When::Always);
}

}  // namespace shardscope::core
