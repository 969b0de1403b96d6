#include "core/config/json/reader.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <cctype>
#include <cmath>

#include "core/base/nearest.h"
#include "core/base/units.h"

namespace shardscope::core {

namespace {

const JsonValue kNothing;
constexpr double kExactWhole = 0x1p53;  // a double holds every whole number up to here

/// 4, or 5e8 as DeepSpeed's examples have it; nullopt when not whole or out of 63 bits.
std::optional<int64_t> asWhole(const JsonValue& value) {
    if (value.kind == JsonValue::Kind::Integer) return value.integer;
    const bool whole = value.kind == JsonValue::Kind::Number &&
                       std::fabs(value.number) <= kExactWhole &&
                       value.number == std::trunc(value.number);
    return whole ? std::optional(static_cast<int64_t>(value.number)) : std::nullopt;
}

bool isNumber(const JsonValue& value) {
    return value.kind == JsonValue::Kind::Integer || value.kind == JsonValue::Kind::Number;
}

std::string allowedWhole(WholeRange range) {
    if (range.most == std::numeric_limits<int64_t>::max()) {
        return fmt::format("a whole number from {} on", withCommas(range.least));
    }
    return fmt::format("a whole number from {} to {}", withCommas(range.least),
                       withCommas(range.most));
}

bool sameWord(std::string_view a, std::string_view b) {
    return std::ranges::equal(
        a, b, [](unsigned char x, unsigned char y) { return std::tolower(x) == std::tolower(y); });
}

}  // namespace

bool JsonReader::has(std::string_view key) const {
    const JsonMember* member = object_.find(key);
    return member && member->value.kind != JsonValue::Kind::Null;
}

const JsonValue* JsonReader::get(std::string_view key) {
    skip(key);
    return has(key) ? &object_.find(key)->value : nullptr;
}

int64_t JsonReader::whole(std::string_view key, WholeRange range) {
    if (const JsonValue* value = get(key)) return wholeOf(key, *value, range.least, range);
    const bool isNull = object_.find(key) != nullptr;
    fail(key, fmt::format("{}; allowed: {}", isNull ? "found null" : "is missing" + instead(key),
                          allowedWhole(range)));
    return range.least;
}

std::string JsonReader::instead(std::string_view key) const {
    std::vector<std::string_view> names;
    for (const JsonMember* member : unread()) names.push_back(member->name);
    const auto near = nearest(key, names);
    return near ? fmt::format(", but \"{}\" is there", *near) : std::string();
}

int64_t JsonReader::wholeOr(std::string_view key, int64_t fallback, WholeRange range) {
    const JsonValue* value = get(key);
    return value ? wholeOf(key, *value, fallback, range) : fallback;
}

int64_t JsonReader::wholeOf(std::string_view key, const JsonValue& value, int64_t fallback,
                            WholeRange range) {
    const auto number = asWhole(value);
    if (number && *number >= range.least && *number <= range.most) return *number;
    wrong(key, value, allowedWhole(range));
    return fallback;
}

double JsonReader::numberOr(std::string_view key, double fallback, double least, double most) {
    const JsonValue* value = get(key);
    if (!value) return fallback;
    if (isNumber(*value) && std::isfinite(value->number) && value->number >= least &&
        value->number <= most) {
        return value->number;
    }
    wrong(key, *value,
          most == std::numeric_limits<double>::max()
              ? fmt::format("a number from {} on", least)
              : fmt::format("a number from {} to {}", least, most));
    return fallback;
}

bool JsonReader::flagOr(std::string_view key, bool fallback) {
    const JsonValue* value = get(key);
    if (!value) return fallback;
    if (value->kind == JsonValue::Kind::Boolean) return value->boolean;
    wrong(key, *value, "true or false");
    return fallback;
}

std::string JsonReader::textOr(std::string_view key, std::string_view fallback) {
    const JsonValue* value = get(key);
    if (!value) return std::string(fallback);
    if (value->kind == JsonValue::Kind::Text) return value->text;
    wrong(key, *value, "a text");
    return std::string(fallback);
}

std::string_view JsonReader::choiceOr(std::string_view key, std::string_view fallback,
                                      const std::vector<std::string_view>& allowed) {
    const JsonValue* value = get(key);
    if (!value) return fallback;
    if (value->kind == JsonValue::Kind::Text) {
        for (std::string_view word : allowed) {
            if (sameWord(word, value->text)) return word;
        }
    }
    const std::string hint =
        value->kind == JsonValue::Kind::Text ? suggestion(value->text, allowed) : "";
    wrong(key, *value, fmt::format("{}{}", fmt::join(allowed, ", "), hint));
    return fallback;
}

JsonReader JsonReader::object(std::string_view key) {
    const JsonValue* value = get(key);
    const bool isObject = value && value->kind == JsonValue::Kind::Object;
    if (value && !isObject) wrong(key, *value, "an object");
    return {document_, isObject ? *value : kNothing, full(key), error_};
}

std::vector<const JsonMember*> JsonReader::unread() const {
    std::vector<const JsonMember*> members;
    for (const JsonMember& member : object_.members) {
        if (!read_.contains(member.name)) members.push_back(&member);
    }
    return members;
}

std::vector<std::string_view> JsonReader::absent() const {
    std::vector<std::string_view> keys;
    for (const std::string& key : read_) {
        if (!object_.find(key)) keys.push_back(key);
    }
    return keys;
}

std::string JsonReader::where(std::string_view key) const {
    const JsonMember* member = object_.find(key);
    return document_.place(member ? member->at : object_.at, full(key));
}

std::string JsonReader::full(std::string_view key) const {
    return path_.empty() ? std::string(key) : fmt::format("{}.{}", path_, key);
}

void JsonReader::fail(std::string_view key, std::string message) {
    if (error_) return;
    error_ =
        Error{.code = ErrorCode::InvalidInput, .message = std::move(message), .where = where(key)};
}

void JsonReader::wrong(std::string_view key, const JsonValue& value, std::string_view allowed) {
    fail(key, fmt::format("found {}; allowed: {}", found(value), allowed));
}

}  // namespace shardscope::core
