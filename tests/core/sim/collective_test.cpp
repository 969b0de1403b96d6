// Collectives against bandwidths that people have measured, and against what must hold of any.

#include "core/sim/cost/collective.h"

#include <fmt/format.h>
#include <gtest/gtest.h>

#include <cmath>

#include "core/sim/roofline_costs.h"
#include "tests/core/sim/measured_collectives.h"

namespace shardscope::core {
namespace {

/// The rows that the links' and NVLS' reached fractions were taken from: how well one set of them fits, and
/// no prediction; that is collective_held_out_test.cpp.
TEST(CollectiveCost, MeasuredBusBandwidthsAreMetWithinTenPercentGeometricMean) {
    double logs = 0.0;
    for (const MeasuredBus& m : measurements()) {
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

/// NCCL's tables: LL is left where nodes are crossed, since hosts let less of it through (llMaxBws), so
/// that a mean part over many nodes does not go by it.
TEST(CollectiveCost, OverNodesLlIsForTheSmallestArraysOnly) {
    const auto hardware = gpuNamed("a100-sxm-80", {});
    const auto protocol = [&](double bytes, int ranks) {
        return collectiveTime(*hardware, CollectiveKind::AllGather, bytes, {.ranks = ranks})
            .protocol;
    };
    EXPECT_EQ(protocol(1e5, 384), NcclProtocol::Ll);
    EXPECT_NE(protocol(1e9, 384), NcclProtocol::Ll);
    EXPECT_EQ(protocol(1e5, 8), NcclProtocol::Ll);
}

/// nccl#1218: 256 H100 gathered 8 MB a rank at 200 GB/s, where 8 reach 370 with large arrays.
TEST(CollectiveCost, PartsNearTheBuffersSizeDoNotFillTheRing) {
    const auto hardware = gpuNamed("h100-sxm", {});
    const auto bus = [&](double part, int ranks) {
        return busOf(*hardware, CollectiveKind::AllGather, part * ranks, ranks);
    };
    EXPECT_NEAR(bus(1e9, 8), 370.0, 5.0);
    EXPECT_NEAR(bus(8e6, 256), 200.0, 20.0);
    EXPECT_GT(bus(64e6, 256), 1.3 * bus(8e6, 256));
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

/// nccl#1412: 8 channels on two nodes with 4 adapters each; nccl-tests#133: 2 with one adapter.
TEST(CollectiveCost, AcrossNodesChannelsAreThoseOfTheAdapters) {
    const auto channels = [](const char* gpu, const char* network, Participants who) {
        return channelsOf(*gpuNamed(gpu, {.fabric = {network}}), who);
    };
    EXPECT_EQ(channels("a100-sxm-80", "8x200g", {.ranks = 8}), 24);
    EXPECT_EQ(channels("a100-sxm-80", "8x200g", {.ranks = 16}), 16);
    EXPECT_EQ(channels("a100-sxm-80", "4x200g", {.ranks = 16}), 8);
    EXPECT_EQ(channels("a100-sxm-80", "1x100g", {.ranks = 16}), 2);
    EXPECT_EQ(channels("h100-sxm", "8x400g", {.ranks = 16}), 16);
    EXPECT_EQ(channels("h100-sxm", "4x400g", {.ranks = 16}), 16) << "more than 45 GB/s: doubled";
    EXPECT_EQ(channels("h100-sxm", "4x200g", {.ranks = 16}), 8);
    EXPECT_EQ(channels("h100-sxm", "8x400g", {.ranks = 2, .stride = 8}), 4) << "one adapter each";
}

TEST(CollectiveCost, FewerChannelsTakeLessFromComputation) {
    const auto slowdown = [](const char* network) {
        return RooflineCosts(*gpuNamed("a100-sxm-80", {.fabric = {network}}))
            .costOf(CollectiveKind::AllGather, DType::Bf16, 100'000'000, {.ranks = 16})
            .slowdown(Bound::Arithmetic);
    };
    EXPECT_NEAR(slowdown("8x200g"), 108.0 / (108.0 - 16.0), 1e-9);
    EXPECT_NEAR(slowdown("2x200g"), 108.0 / (108.0 - 4.0), 1e-9);
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
