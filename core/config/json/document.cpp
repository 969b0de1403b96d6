#include "core/config/json/document.h"

#include <fmt/format.h>

#include <algorithm>

namespace shardscope::core {

namespace {

/// On one line and short, whatever the file holds.
std::string quoted(std::string_view text) {
    constexpr size_t kLongest = 60;
    std::string shown(text.substr(0, kLongest));
    std::ranges::replace_if(
        shown, [](unsigned char c) { return c < ' ' || c == 0x7f; }, '?');
    return fmt::format("\"{}{}\"", shown, text.size() > kLongest ? "..." : "");
}

}  // namespace

const JsonMember* JsonValue::find(std::string_view name) const {
    const auto member = std::ranges::find(members, name, &JsonMember::name);
    return member == members.end() ? nullptr : &*member;
}

std::string found(const JsonValue& value) {
    switch (value.kind) {
        case JsonValue::Kind::Null:
            return "null";
        case JsonValue::Kind::Boolean:
            return value.boolean ? "true" : "false";
        case JsonValue::Kind::Integer:
        case JsonValue::Kind::Number:
            return value.text;
        case JsonValue::Kind::Text:
            return "the text " + quoted(value.text);
        case JsonValue::Kind::List:
            return value.items.empty() ? "an empty list" : "a list";
        case JsonValue::Kind::Object:
            return "an object";
    }
    return {};
}

std::string JsonDocument::place(size_t at, std::string_view key) const {
    const std::string place = fmt::format("{}:{}", name, lineAndColumn(text, at));
    return key.empty() ? place : fmt::format("{}: {}", place, key);
}

std::string lineAndColumn(std::string_view text, size_t position) {
    const std::string_view before = text.substr(0, std::min(position, text.size()));
    const auto line = std::ranges::count(before, '\n') + 1;
    const size_t start = before.rfind('\n');
    const size_t column = before.size() - (start == std::string_view::npos ? 0 : start + 1) + 1;
    return fmt::format("{}:{}", line, column);
}

}  // namespace shardscope::core
