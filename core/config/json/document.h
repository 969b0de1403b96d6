#pragma once
// A JSON file read whole, with the place of every key and value, so that whatever is wrong with it can
// be pointed at. For configuration; traces have a reader of their own. Values; any thread may read.

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "core/base/result.h"

namespace shardscope::core {

struct JsonMember;

struct JsonValue {
    enum class Kind : uint8_t { Null, Boolean, Integer, Number, Text, List, Object };

    Kind kind = Kind::Null;
    bool boolean = false;
    int64_t integer = 0;              ///< Kind::Integer: whole, fits 63 bits
    double number = 0.0;              ///< Integer and Number
    size_t at = 0;                    ///< byte offset, of the value's last byte for numbers
    std::string text;                 ///< Text; for numbers as written in the file
    std::vector<JsonValue> items;     ///< List
    std::vector<JsonMember> members;  ///< Object, in the file's order; no name twice

    /// nullptr when this is no object or has no such member.
    const JsonMember* find(std::string_view name) const;
};

struct JsonMember {
    std::string name;
    size_t at = 0;  ///< byte offset of the name's opening quote
    JsonValue value;
};

/// "null", "true", "4.5", "the text \"four\"", "a list", "an object": what a message says was found.
std::string found(const JsonValue& value);

struct JsonDocument {
    std::string name;  ///< for messages: the file as the person named it
    std::string text;  ///< as in the file
    JsonValue root;

    /// "config.json:3:5", or "config.json:3:5: key" with @p key.
    std::string place(size_t at, std::string_view key = {}) const;
};

/// "3:14" of byte @p position of @p text; both count from 1, columns in bytes.
std::string lineAndColumn(std::string_view text, size_t position);

}  // namespace shardscope::core
