#pragma once
// Numbers as people write and read them. KiB…TiB are 2^10, KB…TB are 10^3, plain numbers are bytes.

#include <cstdint>
#include <string>
#include <string_view>

#include "core/base/result.h"

namespace shardscope::core {

inline constexpr int64_t kKiB = 1024;
inline constexpr int64_t kMiB = 1024 * kKiB;
inline constexpr int64_t kGiB = 1024 * kMiB;

/// "25MiB", "16 GB", "4096" → bytes. Errors: InvalidInput (at @p where) when it is not a positive
/// size or overflows 63 bits.
Result<int64_t> parseBytes(std::string_view text, std::string_view where);
/// Whether @p text ends in a byte unit (bucket sizes: "25MiB" is bytes, "25000" is elements).
bool hasByteUnit(std::string_view text);
/// "3.4 MiB", "512 B": one decimal from KiB on.
std::string formatBytes(int64_t bytes);
/// "10,770,432".
std::string withCommas(int64_t value);
/// @p text rounded up to a multiple of @p unit (> 0).
constexpr int64_t roundUp(int64_t value, int64_t unit) { return (value + unit - 1) / unit * unit; }

}  // namespace shardscope::core
