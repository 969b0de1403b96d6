#include "profiler/calibrate/gpu/gpu_bench.h"

#include <algorithm>
#include <chrono>
#include <cmath>

#include "core/base/units.h"
#include "core/host/host_device.h"
#include "profiler/calibrate/typical.h"

namespace shardscope::profiler {

namespace {

constexpr int kWarmUps = 2;
constexpr int kSmallKernels = 200, kFewest = 8;
constexpr double kIssuingNs = 20'000;  // of one small operation, at most
constexpr int64_t kPlaceBytes = 512;   // tensors start on multiples of this
constexpr int kArena = 0;              // segment ordinal
constexpr int64_t kSeedElements = int64_t{16} << 20;
constexpr int kMostFills = 64;
constexpr int kNoAction = 1 << 20;  // what is launched here is none of the plan's

int64_t bytesOf(const core::TensorSpec& tensor) {
    return core::roundUp(tensor.elements * core::bytesOf(tensor.dtype), kPlaceBytes);
}

core::TensorSpec tensor(const char* name, int64_t elements, core::DType dtype) {
    return {.name = name, .buffer = core::BufferId{0}, .elements = elements, .dtype = dtype};
}

constexpr core::TensorId kFirst{0}, kSecond{1};

/// The bucket with the most weights.
core::BucketId largestBucket(const core::Problem& problem) {
    const auto& buckets = problem.buckets.buckets;
    const auto largest = std::ranges::max_element(buckets, {}, &core::Bucket::elements);
    return core::BucketId{static_cast<int32_t>(largest - buckets.begin())};
}

}  // namespace

GpuBench::GpuBench(const core::Problem& problem, int64_t arenaBytes)
    : context_{.problem = &problem, .rank = core::Rank{0}, .ranks = 1},
      arenaBytes_(core::roundUp(arenaBytes, 2 * core::kMiB)) {
    layout_.buffers.push_back({.name = "arena", .bytes = arenaBytes_});
}

GpuBench::~GpuBench() {
    if (device_) (void)device_->synchronize();
}

core::Result<void> GpuBench::open(core::Accelerator& accelerator,
                                  std::unique_ptr<core::Communicator> communicator,
                                  const MakeTags& makeTags) {
    communicator_ = std::move(communicator);
    device_ =
        accelerator.makeDevice(context_, *communicator_, &watch_, makeTags ? makeTags() : nullptr);
    if (auto sound = synchronize(); !sound) return sound;
    if (device_->memory().map(kArena, 0, arenaBytes_, arenaBytes_)) return {};
    return core::outOfMemory("calibrate", "the GPU has no " + core::formatBytes(arenaBytes_) +
                                              " to measure in: end what else uses it");
}

core::Result<std::vector<std::unique_ptr<GpuBench>>> GpuBench::openAll(
    core::Accelerator& accelerator, const MakeTags& makeTags, const core::Problem& problem,
    int64_t arenaBytes) {
    auto communicators = accelerator.communicators(0);
    if (!communicators) return tl::unexpected(communicators.error());
    std::vector<std::unique_ptr<GpuBench>> all;
    for (auto& communicator : *communicators) {
        all.emplace_back(new GpuBench(problem, arenaBytes));
        auto opened = all.back()->open(accelerator, std::move(communicator), makeTags);
        if (opened) opened = all.back()->fillArena(problem);
        if (!opened) return tl::unexpected(opened.error());
    }
    return all;
}

core::BoundOperation GpuBench::bind(const core::Operation& operation,
                                    const std::vector<core::TensorSpec>& tensors) {
    layout_.tensors = tensors;
    core::BoundOperation bound{.operation = &operation, .layout = &layout_};
    auto* at = static_cast<std::byte*>(device_->memory().addressOf(kArena));
    for (size_t i = 0; i < tensors.size(); ++i) {
        bound.ids[i] = core::TensorId{static_cast<int32_t>(i)};
        bound.addresses[i] = at;
        at += bytesOf(tensors[i]);
    }
    bound.count = static_cast<int>(tensors.size());
    return bound;
}

void GpuBench::launch(const core::BoundOperation& bound, int action) {
    device_->launch(core::kCompute,
                    {.action = kNoAction + action, .step = rounds_, .microBatch = 0}, bound);
}

core::Result<void> GpuBench::synchronize() { return device_->synchronize(); }

/// Weights at the start, then what is there copied behind itself until the arena is full.
core::Result<void> GpuBench::fillArena(const core::Problem& problem) {
    const core::BucketId bucket = largestBucket(problem);
    const int64_t all = arenaBytes_ / core::bytesOf(core::DType::Bf16);
    int64_t filled = std::min({problem.buckets[bucket].elements, all, kSeedElements});
    const core::Operation seed =
        core::InitializeWeights{.tensor = kFirst, .bucket = bucket, .first = 0, .elements = filled};
    launch(bind(seed, {tensor("seed", filled, core::DType::Bf16)}), 0);
    filled = filled / kPlaceBytes * kPlaceBytes;
    while (filled > 0 && filled < all) {
        const int64_t next = std::min(filled, all - filled);
        const core::Operation copy = core::Cast{.in = kFirst, .out = kSecond, .elements = next};
        auto tensors = std::vector{tensor("there", filled, core::DType::Bf16),
                                   tensor("behind", next, core::DType::Bf16)};
        launch(bind(copy, tensors), 1);
        if (auto done = synchronize(); !done) return done;
        filled += next;
    }
    return synchronize();
}

core::Result<KernelPace> GpuBench::paceOf(const core::Operation& operation,
                                          const std::vector<core::TensorSpec>& tensors,
                                          int repeats) {
    const core::BoundOperation bound = bind(operation, tensors);
    watch_.reserve(static_cast<size_t>(repeats + kWarmUps));
    ++rounds_;
    for (int i = 0; i < kWarmUps; ++i) launch(bound, 2);
    if (auto done = synchronize(); !done) return tl::unexpected(done.error());
    const size_t before = watch_.of(core::kCompute).size();
    for (int i = 0; i < repeats; ++i) launch(bound, 2);
    if (auto done = synchronize(); !done) return tl::unexpected(done.error());
    const auto timed = std::span(watch_.of(core::kCompute)).subspan(before);
    std::vector<double> ns, gaps;
    for (size_t i = 0; i < timed.size(); ++i) {
        ns.push_back(static_cast<double>(timed[i].endNs - timed[i].startNs));
        if (i > 0) gaps.push_back(static_cast<double>(timed[i].startNs - timed[i - 1].endNs));
    }
    return KernelPace{.ns = middleMean(ns), .gapNs = std::max(0.0, medianOf(gaps))};
}

core::Result<int> GpuBench::fillsFor(int count) {
    const int64_t elements = arenaBytes_ / core::bytesOf(core::DType::Fp32);
    const core::Operation fill = core::FillZero{.tensor = kFirst, .elements = elements};
    const auto pace = paceOf(fill, {tensor("all", elements, core::DType::Fp32)}, 1);
    if (!pace) return tl::unexpected(pace.error());
    return std::clamp(static_cast<int>(std::ceil(count * kIssuingNs / std::max(pace->ns, 1.0))), 1,
                      kMostFills);
}

core::Result<KernelPace> GpuBench::smallestKernel() {
    const auto fills = fillsFor(kSmallKernels);
    if (!fills) return tl::unexpected(fills.error());
    const int64_t elements = arenaBytes_ / core::bytesOf(core::DType::Fp32);
    const core::Operation large = core::FillZero{.tensor = kFirst, .elements = elements};
    const core::Operation small = core::FillZero{.tensor = kFirst, .elements = kPlaceBytes / 4};
    watch_.reserve(static_cast<size_t>(*fills + kSmallKernels));
    ++rounds_;
    const size_t before = watch_.of(core::kCompute).size();
    const auto fill = bind(large, {tensor("all", elements, core::DType::Fp32)});
    for (int i = 0; i < *fills; ++i) launch(fill, 3);
    const auto one = bind(small, {tensor("one", kPlaceBytes / 4, core::DType::Fp32)});
    for (int i = 0; i < kSmallKernels; ++i) launch(one, 4);
    if (auto done = synchronize(); !done) return tl::unexpected(done.error());
    const auto timed =
        std::span(watch_.of(core::kCompute)).subspan(before + static_cast<size_t>(*fills));
    std::vector<double> ns, gaps;
    for (size_t i = 1; i < timed.size(); ++i) {
        ns.push_back(static_cast<double>(timed[i].endNs - timed[i].startNs));
        gaps.push_back(static_cast<double>(timed[i].startNs - timed[i - 1].endNs));
    }
    return KernelPace{.ns = medianOf(ns), .gapNs = std::max(0.0, medianOf(gaps))};
}

core::Result<HostPace> GpuBench::hostPace() {
    const core::Operation small = core::FillZero{.tensor = kFirst, .elements = kPlaceBytes / 4};
    const auto one = bind(small, {tensor("one", kPlaceBytes / 4, core::DType::Fp32)});
    std::vector<double> launches, events;
    const auto nsOf = [](auto&& call) {
        const int64_t begin = core::hostNowNs();
        for (int i = 0; i < kSmallKernels; ++i) call();
        return static_cast<double>(core::hostNowNs() - begin) / kSmallKernels;
    };
    for (int round = 0; round < kFewest; ++round) {
        watch_.reserve(kSmallKernels);
        ++rounds_;
        launches.push_back(nsOf([&] { launch(one, 5); }));
        if (auto done = synchronize(); !done) return tl::unexpected(done.error());
        events.push_back(nsOf([&] {
            device_->record(core::kCompute,
                            {.action = kNoAction + 6, .step = rounds_, .microBatch = 0},
                            core::EventId{0});
        }));
        if (auto done = synchronize(); !done) return tl::unexpected(done.error());
    }
    return HostPace{.launchUs = medianOf(launches) / 1e3, .eventUs = medianOf(events) / 1e3};
}

}  // namespace shardscope::profiler
