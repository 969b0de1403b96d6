#include "traces/table/units.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <numeric>

#include "core/base/units.h"

namespace shardscope::table {

namespace {

int64_t ticksPerUnit(const ByteUnit& unit) { return unit.decimals == 1 ? 10 : 100; }

/// Gives @p missing ticks, one each, to parts that rounding took more from than it gave (the other way
/// round where it is negative): those behind first, and those that print as nothing last.
void spread(const std::vector<int64_t>& roundedOff, int64_t missing, std::vector<int64_t>& ticks) {
    const int64_t one = missing < 0 ? -1 : 1;
    const std::vector<int64_t> rounded = ticks;
    for (const bool printsNothing : {false, true}) {
        for (size_t i = ticks.size(); i-- > 0 && missing != 0;) {
            if (roundedOff[i] * one <= 0 || (rounded[i] == 0) != printsNothing) continue;
            ticks[i] += one;
            missing -= one;
        }
    }
}

}  // namespace

ByteUnit unitFor(int64_t largestBytes) {
    if (largestBytes < core::kMiB) return {core::kKiB, "KiB", 1};
    if (largestBytes < 10'000 * core::kMiB) return {core::kMiB, "MiB", 1};
    if (largestBytes < 1'000 * core::kGiB) return {core::kGiB, "GiB", 2};
    return {1024 * core::kGiB, "TiB", 2};
}

ByteUnit columnUnitFor(int64_t largestBytes) {
    const ByteUnit unit = unitFor(largestBytes);
    const bool fits = unit.name == "TiB" && largestBytes < 9'999 * core::kGiB;
    return fits ? ByteUnit{core::kGiB, "GiB", 1} : unit;
}

int64_t ticksOf(int64_t bytes, const ByteUnit& unit) {
    const int64_t scaled = std::abs(bytes) * ticksPerUnit(unit);
    const int64_t ticks = (scaled + unit.bytes / 2) / unit.bytes;
    return bytes < 0 ? -ticks : ticks;
}

std::string ticksText(int64_t ticks, const ByteUnit& unit) {
    const int64_t per = ticksPerUnit(unit);
    return fmt::format("{}{}.{:0{}}", ticks < 0 ? "-" : "", std::abs(ticks) / per,
                       std::abs(ticks) % per, unit.decimals);
}

std::string inUnit(int64_t bytes, const ByteUnit& unit) {
    return ticksText(ticksOf(bytes, unit), unit);
}

std::string withUnit(int64_t bytes) {
    if (std::abs(bytes) < core::kKiB) return fmt::format("{} B", bytes);
    const ByteUnit unit = unitFor(std::abs(bytes));
    return fmt::format("{} {}", inUnit(bytes, unit), unit.name);
}

std::vector<int64_t> apportion(const std::vector<int64_t>& parts, const ByteUnit& unit) {
    std::vector<int64_t> ticks, roundedOff;
    for (const int64_t part : parts) {
        ticks.push_back(ticksOf(part, unit));
        roundedOff.push_back(part * ticksPerUnit(unit) - ticks.back() * unit.bytes);
    }
    const int64_t sum = std::accumulate(parts.begin(), parts.end(), int64_t{0});
    spread(roundedOff, ticksOf(sum, unit) - std::accumulate(ticks.begin(), ticks.end(), int64_t{0}),
           ticks);
    return ticks;
}

TimeUnit timeUnitFor(int64_t largestNs) {
    if (largestNs < 1'000'000) return {1e3, "us"};
    if (largestNs < 10'000'000'000) return {1e6, "ms"};
    return {1e9, "s"};
}

std::string timeText(double ns, const TimeUnit& unit) {
    const double value = ns / unit.ns;
    const double size = std::abs(value);
    const int decimals = size >= 99.95 || size == 0.0 ? 0 : size >= 9.995 ? 1 : 2;
    return fmt::format("{:.{}f}", value, decimals);
}

std::string withTimeUnit(int64_t ns) {
    const TimeUnit unit = timeUnitFor(std::abs(ns));
    return fmt::format("{} {}", timeText(static_cast<double>(ns), unit), unit.name);
}

}  // namespace shardscope::table
