// Machines whose times were measured: the tables, the file, and the cost model that reads them.

#include <gtest/gtest.h>

#include <algorithm>

#include "core/plan/planner.h"
#include "core/sim/hardware_catalogue.h"
#include "core/sim/hardware_keys.h"
#include "core/sim/hardware_writer.h"
#include "core/sim/measured/measured_costs.h"
#include "core/sim/measured/rate_table.h"
#include "core/sim/simulated_device.h"

namespace shardscope::core {
namespace {

constexpr const char* kVariant = "bf16 > bf16";

MeasuredKernel gelu(double elements, int ranks, double us) {
    return {.kernel = "gelu",
            .variant = kVariant,
            .shape = {elements},
            .ranks = ranks,
            .work = 4.0 * elements,
            .us = us};
}

KernelShape shapeOf(double elements) {
    return {.kernel = "gelu", .variant = kVariant, .shape = {elements}, .work = 4.0 * elements};
}

MeasuredCollective reduced(double bytes, double us) {
    return {.kind = CollectiveKind::ReduceScatter,
            .dtype = DType::Bf16,
            .ranks = 2,
            .bytes = bytes,
            .us = us};
}

MeasuredRates rates() {
    return {.source = "measured by a test",
            .kernels = {gelu(1000, 1, 10), gelu(100000, 1, 1000), gelu(1000, 3, 30)},
            .collectives = {reduced(64, 5), reduced(1e5, 20), reduced(1e7, 2000)}};
}

/// Of which some times were measured beside computation, too.
MeasuredRates ratesBeside() {
    MeasuredRates all = rates();
    all.kernels[1].besideUs = 3000;
    all.collectives[2].besideUs = 5000;
    return all;
}

HardwareDocument hostDocument() {
    HardwareDocument document{.name = "host", .title = "A CPU", .kind = HardwareKind::Host};
    const auto add = [&](std::string_view path, double value) {
        document.coefficients.push_back({.path = std::string(path),
                                         .values = {value},
                                         .unit = std::string(findHardwareKey(path)->unit),
                                         .source = "test, \"quoted\""});
    };
    add("gpu.memory", 16384);
    add("gpu.memoryBandwidth", 10);
    add("gpu.bf16", 0.1);
    add("host.launch", 0.5);
    add("host.event", 0.25);
    add("cpu.cores", 2);
    add("cpu.handOver", 0.5);
    add("cpu.wakeUp", 50);
    add("cpu.lateness", 0.1);
    add("cpu.sharing", 1.5);
    document.measured = ratesBeside();
    return document;
}

Result<Hardware> host() { return assembleHardware(hostDocument(), {}, builtinHardware); }

TEST(KernelUs, AMeasuredShapeHasItsTime) {
    EXPECT_DOUBLE_EQ(*kernelUs(rates(), shapeOf(1000), 1), 10.0);
    EXPECT_DOUBLE_EQ(*kernelUs(rates(), shapeOf(100000), 1), 1000.0);
}

TEST(KernelUs, AnotherShapeHasTheTimePerWorkOfItsNeighbours) {
    // Both were measured at 10 ns an element: so is what lies between and beyond.
    EXPECT_NEAR(*kernelUs(rates(), shapeOf(5000), 1), 50.0, 1e-9);
    EXPECT_NEAR(*kernelUs(rates(), shapeOf(1e6), 1), 10000.0, 1e-6);
}

TEST(KernelUs, RanksBetweenMeasuredOnesLieOnALine) {
    EXPECT_NEAR(*kernelUs(rates(), shapeOf(1000), 2), 20.0, 1e-9);
    EXPECT_NEAR(*kernelUs(rates(), shapeOf(1000), 9), 30.0, 1e-9);
}

TEST(KernelUs, WhatWasNotMeasuredIsNotMadeUp) {
    KernelShape other = shapeOf(1000);
    other.variant = "fp32 > fp32";
    EXPECT_FALSE(kernelUs(rates(), other, 1));
}

TEST(CollectiveUs, SizesBetweenLieOnALineOfLogarithmsAndLargerOnesOnALine) {
    const auto us = [](double bytes, int ranks = 2) {
        return *collectiveUs(rates(), CollectiveKind::ReduceScatter, DType::Bf16, bytes, ranks, 2);
    };
    EXPECT_DOUBLE_EQ(us(32), 5.0);
    EXPECT_DOUBLE_EQ(us(1e5), 20.0);
    EXPECT_NEAR(us(1e6), 200.0, 1e-9);
    EXPECT_NEAR(us(1e8), 5.0 + 1995.0 * 10.0, 1.0);
    EXPECT_GT(us(1e7, 4), 1.5 * us(1e7)) << "four ranks take turns on two cores";
    EXPECT_FALSE(collectiveUs(rates(), CollectiveKind::AllGather, DType::Bf16, 1e5, 2, 2));
}

TEST(KernelUs, TimesBesideComputationComeFromEntriesThatHaveThem) {
    EXPECT_FALSE(kernelUs(rates(), shapeOf(1000), 1, &MeasuredKernel::besideUs));
    EXPECT_DOUBLE_EQ(*kernelUs(ratesBeside(), shapeOf(1000), 1, &MeasuredKernel::besideUs), 30.0);
    EXPECT_DOUBLE_EQ(*kernelUs(ratesBeside(), shapeOf(1000), 1), 10.0);
    EXPECT_DOUBLE_EQ(*collectiveUs(ratesBeside(), CollectiveKind::ReduceScatter, DType::Bf16, 1e7,
                                   2, 2, &MeasuredCollective::besideUs),
                     5000.0);
}

TEST(CollectiveCost, BesideComputationTakesAsMuchOfItOverALongerTime) {
    const CollectiveCost alone{.durationNs = 100, .arithmeticSlowdown = 1e4, .besideNs = 400};
    const CollectiveCost beside = alone.beside();
    EXPECT_EQ(beside.durationNs, 400);
    // 100 of 400 ns are gone: 300 ns of work take 400.
    EXPECT_NEAR(beside.arithmeticSlowdown, 4.0 / 3.0, 1e-3);
    EXPECT_DOUBLE_EQ(beside.memorySlowdown, 1.0);
    EXPECT_EQ(CollectiveCost{.durationNs = 100}.beside().durationNs, 100);
}

TEST(HostFile, OfAnOlderCalibrateIsToBeMadeAgain) {
    HardwareDocument older = hostDocument();
    std::erase_if(older.coefficients,
                  [](const HardwareCoefficient& c) { return c.path == "cpu.wakeUp"; });
    const auto hardware = assembleHardware(older, {}, builtinHardware);
    ASSERT_FALSE(hardware);
    EXPECT_NE(hardware.error().message.find("cpu.wakeUp; calibrate again"), std::string::npos)
        << hardware.error().message;
}

TEST(HostFile, ReadsBackAsItWasWritten) {
    const HardwareDocument written = hostDocument();
    const auto read = parseHardware(hardwareText(written), "host.json");
    ASSERT_TRUE(read) << toString(read.error());
    EXPECT_EQ(read->name, written.name);
    EXPECT_EQ(read->kind, HardwareKind::Host);
    EXPECT_EQ(read->measured, written.measured);
    ASSERT_EQ(read->coefficients.size(), written.coefficients.size());
    for (const HardwareCoefficient& coefficient : written.coefficients) {
        const auto found =
            std::ranges::find(read->coefficients, coefficient.path, &HardwareCoefficient::path);
        ASSERT_NE(found, read->coefficients.end()) << coefficient.path;
        EXPECT_EQ(found->values, coefficient.values);
        EXPECT_EQ(found->source, coefficient.source);
    }
}

TEST(HostFile, NeedsNoKernelsAndLinksButMeasurements) {
    ASSERT_TRUE(host()) << toString(host().error());
    EXPECT_TRUE(host()->isCpu());
    EXPECT_EQ(host()->peakFlops(DType::Fp32), 0.0);
    HardwareDocument empty = hostDocument();
    empty.measured = {};
    const auto refused = assembleHardware(empty, {}, builtinHardware);
    ASSERT_FALSE(refused);
    EXPECT_NE(refused.error().message.find("measured.kernels"), std::string::npos);
}

TEST(HostFile, WrongEntriesAreRefusedByTheirPlace) {
    std::string text = hardwareText(hostDocument());
    const std::string good = "\"us\": 2000, \"besideUs\": 5000 }";
    ASSERT_NE(text.find(good), std::string::npos);
    text.replace(text.find(good), good.size(), "\"us\": -3 }");
    const auto read = parseHardware(text, "host.json");
    ASSERT_FALSE(read);
    EXPECT_NE(toString(read.error()).find("measured.collectives[2].us"), std::string::npos)
        << toString(read.error());
}

TEST(MeasuredCosts, ATransferTakesCoresFromComputationOnlyWhereThreadsOutnumberThem) {
    Hardware machine = *host();
    machine.measured.collectives.front().us = 0.001;  // meeting costs nothing
    const auto slowdown = [&](double cores) {
        machine.cpu.cores = cores;
        return MeasuredCosts(machine, 2)
            .costOf(CollectiveKind::ReduceScatter, DType::Bf16, 5'000'000, {.ranks = 2})
            .slowdown(Bound::Memory);
    };
    EXPECT_DOUBLE_EQ(slowdown(4), 1.0);
    EXPECT_NEAR(slowdown(3), 2.0, 0.01);
    EXPECT_GT(slowdown(2), 1000.0);
}

/// Operations of 100 us on either stream, which go on in turns.
class TurnTaking : public ::testing::Test {
  protected:
    TurnTaking() {
        machine_.gpu.memoryBandwidthGBps = 0.04;
        machine_.cpu = {.cores = 8, .wakeUpUs = 50, .lateness = 0.1};
        layout_.buffers.push_back({.name = "a", .bytes = 4000});
        layout_.tensors.push_back({.name = "a", .buffer = BufferId{0}, .elements = 1000});
        bound_.operation = &operation_;
        bound_.layout = &layout_;
        start();
    }
    /// Again, after changing the machine.
    void start() {
        auto world = std::make_shared<SimulatedWorld>();
        world->costs = std::make_shared<MeasuredCosts>(machine_, 2);
        device_ = makeSimulatedDevice({.ranks = 2}, nullptr, world);
    }
    void launch(StreamId stream) { device_->launch(stream, {}, bound_); }
    void after(StreamId waiting, StreamId working) {
        device_->record(working, {}, EventId{0});
        device_->wait(waiting, {}, EventId{0});
    }
    int64_t endUs() {
        EXPECT_TRUE(device_->synchronize());
        return device_->nowNs() / 1000;
    }

