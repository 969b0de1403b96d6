#include "traces/table/units.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <numeric>

#include "core/base/units.h"

namespace shardscope::table {

namespace {

int64_t ticksPerUnit(const ByteUnit& unit) { return unit.decimals == 1 ? 10 : 100; }

/// What flooring a part to ticks leaves, in bytes times ticks a unit.
struct Remainder {
    int64_t left = 0;
    size_t part = 0;
};

}  // namespace

ByteUnit unitFor(int64_t largestBytes) {
    if (largestBytes < core::kMiB) return {core::kKiB, "KiB", 1};
    if (largestBytes < 10'000 * core::kMiB) return {core::kMiB, "MiB", 1};
    if (largestBytes < 1'000 * core::kGiB) return {core::kGiB, "GiB", 2};
    return {1024 * core::kGiB, "TiB", 2};
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
    std::vector<int64_t> ticks;
    std::vector<Remainder> remainders;
    for (size_t i = 0; i < parts.size(); ++i) {
        const int64_t scaled = parts[i] * ticksPerUnit(unit);
        ticks.push_back(scaled / unit.bytes);
        remainders.push_back({scaled % unit.bytes, i});
    }
    const int64_t sum = std::accumulate(parts.begin(), parts.end(), int64_t{0});
    int64_t missing = ticksOf(sum, unit) - std::accumulate(ticks.begin(), ticks.end(), int64_t{0});
    std::ranges::stable_sort(remainders, std::greater<>{}, &Remainder::left);
    for (size_t i = 0; i < remainders.size() && missing > 0; ++i, --missing) {
        ++ticks[remainders[i].part];
    }
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
