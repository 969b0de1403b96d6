#pragma once
// Reading values of a recording's metadata, which may be missing or of another type in a cut or
// foreign file: every reader gives a default instead of throwing.

#include <cstdint>
#include <string>
#include <string_view>

#include "traces/trace.h"

namespace shardscope::traces {

/// The member @p key of @p object, or null.
inline const Json& memberOf(const Json& object, std::string_view key) {
    static const Json null;
    if (!object.is_object()) return null;
    const auto place = object.find(std::string(key));
    return place == object.end() ? null : *place;
}

inline int64_t integerOf(const Json& object, std::string_view key, int64_t otherwise = 0) {
    const Json& value = memberOf(object, key);
    return value.is_number_integer() ? value.get<int64_t>() : otherwise;
}

inline double numberOf(const Json& object, std::string_view key, double otherwise = 0.0) {
    const Json& value = memberOf(object, key);
    return value.is_number() ? value.get<double>() : otherwise;
}

inline bool boolOf(const Json& object, std::string_view key, bool otherwise = false) {
    const Json& value = memberOf(object, key);
    return value.is_boolean() ? value.get<bool>() : otherwise;
}

inline std::string textOf(const Json& object, std::string_view key, std::string otherwise = "") {
    const Json& value = memberOf(object, key);
    return value.is_string() ? value.get<std::string>() : std::move(otherwise);
}

}  // namespace shardscope::traces
