#include "profiler/calibrate/gpu/gpu_sweep.h"

#include <algorithm>
#include <chrono>
#include <thread>

#include "core/base/units.h"
#include "profiler/calibrate/collective_sweep.h"
#include "profiler/calibrate/probe.h"
#include "profiler/calibrate/typical.h"

namespace shardscope::profiler {

namespace {

using Clock = std::chrono::steady_clock;
using core::CollectiveKind;

constexpr int64_t kAlways = core::kMiB;  // however little time there is
constexpr int kInput = 0, kOutput = 1;   // segment ordinals

/// One rank and its arrays.
struct Member {
    core::RunContext context;
    std::unique_ptr<core::Communicator> communicator;
    Watch watch;
    std::unique_ptr<core::Device> device;
};

struct Run {
    CollectiveKind kind;
    core::DType dtype;
    int64_t bytes = 0;
};

class GpuSweep {
  public:
    core::Result<void> open(core::Accelerator& accelerator, const MakeTags& makeTags, int ranks);
    /// Room for arrays of @p bytes on every rank.
    core::Result<void> grow(int64_t bytes);
    core::Result<TimedCollective> measure(const Run& run);

  private:
    core::Result<void> call(Member& member, const Run& run, int repeats);
    /// All ranks at once. @return the times of @p repeats collectives.
    core::Result<std::vector<double>> together(const Run& run, int repeats);
    core::CollectiveCall callOf(const Member& member, const Run& run) const;

    std::vector<std::unique_ptr<Member>> members_;
    int64_t room_ = 0;
    int32_t rounds_ = 0;
};

core::Result<void> GpuSweep::open(core::Accelerator& accelerator, const MakeTags& makeTags,
                                  int ranks) {
    auto communicators = accelerator.communicators(0);
    if (!communicators) return tl::unexpected(communicators.error());
    for (int r = 0; r < ranks; ++r) {
        auto member = std::make_unique<Member>();
        member->context = {.rank = core::Rank{r}, .ranks = ranks};
        member->communicator = std::move((*communicators)[static_cast<size_t>(r)]);
        member->device = accelerator.makeDevice(member->context, *member->communicator,
                                                &member->watch, makeTags ? makeTags() : nullptr);
        members_.push_back(std::move(member));
    }
    for (const auto& member : members_) {
        if (auto sound = member->device->synchronize(); !sound) return sound;
    }
    return {};
}

core::Result<void> GpuSweep::grow(int64_t bytes) {
    const int64_t room = core::roundUp(bytes, 2 * core::kMiB);
    if (room <= room_) return {};
    for (const auto& member : members_) {
        core::SegmentSource& memory = member->device->memory();
        for (const int ordinal : {kInput, kOutput}) {
            if (room_ > 0) memory.unmap(ordinal, 0, room_);
            if (memory.map(ordinal, 0, room, room)) continue;
            return core::outOfMemory("calibrate",
                                     "a rank has no room for arrays of " + core::formatBytes(room));
        }
    }
    room_ = room;
    return {};
}

core::CollectiveCall GpuSweep::callOf(const Member& member, const Run& run) const {
    core::SegmentSource& memory = member.device->memory();
    return sweepCall(run.kind, run.dtype, run.bytes, member.context.rank.value,
                     member.context.ranks, memory.addressOf(kInput), memory.addressOf(kOutput));
}

core::Result<void> GpuSweep::call(Member& member, const Run& run, int repeats) {
    for (int i = 0; i < repeats; ++i) {
        member.device->collective(core::kCommunication,
                                  {.action = i, .step = rounds_, .microBatch = 0},
                                  callOf(member, run));
    }
    return member.device->synchronize();
}

core::Result<std::vector<double>> GpuSweep::together(const Run& run, int repeats) {
    ++rounds_;
    std::vector<size_t> before;
    for (const auto& member : members_) {
        member->watch.reserve(static_cast<size_t>(repeats));
        before.push_back(member->watch.of(core::kCommunication).size());
    }
    std::vector<core::Result<void>> results(members_.size());
    {
        std::vector<std::jthread> threads;
        for (size_t r = 0; r < members_.size(); ++r) {
            threads.emplace_back([&, r] { results[r] = call(*members_[r], run, repeats); });
        }
    }
    for (const auto& result : results) {
        if (!result) return tl::unexpected(result.error());
    }
    std::vector<double> times;
    for (size_t i = 0; i < static_cast<size_t>(repeats); ++i) {
        int64_t startNs = 0, endNs = 0;
        for (size_t r = 0; r < members_.size(); ++r) {
            const TimedAction& timed = members_[r]->watch.of(core::kCommunication)[before[r] + i];
            startNs = std::max(startNs, timed.startNs);
            endNs = std::max(endNs, timed.endNs);
        }
        times.push_back(static_cast<double>(std::max<int64_t>(endNs - startNs, 1)));
    }
    return times;
}

core::Result<TimedCollective> GpuSweep::measure(const Run& run) {
    const auto begin = Clock::now();
    const auto first = together(run, 1);
    if (!first) return tl::unexpected(first.error());
    const std::chrono::duration<double, std::nano> once = Clock::now() - begin;
    const auto times = together(run, sweepRepeats(once.count()));
    if (!times) return tl::unexpected(times.error());
    const int64_t elements = callOf(*members_.front(), run).elements;
    return TimedCollective{.kind = run.kind,
                           .dtype = run.dtype,
                           .bytes = static_cast<double>(elements * core::bytesOf(run.dtype)),
                           .ns = middleMean(*times)};
}

bool sums(CollectiveKind kind) {
    return kind != CollectiveKind::AllGather && kind != CollectiveKind::Broadcast;
}

/// Every kind once of one size; what only copies once for all dtypes.
core::Result<void> measureSize(GpuSweep& sweep, std::span<const core::DType> dtypes, int64_t bytes,
                               std::vector<TimedCollective>& all) {
    if (auto grown = sweep.grow(bytes); !grown) return grown;
    for (const CollectiveKind kind : kSweepKinds) {
        for (const core::DType dtype : dtypes) {
            if (!sums(kind) && dtype != dtypes.front()) continue;
            const auto timed = sweep.measure({.kind = kind, .dtype = dtype, .bytes = bytes});
            if (!timed) return tl::unexpected(timed.error());
            all.push_back(*timed);
        }
    }
    return {};
}

}  // namespace

core::Result<std::vector<TimedCollective>> sweepGpuCollectives(
    core::Accelerator& accelerator, const MakeTags& makeTags, int ranks,
    std::span<const core::DType> dtypes, int64_t largestBytes, double seconds,
    const std::function<bool()>& stopped) {
    const auto until = Clock::now() + std::chrono::duration<double>(seconds);
    GpuSweep sweep;
    if (auto opened = sweep.open(accelerator, makeTags, ranks); !opened) {
        return tl::unexpected(opened.error());
    }
    std::vector<TimedCollective> all;
    for (int64_t bytes = kSmallestSweepBytes; bytes <= largestBytes;
         bytes = bytes < kLeastSweepBytes ? kLeastSweepBytes : 4 * bytes) {
        if (stopped && stopped()) return core::interrupted("", kStopped);
        const auto begin = Clock::now();
        if (auto done = measureSize(sweep, dtypes, bytes, all); !done) {
            return tl::unexpected(done.error());
        }
        // The next size takes four times as long at most.
        if (Clock::now() + 4 * (Clock::now() - begin) > until && bytes >= kAlways) break;
    }
    return all;
}

}  // namespace shardscope::profiler
