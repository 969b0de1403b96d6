#include "profiler/calibrate/fixed_costs.h"

#include <algorithm>
#include <array>
#include <thread>
#include <vector>

#include "core/host/host_device.h"
#include "core/host/inproc_communicator.h"
#include "core/host/rank_sum.h"
#include "profiler/calibrate/typical.h"

namespace shardscope::profiler {

namespace {

constexpr int kCalls = 500, kRounds = 21;  // below a stream's capacity, which would block the host

/// A device with nothing but a plan of one fill.
class Bench {
  public:
    Bench() : device_(core::makeHostDevice(context_, *communicators_.front(), nullptr)) {
        layout_.buffers.push_back({.name = "bench", .bytes = 4 * kElements});
        layout_.tensors.push_back(
            {.name = "bench", .buffer = core::BufferId{0}, .elements = kElements});
        bound_.operation = &operation_;
        bound_.layout = &layout_;
        bound_.ids[0] = core::TensorId{0};
        bound_.addresses[0] = values_.data();
        bound_.count = 1;
    }

    /// Median over rounds of what one call takes the host, while the stream is busy.
    template <class Call>
    double usOf(Call&& call) {
        std::vector<double> ns;
        for (int round = 0; round < kRounds; ++round) {
            for (int i = 0; i < 8; ++i) launch();
            const int64_t begin = core::hostNowNs();
            for (int i = 0; i < kCalls; ++i) call();
            ns.push_back(static_cast<double>(core::hostNowNs() - begin) / kCalls);
            (void)device_->synchronize();
        }
        return medianOf(ns) / 1e3;
    }

    void launch() { device_->launch(core::kCompute, {}, bound_); }
    void record() { device_->record(core::kCompute, {}, core::EventId{0}); }

  private:
    static constexpr int64_t kElements = 4096;

    core::RunContext context_;
    std::vector<std::unique_ptr<core::Communicator>> communicators_ =
        core::makeInprocCommunicators(1);
    std::vector<float> values_ = std::vector<float>(kElements);
    core::Operation operation_ = core::FillZero{.tensor = core::TensorId{0}, .elements = kElements};
    core::Layout layout_;
    core::BoundOperation bound_;
    std::unique_ptr<core::Device> device_;  // last: its threads use the rest
};

constexpr int64_t kSumElements = 1 << 16;

/// Sums of arrays in the cache, @p rounds times.
void work(int rounds) {
    std::vector<float> a(kSumElements, 1.0F), b(kSumElements, 2.0F), sum(kSumElements);
    const std::array<const void*, 2> inputs{a.data(), b.data()};
    for (int i = 0; i < rounds; ++i) {
        core::sumInRankOrder(core::DType::Fp32, inputs, kSumElements, sum.data());
    }
}

double nsOfThreads(int threads, int rounds) {
    const int64_t begin = core::hostNowNs();
    {
        std::vector<std::jthread> all;
        for (int t = 0; t < threads; ++t) all.emplace_back([rounds] { work(rounds); });
    }
    return static_cast<double>(core::hostNowNs() - begin);
}

}  // namespace

FixedCosts measureFixedCosts() {
    Bench bench;
    FixedCosts costs;
    costs.launchUs = bench.usOf([&] { bench.launch(); });
    costs.eventUs = bench.usOf([&] { bench.record(); });
    return costs;
}

double measureSharing(int cores, double seconds) {
    constexpr int kPairs = 5;
    const double nsOfOne = nsOfThreads(1, 64) / 64.0;
    const double nsOfPair = seconds * 1e9 / (3.0 * kPairs);
    const int rounds = std::max(16, static_cast<int>(nsOfPair / nsOfOne));
    std::vector<double> ratios;
    for (int pair = 0; pair < kPairs; ++pair) {
        const double alone = nsOfThreads(cores, rounds);
        ratios.push_back(nsOfThreads(2 * cores, rounds) / (2.0 * alone));
    }
    return std::max(1.0, medianOf(ratios));
}

}  // namespace shardscope::profiler
