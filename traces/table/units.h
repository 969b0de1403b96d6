#pragma once
// One unit for a whole column, and rounding that keeps sums true.

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace shardscope::table {

/// A byte unit with the decimals it is printed with. A tick is the last printed digit.
struct ByteUnit {
    int64_t bytes = 1 << 20;
    std::string_view name = "MiB";
    int decimals = 1;
};
/// KiB below 1 MiB, MiB below 10,000 MiB, then GiB (two decimals), then TiB.
ByteUnit unitFor(int64_t largestBytes);
/// The same, but GiB (one decimal) as long as its numbers have four digits: a column holds small ones, too.
ByteUnit columnUnitFor(int64_t largestBytes);
/// Rounded half away from zero.
int64_t ticksOf(int64_t bytes, const ByteUnit& unit);
/// "20.5", without the unit's name.
std::string ticksText(int64_t ticks, const ByteUnit& unit);
std::string inUnit(int64_t bytes, const ByteUnit& unit);
/// "20.5 MiB", in the unit that suits it.
std::string withUnit(int64_t bytes);
/// Ticks of each part so that they add up to the ticks of the sum. Parts are rounded as elsewhere;
/// what the sum needs beside that the last of them take, less than a tick each: what matters stands
/// first. @param parts bytes, each >= 0.
std::vector<int64_t> apportion(const std::vector<int64_t>& parts, const ByteUnit& unit);

struct TimeUnit {
    double ns = 1e6;
    std::string_view name = "ms";
};
/// us below 1 ms, ms below 10 s, then s.
TimeUnit timeUnitFor(int64_t largestNs);
/// "246", "12.3", "1.85": about three digits.
std::string timeText(double ns, const TimeUnit& unit);
/// "246 ms".
std::string withTimeUnit(int64_t ns);

}  // namespace shardscope::table
