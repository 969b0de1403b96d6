#include "core/sim/measured/operation_times.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <cmath>

namespace shardscope::core {

namespace {

template <class Kind, class... Some>
constexpr bool kIsOneOf = (std::is_same_v<Kind, Some> || ...);

/// Whether one pass that reads and writes is all the work there is.
bool streams(const Operation& operation) {
    return std::visit(
        [](const auto& one) {
            return kIsOneOf<std::decay_t<decltype(one)>, ResidualAdd, Cast, CopyRows, AddInto,
                            AdamW, SgdMomentum>;
        },
        operation);
}

/// Operations that the planner adds on ranges of buckets; the rest are the model's.
bool worksOnBuckets(const Operation& operation) {
    return std::visit(
        [](const auto& one) {
            return kIsOneOf<std::decay_t<decltype(one)>, FillZero, Poison, Cast, CopyRows, AddInto,
                            InitializeWeights, SquaredNorm, SumPartials, ClipFactor, AdamW,
                            SgdMomentum>;
        },
        operation);
}

std::string keyOf(const KernelShape& shape) {
    return fmt::format("{}|{}|{:.17g}", shape.kernel, shape.variant, fmt::join(shape.shape, ","));
}

std::string identityOf(const RecordedOperation& operation, bool later) {
    return fmt::format("{}|{}|{}", operation.tensors, later ? 1 : 0, keyOf(operation.shape));
}

double medianOf(std::vector<double> values) {
    const auto middle = values.begin() + static_cast<std::ptrdiff_t>(values.size() / 2);
    std::nth_element(values.begin(), middle, values.end());
    return *middle;
}

double farApart(double a, double b) {
    return std::abs(std::log(std::max(a, 1.0) / std::max(b, 1.0)));
}

/// The recorded operation of those that @p test takes whose work is nearest to @p work.
template <class Test>
const RecordedOperation* nearest(const std::vector<RecordedOperation>& recorded, double work,
                                 Test&& test) {
    const RecordedOperation* best = nullptr;
    for (const RecordedOperation& each : recorded) {
        if (!test(each)) continue;
        if (!best || farApart(each.shape.work, work) < farApart(best->shape.work, work)) {
            best = &each;
        }
    }
    return best;
}

double scaled(const RecordedOperation& from, double work) {
    return from.ns * std::max(work, 1.0) / std::max(from.shape.work, 1.0);
}

void appendNames(std::string& text, const std::vector<TensorId>& tensors, const Layout& layout) {
    for (const TensorId tensor : tensors) text += layout[tensor].name + ",";
}

}  // namespace

RecordedOperation recordedOperation(const Operation& operation, const Layout& layout,
                                    int microBatch) {
    RecordedOperation out{.tensors = {},
                          .shape = kernelShapeOf(operation, layout, microBatch),
                          .later = microBatch > 0,
                          .streams = streams(operation)};
    const Operands operands = operandsOf(operation, 0);
    appendNames(out.tensors, operands.reads, layout);
    out.tensors += ">";
    appendNames(out.tensors, operands.writes, layout);
    return out;
}

OperationTimes::OperationTimes(std::vector<RecordedOperation> recorded)
    : recorded_(std::move(recorded)) {
    for (const RecordedOperation& each : recorded_) {
        byIdentity_.try_emplace(identityOf(each, each.later), each.ns);
        byShape_[keyOf(each.shape)].push_back(each.ns);
    }
}

std::optional<double> OperationTimes::ofShape(const KernelShape& shape) const {
    const auto found = byShape_.find(keyOf(shape));
    if (found == byShape_.end()) return std::nullopt;
    return medianOf(found->second);
}

std::optional<OperationTime> OperationTimes::byWork(const KernelShape& shape) const {
    const RecordedOperation* like = nearest(recorded_, shape.work, [&](const auto& each) {
        return each.shape.kernel == shape.kernel && each.shape.variant == shape.variant;
    });
    if (!like) {
        like = nearest(recorded_, shape.work,
                       [&](const auto& each) { return each.shape.kernel == shape.kernel; });
    }
    if (!like) return std::nullopt;
    return OperationTime{scaled(*like, shape.work), TimeBasis::OtherSize, like->shape.kernel};
}

std::optional<OperationTime> OperationTimes::byBytes(const KernelShape& shape) const {
    const RecordedOperation* like =
        nearest(recorded_, shape.work, [](const auto& each) { return each.streams; });
    if (!like) return std::nullopt;
    return OperationTime{scaled(*like, shape.work), TimeBasis::OtherKernel, like->shape.kernel};
}

std::optional<OperationTime> OperationTimes::find(const Operation& operation, const Layout& layout,
                                                  int microBatch) const {
    const RecordedOperation asked = recordedOperation(operation, layout, microBatch);
    for (const bool later : {asked.later, !asked.later}) {
        const auto found = byIdentity_.find(identityOf(asked, later));
        if (found != byIdentity_.end()) return OperationTime{found->second};
    }
    if (const auto ns = ofShape(asked.shape)) {
        return OperationTime{*ns, TimeBasis::SameShape, asked.shape.kernel};
    }
    if (microBatch > 0) {
        const KernelShape first = kernelShapeOf(operation, layout, 0);
        if (const auto ns = ofShape(first)) {
            return OperationTime{*ns, TimeBasis::FirstMicroBatch, first.kernel};
        }
    }
    if (!worksOnBuckets(operation)) return std::nullopt;
    if (const auto time = byWork(asked.shape)) return time;
    return byBytes(asked.shape);
}

}  // namespace shardscope::core
