#pragma once
// Strict JSON from tolerated JSON, and what an arg's value is in memory. Pure; any thread.

#include <optional>
#include <string>
#include <string_view>

#include "traces/trace.h"

namespace shardscope::traces {

/// @p text as one line of strict JSON in our spacing: trailing commas dropped, strings escaped
/// again, NaN and infinity and other bare words as strings. Applying it twice changes nothing.
/// Nothing when @p text is not one value.
std::optional<std::string> strictJson(std::string_view text);

/// The value of an arg before its text is interned.
struct ArgValue {
    Arg::Kind kind = Arg::Kind::Integer;
    int64_t integer = 0;
    std::string text;
};

/// A string arg: what hexText() writes for integers above 2^53 is that integer, else valid UTF-8.
ArgValue argOfText(std::string_view text);

/// Any JSON value: integers and strings as such, the rest as strict JSON text. What is no JSON is
/// kept as text.
ArgValue argOfJson(std::string_view text);

}  // namespace shardscope::traces
