#pragma once
// Valid UTF-8 from any bytes (W12). Pure functions; any thread.

#include <string>
#include <string_view>

namespace shardscope::traces {

/// Whether @p text is valid UTF-8: no overlong forms, no surrogates, nothing above U+10FFFF.
bool isUtf8(std::string_view text);

/// @p text with each byte that starts no valid sequence replaced by U+FFFD.
std::string repairUtf8(std::string_view text);

/// Appends @p codePoint as UTF-8; a surrogate or what lies above U+10FFFF becomes U+FFFD.
void appendUtf8(uint32_t codePoint, std::string& out);

}  // namespace shardscope::traces
