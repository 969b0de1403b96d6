#include "gpu/kernels/optimizer.h"

#include <cmath>
#include <vector>

#include "core/host/ops/bucket_parts.h"
#include "gpu/kernels/norm.h"
#include "gpu/operations/operations.h"
#include "gpu/operations/targets.h"

namespace shardscope::gpu {

namespace {

constexpr int64_t kFactorScalar = 1;  ///< scalars = {norm, factor, overflow}

/// The parameters in [first, first+elements) of a bucket; neighbours that are updated alike are one.
std::vector<UpdateRange> rangesOf(const core::Problem& problem, core::BucketId bucket,
                                  int64_t first, int64_t elements) {
    std::vector<UpdateRange> ranges;
    core::ops::forEachPart(
        problem.buckets[bucket], first, elements, [&](const core::ops::BucketPart& part) {
            const bool decay = problem.graph.parameters[part.parameter.index()].decay;
            const int64_t end = part.inRange + part.elements;
            const bool continues = !ranges.empty() && ranges.back().end == part.inRange &&
                                   ranges.back().decay == decay;
            if (continues) {
                ranges.back().end = end;
            } else {
                ranges.push_back({.begin = part.inRange, .end = end, .decay = decay});
            }
        });
    return ranges;
}

template <class Update>
UpdateTensors tensorsOf(const Update& o, const LaunchContext& c) {
    return {.gradient = c.at(o.gradient),
            .factor = c.at<float>(o.scalars) + kFactorScalar,
            .weights = c.at(o.weights),
            .master = c.at<float>(o.master),
            .momentum = c.at<float>(o.momentum),
            .gradientDtype = c.dtypeOf(o.gradient),
            .weightsDtype = c.dtypeOf(o.weights)};
}

/// In double, rounded once, as the host does.
AdamWConstants constantsOf(const core::OptimizerSettings& s, const core::StepScalars& now) {
    const auto updates = static_cast<double>(now.updates + 1);
    const double correction1 = 1.0 - std::pow(s.beta1, updates);
    const double correction2 = 1.0 - std::pow(s.beta2, updates);
    return {.keepDecayed = static_cast<float>(1.0 - now.learningRate * s.weightDecay),
            .beta1 = static_cast<float>(s.beta1),
            .beta2 = static_cast<float>(s.beta2),
            .rest1 = static_cast<float>(1.0 - s.beta1),
            .rest2 = static_cast<float>(1.0 - s.beta2),
            .stepSize = static_cast<float>(now.learningRate / correction1),
            .rootCorrection = static_cast<float>(1.0 / std::sqrt(correction2)),
            .epsilon = static_cast<float>(s.epsilon)};
}

}  // namespace

core::Result<void> launch(const core::SquaredNorm& o, const LaunchContext& c) {
    return launchWithScratch(SquaredNormArgs{.tensor = c.at(o.tensor),
                                             .partial = c.at<float>(o.partials) + o.slot,
                                             .scratch = nullptr,
                                             .elements = o.elements,
                                             .dtype = c.dtypeOf(o.tensor)},
                             c, launchSquaredNorm);
}

core::Result<void> launch(const core::SumPartials& o, const LaunchContext& c) {
    return check(launchSumPartials(c.stream, {.partials = c.at<float>(o.partials),
                                              .rankSums = c.at<float>(o.rankSums),
                                              .buckets = o.buckets,
                                              .rankSlots = o.rankSlots}));
}

core::Result<void> launch(const core::ClipFactor& o, const LaunchContext& c) {
    return check(launchClipFactor(c.stream, {.rankSums = c.at<float>(o.rankSums),
                                             .scalars = c.at<float>(o.scalars),
                                             .rankSlots = o.rankSlots,
                                             .clip = o.clip,
                                             .lossScale = c.bound.scalars.lossScale}));
}

core::Result<void> launch(const core::AdamW& o, const LaunchContext& c) {
    AdamWArgs args{};
    args.tensors = tensorsOf(o, c);
    args.variance = c.at<float>(o.variance);
    args.constants = constantsOf(c.problem().workload.optimizer, c.bound.scalars);
    return check(launchAdamW(c.stream, args, rangesOf(c.problem(), o.bucket, o.first, o.elements)));
}

core::Result<void> launch(const core::SgdMomentum& o, const LaunchContext& c) {
    SgdArgs args{};
    args.tensors = tensorsOf(o, c);
    args.constants = {.keepMomentum = static_cast<float>(c.problem().workload.optimizer.momentum),
                      .learningRate = static_cast<float>(c.bound.scalars.learningRate)};
    return check(
        launchSgdMomentum(c.stream, args, rangesOf(c.problem(), o.bucket, o.first, o.elements)));
}

}  // namespace shardscope::gpu
