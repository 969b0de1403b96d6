// Collectives against bandwidths that people have measured, and against what must hold of any.

#include "core/sim/cost/collective.h"

#include <fmt/format.h>
#include <gtest/gtest.h>

#include <cmath>

#include "core/sim/hardware_catalogue.h"

namespace shardscope::core {
namespace {

constexpr double kGB = 1e9;

double busOf(const Hardware& hardware, CollectiveKind kind, double bytes, int ranks) {
    const double us = collectiveTime(hardware, kind, bytes, {.ranks = ranks}).us;
    return busGBps(kind, bytes, us, ranks);
}

struct Measured {
    const char* source;
    const char* gpu;
    std::vector<std::string> fabric;
    CollectiveKind kind;
    double bytes;
    int ranks;
    double busGBps;
};

const std::vector<Measured>& measurements() {
    using enum CollectiveKind;
    static const std::vector<Measured> all{
        {"nccl-tests#149", "a100-sxm-80", {}, AllReduce, 1 * kGB, 8, 200},
        {"nccl-tests#212", "h100-sxm", {}, AllReduce, 8 * kGB, 8, 480},
        {"nccl-tests#212", "h100-sxm", {}, AllGather, 8 * kGB, 8, 370},
        {"nccl-tests#272", "h200-sxm", {}, AllReduce, 4 * kGB, 8, 475},
        {"nccl#1374", "h800-sxm", {}, AllReduce, 8 * kGB, 8, 215},
        {"nccl#1807", "b200-sxm", {}, AllReduce, 8 * kGB, 8, 830},
        {"SimuMax v1.2", "b200-sxm", {}, AllGather, 8 * kGB, 8, 606},
        {"coreweave/nccl-tests#43", "gb200", {}, AllReduce, 0.5 * kGB, 72, 586},
        {"coreweave/nccl-tests#43", "gb200", {}, AllReduce, 8 * kGB, 72, 847},
        {"nccl#1161", "h100-pcie", {"nvlink-bridge"}, AllReduce, 4 * kGB, 2, 116},
        {"nccl#1639", "rtx-5090", {}, AllReduce, 1 * kGB, 8, 28},
        {"nccl#1639", "rtx-5090", {}, AllReduce, 1 * kGB, 4, 35},
        {"nccl#2409 (expected)", "h100-sxm", {}, AllReduce, 8 * kGB, 16, 470},
        {"nccl#1218", "h100-sxm", {}, AllReduce, 2 * kGB, 256, 340},
        {"nccl#1218", "h100-sxm", {}, AllGather, 2 * kGB, 256, 200},
    };
    return all;
}

TEST(CollectiveCost, MeasuredBusBandwidthsAreMetWithinTenPercentGeometricMean) {
    double logs = 0.0;
    for (const Measured& m : measurements()) {
        const auto hardware = gpuNamed(m.gpu, {.fabric = m.fabric});
        ASSERT_TRUE(hardware) << toString(hardware.error());
        const double modelled = busOf(*hardware, m.kind, m.bytes, m.ranks);
        const double ratio = modelled / m.busGBps;
        logs += std::fabs(std::log(ratio));
        fmt::print(
            "{:<26}{:<12}{:<14}{:>4} ranks {:>5.1f} GB: measured {:>4.0f}, modelled {:>4.0f} GB/s "
            "({:+.0f} %)\n",
            m.source, m.gpu, nameOf(m.kind), m.ranks, m.bytes / kGB, m.busGBps, modelled,
            100.0 * (ratio - 1.0));
        EXPECT_LT(std::fabs(std::log(ratio)), std::log(1.15)) << m.source;
    }
    const double mean = std::exp(logs / static_cast<double>(measurements().size()));
    fmt::print("geometric mean of the factor: {:.3f}\n", mean);
    EXPECT_LT(mean, 1.10);
}

TEST(CollectiveCost, TheSmallestAllReduceTakesAboutWhatEightH100Take) {
    const auto hardware = gpuNamed("h100-sxm", {});
    const CollectiveTime time =
        collectiveTime(*hardware, CollectiveKind::AllReduce, 8.0, {.ranks = 8});
    EXPECT_EQ(time.protocol, NcclProtocol::Ll);
    EXPECT_NEAR(time.us, 12.9, 3.0);  // aws-k8s-tester#503, p5.48xlarge
}

TEST(CollectiveCost, NvlsWinsForLargeAllReduceOnlyWhereTheSwitchReduces) {
    const auto h100 = gpuNamed("h100-sxm", {});
    const auto a100 = gpuNamed("a100-sxm-80", {});
    const auto algorithm = [](const Hardware& hardware, double bytes) {
        return collectiveTime(hardware, CollectiveKind::AllReduce, bytes, {.ranks = 8}).algorithm;
    };
    EXPECT_EQ(algorithm(*h100, 1 * kGB), NcclAlgorithm::Nvls);
    EXPECT_NE(algorithm(*h100, 1e3), NcclAlgorithm::Nvls);
    EXPECT_EQ(algorithm(*a100, 1 * kGB), NcclAlgorithm::Ring);
}

TEST(CollectiveCost, ManyRanksGatherSmallArraysByLatencyAndLargeOnesByBandwidth) {
    const auto hardware = gpuNamed("h100-sxm", {});
    const auto us = [&](double bytes, int ranks) {
        return collectiveTime(*hardware, CollectiveKind::AllGather, bytes, {.ranks = ranks}).us;
    };
    EXPECT_GT(us(1e6, 512), 20.0 * us(1e6, 8));   // steps are what costs
    EXPECT_LT(us(1e6, 512) / us(1e5, 512), 1.5);  // and bytes do not
    EXPECT_NEAR(us(64 * kGB, 8) / us(32 * kGB, 8), 2.0, 0.01);
}

TEST(CollectiveCost, ReplicasFarApartUseTheNetworkAlone) {
    const auto hardware = gpuNamed("h100-sxm", {});
    const auto us = [&](int ranks, int stride) {
        return collectiveTime(*hardware, CollectiveKind::AllReduce, 1 * kGB,
                              {.ranks = ranks, .stride = stride})
            .us;
    };
    // Eight ranks of eight nodes share no node: each has one adapter of 48.5 GB/s.
    EXPECT_GT(us(8, 8), 5.0 * us(8, 1));
    EXPECT_NEAR(us(8, 8), us(8, 16), 1e-6);
}

TEST(CollectiveCost, BusBandwidthFollowsNcclTests) {
    // nccl-tests, doc/PERFORMANCE.md: 2(n-1)/n, (n-1)/n, 1.
    EXPECT_DOUBLE_EQ(busGBps(CollectiveKind::AllReduce, 1e9, 1e6, 4), 1.5);
    EXPECT_DOUBLE_EQ(busGBps(CollectiveKind::AllGather, 1e9, 1e6, 4), 0.75);
    EXPECT_DOUBLE_EQ(busGBps(CollectiveKind::ReduceScatter, 1e9, 1e6, 4), 0.75);
    EXPECT_DOUBLE_EQ(busGBps(CollectiveKind::Broadcast, 1e9, 1e6, 4), 1.0);
}

}  // namespace
}  // namespace shardscope::core
