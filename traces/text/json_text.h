#pragma once
// JSON as our files write it: ": " and ", ", fixed-point microseconds, no double on the way (W1-W3,
// W12, W13). Pure functions that append; any thread.

#include <cstdint>
#include <string>
#include <string_view>

#include "traces/trace.h"

namespace shardscope::traces {

/// Largest integer every JSON reader keeps exactly.
inline constexpr int64_t kExactInteger = int64_t{1} << 53;

/// @p text in quotes: `"`, `\` and what is below 0x20 escaped, invalid UTF-8 replaced.
void appendQuoted(std::string_view text, std::string& out);

/// @p value in decimal.
void appendInteger(int64_t value, std::string& out);
void appendUnsigned(uint64_t value, std::string& out);

/// "0x1f", "-0x1f": how integers above 2^53 stand in args, without quotes.
std::string hexText(int64_t value);
std::string hexText(uint64_t value);

/// @p nanoseconds as microseconds with three decimals: 1234 → "1.234", -1 → "-0.001".
void appendMicroseconds(int64_t nanoseconds, std::string& out);

/// @p value on one line; NaN and infinity become null.
void appendJson(const Json& value, std::string& out);

}  // namespace shardscope::traces
