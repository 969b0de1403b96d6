#include "traces/table/numbers.h"

#include <fmt/format.h>

#include <cmath>

#include "core/base/units.h"
#include "traces/table/model.h"
#include "traces/table/units.h"

namespace shardscope::table {

namespace {

using traces::RunReport;

class Numbers {
  public:
    void bytes(std::string name, int64_t value) {
        add(std::move(name), Quantity::Bytes, static_cast<double>(value));
    }
    void time(std::string name, int64_t value) {
        add(std::move(name), Quantity::Nanoseconds, static_cast<double>(value));
    }
    void count(std::string name, int64_t value) {
        add(std::move(name), Quantity::Count, static_cast<double>(value));
    }
    void ratio(std::string name, double value) { add(std::move(name), Quantity::Ratio, value); }
    std::vector<NamedNumber> take() { return std::move(numbers_); }

  private:
    void add(std::string name, Quantity quantity, double value) {
        numbers_.push_back({std::move(name), quantity, value});
    }
    std::vector<NamedNumber> numbers_;
};

void addMemory(const RunReport& report, Numbers& out) {
    const traces::MemoryReport& memory = report.memory;
    out.bytes("peakBytes", memory.peak.bytes);
    for (int c = 0; c < core::kCategories; ++c) {
        const auto category = static_cast<core::Category>(c);
        out.bytes("atPeak." + std::string(core::nameOf(category)), bytesAtPeak(report, category));
    }
    out.bytes("allocatedPeakBytes", memory.allocatedPeakBytes);
    out.bytes("reservedPeakBytes", memory.reservedPeakBytes);
    out.bytes("smallestLimitBytes", memory.smallestLimitBytes);
    out.bytes("modelStates.bytes", memory.modelStateBytes);
    out.bytes("modelStates.paperBytes", memory.paperBytes);
}

void addGradients(const RunReport& report, Numbers& out) {
    const traces::GradientReport& gradients = report.gradients;
    out.bytes("peakLiveFullBytes", gradients.peakLiveFullBytes);
    out.count("peakLiveFullBuckets", gradients.peakLiveFullBuckets);
    out.bytes("shardBytes", gradients.shardBytes);
    out.ratio("heldShare", gradients.heldShare);
    out.ratio("deadByteSeconds", gradients.deadByteSeconds);
}

void addTraffic(const RunReport& report, Numbers& out) {
    const traces::TrafficReport& traffic = report.traffic;
    out.ratio("elementsPerParameter", traffic.elementsPerParameter);
    out.bytes("wireBytes", sentBytes(report));
    out.count("reduceScatter.calls", traffic.reduceScatter.calls);
    out.count("allGather.calls", traffic.allGather.calls);
    out.count("allReduce.calls", traffic.allReduce.calls);
    out.count("reduce.calls", traffic.reduce.calls);
    out.count("broadcast.calls", traffic.broadcast.calls);
    out.count("small.calls", traffic.small.calls);
}

void addTime(const RunReport& report, Numbers& out) {
    const traces::TimeReport& time = report.time;
    out.time("stepNs.median", time.stepNs.median);
    out.time("stepNs.p5", time.stepNs.p5);
    out.time("stepNs.p95", time.stepNs.p95);
    out.time("computeNs", time.computeNs);
    out.time("communicationNs", time.communicationNs);
    out.time("exposedCommunicationNs", time.exposedCommunicationNs);
    out.time("waitingNs", time.waitingNs);
    out.time("stallNs", time.stallNs);
    out.ratio("tokensPerSecond", time.tokensPerSecond);
}

}  // namespace

std::vector<NamedNumber> numbersOf(const RunReport& report) {
    Numbers numbers;
    addMemory(report, numbers);
    addGradients(report, numbers);
    addTraffic(report, numbers);
    addTime(report, numbers);
    return numbers.take();
}

std::string valueText(const NamedNumber& number) {
    const auto whole = static_cast<int64_t>(std::llround(number.value));
    switch (number.quantity) {
        case Quantity::Bytes:
            return withUnit(whole);
        case Quantity::Nanoseconds:
            return withTimeUnit(whole);
        case Quantity::Count:
            return core::withCommas(whole);
        case Quantity::Ratio:
            break;
    }
    return std::abs(number.value) >= 1000.0 ? core::withCommas(whole)
                                            : fmt::format("{:.3g}", number.value);
}

}  // namespace shardscope::table