    Hardware machine_;
    Operation operation_ = FillZero{.tensor = TensorId{0}, .elements = 1000};
    Layout layout_;
    BoundOperation bound_;
    std::unique_ptr<Device> device_;
};

TEST_F(TurnTaking, WorkInARowWakesTheStreamAndTheHostOnce) {
    launch(kCompute);
    launch(kCompute);
    // The host issues both at 0: nobody sleeps before the end, where the host does.
    EXPECT_EQ(endUs(), 2 * 100 + 50);
}

TEST_F(TurnTaking, EveryTurnOfTheOtherStreamWakesOneUp) {
    launch(kCompute);
    after(kCommunication, kCompute);
    launch(kCommunication);
    after(kCompute, kCommunication);
    launch(kCompute);
    EXPECT_EQ(endUs(), 100 + 50 + 100 + 50 + 100 + 50);
}

TEST_F(TurnTaking, WhatIsThereAlreadyOrSoonWakesNobody) {
    machine_.cpu.wakeUpUs = 250;
    start();
    launch(kCompute);
    launch(kCompute);
    launch(kCommunication);
    after(kCommunication, kCompute);  // in 100 us
    after(kCompute, kCommunication);
    launch(kCompute);
    EXPECT_EQ(endUs(), 3 * 100 + 250);
}

/// Two ranks are two threads that issue and two that compute.
TEST_F(TurnTaking, WithoutACoreOfItsOwnTheHostIssuesBeforeStreamsBegin) {
    machine_.cpu.wakeUpUs = 0;
    machine_.host.launchUs = 20;
    start();
    for (int i = 0; i < 3; ++i) launch(kCompute);
    EXPECT_EQ(endUs(), 20 + 3 * 100);
    machine_.cpu.cores = 3;
    start();
    for (int i = 0; i < 3; ++i) launch(kCompute);
    EXPECT_EQ(endUs(), 3 * 20 + 3 * 100);
}

TEST_F(TurnTaking, RanksWaitForTheLastOneByTheTimeSinceTheyMet) {
    machine_.measured.collectives = {{.kind = CollectiveKind::AllGather, .bytes = 8, .us = 20}};
    machine_.cpu.wakeUpUs = 0;
    start();
    launch(kCommunication);
    device_->collective(kCommunication, {},
                        {.kind = CollectiveKind::AllGather, .dtype = DType::Bf16, .elements = 4});
    EXPECT_EQ(endUs(), 100 + 10 + 20);
}

TEST(MeasuredCosts, SaysWhichKernelsOfAWorkloadWereNotMeasured) {
    Workload workload;
    workload.model.name = "mlp";
    const auto problem = makeProblem(workload, *presetNamed("zero-1", "test"), 2);
    ASSERT_TRUE(problem) << toString(problem.error());
    const auto names = unmeasuredKernels(*host(), *problem);
    ASSERT_FALSE(names.empty());
    EXPECT_TRUE(std::ranges::any_of(
        names, [](const std::string& name) { return name.starts_with("matmul ("); }));
}

}  // namespace
}  // namespace shardscope::core
