#include "traces/text/json_text.h"

#include <charconv>

#include "traces/text/utf8.h"

namespace shardscope::traces {

namespace {

/// The letter after the backslash; 0 when \u00XX is needed.
char shortEscape(char c) {
    switch (c) {
        case '"':
        case '\\':
            return c;
        case '\n':
            return 'n';
        case '\t':
            return 't';
        case '\r':
            return 'r';
        default:
            return 0;
    }
}

void appendEscaped(char c, std::string& out) {
    constexpr std::string_view kDigits = "0123456789abcdef";
    if (const char letter = shortEscape(c)) {
        out += '\\';
        out += letter;
    } else if (static_cast<unsigned char>(c) < 0x20) {
        out += "\\u00";
        out += kDigits[static_cast<unsigned char>(c) >> 4];
        out += kDigits[static_cast<unsigned char>(c) & 15];
    } else {
        out += c;
    }
}

template <class T>
void appendNumber(T value, int base, std::string& out) {
    char digits[24];
    const auto end = std::to_chars(digits, digits + sizeof digits, value, base).ptr;
    out.append(digits, end);
}

uint64_t magnitude(int64_t value) {
    return value < 0 ? 0 - static_cast<uint64_t>(value) : static_cast<uint64_t>(value);
}

void appendObject(const Json& value, std::string& out) {
    out += '{';
    const char* separator = "";
    for (const auto& [key, item] : value.items()) {
        out += separator;
        appendQuoted(key, out);
        out += ": ";
        appendJson(item, out);
        separator = ", ";
    }
    out += '}';
}

void appendArray(const Json& value, std::string& out) {
    out += '[';
    const char* separator = "";
    for (const Json& item : value) {
        out += separator;
        appendJson(item, out);
        separator = ", ";
    }
    out += ']';
}

}  // namespace

void appendQuoted(std::string_view text, std::string& out) {
    if (!isUtf8(text)) return appendQuoted(repairUtf8(text), out);
    out += '"';
    for (char c : text) appendEscaped(c, out);
    out += '"';
}

void appendInteger(int64_t value, std::string& out) { appendNumber(value, 10, out); }
void appendUnsigned(uint64_t value, std::string& out) { appendNumber(value, 10, out); }

std::string hexText(int64_t value) { return (value < 0 ? "-" : "") + hexText(magnitude(value)); }

std::string hexText(uint64_t value) {
    std::string out = "0x";
    appendNumber(value, 16, out);
    return out;
}

void appendMicroseconds(int64_t nanoseconds, std::string& out) {
    if (nanoseconds < 0) out += '-';
    const uint64_t whole = magnitude(nanoseconds);
    appendNumber(whole / 1000, 10, out);
    const auto rest = static_cast<unsigned>(whole % 1000);
    const char decimals[4] = {'.', static_cast<char>('0' + rest / 100),
                              static_cast<char>('0' + rest / 10 % 10),
                              static_cast<char>('0' + rest % 10)};
    out.append(decimals, sizeof decimals);
}

void appendJson(const Json& value, std::string& out) {
    if (value.is_object()) return appendObject(value, out);
    if (value.is_array()) return appendArray(value, out);
    if (value.is_string()) return appendQuoted(value.get_ref<const std::string&>(), out);
    out += value.dump();
}

}  // namespace shardscope::traces
