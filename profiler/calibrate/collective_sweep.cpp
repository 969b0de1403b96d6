#include "profiler/calibrate/collective_sweep.h"

#include <algorithm>
#include <chrono>
#include <thread>

#include "core/host/collective_shape.h"
#include "core/host/host_device.h"
#include "core/host/inproc_communicator.h"
#include "core/plan/step_plan.h"
#include "profiler/calibrate/typical.h"

namespace shardscope::profiler {

namespace {

using core::CollectiveKind;
using Clock = std::chrono::steady_clock;

constexpr int64_t kAlways = int64_t{4} << 20;  // however little time there is
constexpr int kMostRepeats = 200, kLeastRepeats = 3;
constexpr int64_t kNsOfOneSize = 20'000'000;  // repeats of small arrays are enough after this

/// One rank's arrays; touched before they are measured.
struct Arrays {
    explicit Arrays(int64_t bytes)
        : input(static_cast<size_t>(bytes)), output(static_cast<size_t>(bytes)) {}

    std::vector<std::byte> input, output;
};

struct Run {
    CollectiveKind kind;
    core::DType dtype;
    int64_t bytes = 0;
    int repeats = 1;
};

core::CollectiveCall callOf(const Run& run, int rank, int ranks, Arrays& arrays) {
    return sweepCall(run.kind, run.dtype, run.bytes, rank, ranks, arrays.input.data(),
                     arrays.output.data());
}

class Sweep {
  public:
    Sweep(int ranks, int64_t largestBytes, Samples& samples)
        : communicators_(core::makeInprocCommunicators(ranks)), samples_(samples) {
        for (int r = 0; r < ranks; ++r) arrays_.emplace_back(largestBytes);
    }

    /// Errors: the first rank's.
    core::Result<void> measure(Run run);

  private:
    core::Result<std::vector<double>> timesOf(const Run& run, int rank);
    /// All ranks at once; @return every rank's times.
    core::Result<std::vector<double>> together(const Run& run);

    std::vector<std::unique_ptr<core::Communicator>> communicators_;
    std::vector<Arrays> arrays_;
    Samples& samples_;
};

core::Result<std::vector<double>> Sweep::timesOf(const Run& run, int rank) {
    const auto index = static_cast<size_t>(rank);
    const int ranks = static_cast<int>(communicators_.size());
    std::vector<double> times;
    for (int i = 0; i < run.repeats; ++i) {
        const auto took = communicators_[index]->run(callOf(run, rank, ranks, arrays_[index]));
        if (!took) return tl::unexpected(took.error());
        times.push_back(static_cast<double>(took->endNs - took->startNs));
    }
    return times;
}

core::Result<std::vector<double>> Sweep::together(const Run& run) {
    std::vector<core::Result<std::vector<double>>> results(communicators_.size());
    {
        std::vector<std::jthread> threads;
        for (size_t r = 0; r < communicators_.size(); ++r) {
            threads.emplace_back([&, r] { results[r] = timesOf(run, static_cast<int>(r)); });
        }
    }
    std::vector<double> all;
    for (const auto& result : results) {
        if (!result) return tl::unexpected(result.error());
        all.insert(all.end(), result->begin(), result->end());
    }
    return all;
}

core::Result<void> Sweep::measure(Run run) {
    const auto first = together(run);
    if (!first) return tl::unexpected(first.error());
    const double onceNs = std::max(medianOf(*first), 1.0);
    run.repeats = sweepRepeats(onceNs);
    const auto times = together(run);
    if (!times) return tl::unexpected(times.error());
    const int ranks = static_cast<int>(communicators_.size());
    const int64_t elements = callOf(run, 0, ranks, arrays_.front()).elements;
    samples_.addCollective(run.kind, run.dtype, ranks,
                           static_cast<double>(elements * core::bytesOf(run.dtype)),
                           middleMean(*times));
    return {};
}

}  // namespace

core::CollectiveCall sweepCall(CollectiveKind kind, core::DType dtype, int64_t bytes, int rank,
                               int ranks, void* input, void* output) {
    const int64_t unit = core::bytesOf(dtype) * ranks;
    core::CollectiveCall call{.kind = kind,
                              .dtype = dtype,
                              .elements = std::max(bytes / unit, int64_t{1}) * ranks,
                              .input = input,
                              .output = output};
    if (kind == CollectiveKind::AllGather) {
        const auto slice = core::sliceOf(call.elements, ranks, core::Rank{rank});
        call.input = core::at(call.output, call.dtype, slice.first);
    }
    return call;
}

int sweepRepeats(double onceNs) {
    return std::clamp(static_cast<int>(static_cast<double>(kNsOfOneSize) / onceNs), kLeastRepeats,
                      kMostRepeats);
}

int64_t largestSweepBytes(int64_t availableBytes, int ranks) {
    int64_t bytes = kMostSweepBytes;
    while (bytes > kLeastSweepBytes && 2 * bytes * ranks > availableBytes / 4) bytes /= 2;
    return bytes;
}

core::Result<int64_t> sweepCollectives(int ranks, std::span<const core::DType> dtypes,
                                       int64_t largestBytes, double seconds, Samples& samples) {
    const auto until = Clock::now() + std::chrono::duration<double>(seconds);
    int64_t largest = 0;
    std::vector<int64_t> sizes{kSmallestSweepBytes};
    for (int64_t bytes = kLeastSweepBytes; bytes <= largestBytes; bytes *= 4)
        sizes.push_back(bytes);
    std::optional<Sweep> sweep;
    int64_t room = 0;
    for (const int64_t bytes : sizes) {
        const auto begin = Clock::now();
        if (bytes > room) {  // pages are touched only for the sizes that the time reaches
            room = bytes < kLeastSweepBytes ? kLeastSweepBytes : bytes;
            sweep.emplace(ranks, room, samples);
        }
        for (const CollectiveKind kind : kSweepKinds) {
            for (const core::DType dtype : dtypes) {
                const bool sums =
                    kind != CollectiveKind::AllGather && kind != CollectiveKind::Broadcast;
                if (!sums && dtype != dtypes.front())
                    continue;  // bytes are copied, whatever they are
                if (auto done = sweep->measure({.kind = kind, .dtype = dtype, .bytes = bytes});
                    !done)
                    return tl::unexpected(done.error());
            }
        }
        largest = bytes;
        // The next size takes four times as long.
        const auto took = Clock::now() - begin;
        if (Clock::now() + 4 * took > until && bytes >= kAlways) break;
    }
    return largest;
}

}  // namespace shardscope::profiler
