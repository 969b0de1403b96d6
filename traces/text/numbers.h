#pragma once
// Numbers of a trace file, from their text, never through a double (R4, R5). Pure; any thread.

#include <cstdint>
#include <optional>
#include <string_view>

namespace shardscope::traces {

/// Nanoseconds of @p text, microseconds as "12", "12.345", "1.5e3"; digits beyond the nanosecond
/// are cut off. Nothing when it is no number or beyond ±2^62 ns (146 years).
std::optional<int64_t> parseMicroseconds(std::string_view text);

/// @p text as a whole decimal number that fits.
std::optional<int64_t> parseInteger(std::string_view text);
std::optional<uint64_t> parseUnsigned(std::string_view text);

/// "0x1f" or, with @p bare, "1f".
std::optional<uint64_t> parseHex(std::string_view text, bool bare);

/// The integer above 2^53 that @p text stands for when it is exactly what hexText() writes.
std::optional<int64_t> parseWrittenHex(std::string_view text);

/// Whether @p text is a number by the JSON grammar (RFC 8259, section 6).
bool isJsonNumber(std::string_view text);

}  // namespace shardscope::traces
