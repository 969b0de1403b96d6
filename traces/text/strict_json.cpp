#include "traces/text/strict_json.h"

#include "traces/text/cursor.h"
#include "traces/text/json_text.h"
#include "traces/text/numbers.h"
#include "traces/text/utf8.h"

namespace shardscope::traces {

namespace {

bool appendStrict(Cursor& cursor, std::string& out, int depth);

void appendText(const Token& token, std::string& out) {
    appendQuoted(token.escaped ? unescape(token.text) : std::string(token.text), out);
}

void appendBare(std::string_view text, std::string& out) {
    const bool literal = text == "true" || text == "false" || text == "null";
    if (literal || isJsonNumber(text)) {
        out += text;
    } else {
        appendQuoted(text, out);
    }
}

bool appendMember(Cursor& cursor, std::string& out, bool object, int depth) {
    if (object) {
        Token key;
        if (!cursor.key(key)) return false;
        appendText(key, out);
        out += ": ";
    }
    return appendStrict(cursor, out, depth + 1);
}

/// The cursor is behind the opening bracket; commas before the closing one are dropped.
bool appendMembers(Cursor& cursor, std::string& out, bool object, int depth) {
    const char close = object ? '}' : ']';
    for (const char* separator = ""; !cursor.take(close); separator = ", ") {
        out += separator;
        if (!appendMember(cursor, out, object, depth)) return false;
        if (!cursor.take(',') && cursor.peek() != close) return false;
    }
    out += close;
    return true;
}

bool appendStrict(Cursor& cursor, std::string& out, int depth) {
    if (depth > Cursor::kMaxDepth) return false;
    const char next = cursor.peek();
    if (next == '{' || next == '[') {
        out += next;
        cursor.take(next);
        return appendMembers(cursor, out, next == '{', depth);
    }
    Token token;
    if (!cursor.value(token)) return false;
    if (token.kind == Token::Kind::Text) {
        appendText(token, out);
    } else {
        appendBare(token.text, out);
    }
    return true;
}

ArgValue rawArg(std::string text) {
    return {.kind = Arg::Kind::Raw, .integer = 0, .text = std::move(text)};
}

ArgValue integerArg(int64_t value) {
    return {.kind = Arg::Kind::Integer, .integer = value, .text = {}};
}

}  // namespace

std::optional<std::string> strictJson(std::string_view text) {
    std::string ended(text);
    ended += ' ';  // so that a number at the end is not taken for a cut one
    Cursor cursor(ended);
    std::string out;
    out.reserve(text.size());
    if (!appendStrict(cursor, out, 0) || cursor.peek() != 0) return std::nullopt;
    return out;
}

ArgValue argOfText(std::string_view text) {
    if (text.starts_with("0x") || text.starts_with("-0x")) {
        if (const auto value = parseWrittenHex(text)) return integerArg(*value);
    }
    return {.kind = Arg::Kind::Text,
            .integer = 0,
            .text = isUtf8(text) ? std::string(text) : repairUtf8(text)};
}

ArgValue argOfJson(std::string_view text) {
    if (isJsonNumber(text)) {
        if (const auto value = parseInteger(text)) return integerArg(*value);
        if (const auto value = parseUnsigned(text)) return argOfText(hexText(*value));
        return rawArg(std::string(text));
    }
    auto strict = strictJson(text);
    if (!strict) return argOfText(text);
    if (!strict->starts_with('"')) {
        return isJsonNumber(*strict) ? argOfJson(*strict) : rawArg(*std::move(strict));
    }
    return argOfText(unescape(std::string_view(*strict).substr(1, strict->size() - 2)));
}

}  // namespace shardscope::traces
