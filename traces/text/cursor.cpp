#include "traces/text/cursor.h"

#include <charconv>
#include <cstddef>

#include "traces/text/utf8.h"

namespace shardscope::traces {

namespace {

/// A lenient string is looked for this far, so that hostile text costs linear time.
constexpr std::ptrdiff_t kLongestLenientString = 4096;
constexpr std::ptrdiff_t kLongestBare = 4096;

bool endsBare(char c) {
    return static_cast<unsigned char>(c) <= ' ' || c == ',' || c == '}' || c == ']' || c == ':' ||
           c == '{' || c == '[' || c == '"';
}

bool hexUnit(std::string_view text, size_t at, uint32_t& unit) {
    if (at + 4 > text.size()) return false;
    const char* begin = text.data() + at;
    return std::from_chars(begin, begin + 4, unit, 16).ptr == begin + 4;
}

/// Decodes the \uXXXX at @p at (of the u), and its second half when it is a surrogate pair.
/// @return characters read after the backslash; 0 when it is none.
size_t unescapeUnicode(std::string_view text, size_t at, std::string& out) {
    uint32_t unit = 0, low = 0;
    if (!hexUnit(text, at + 1, unit)) return 0;
    const bool high = unit >= 0xD800 && unit < 0xDC00;
    if (high && text.substr(at + 5, 2) == "\\u" && hexUnit(text, at + 7, low) && low >= 0xDC00 &&
        low < 0xE000) {
        appendUtf8(0x10000 + ((unit - 0xD800) << 10) + (low - 0xDC00), out);
        return 11;
    }
    appendUtf8(unit, out);
    return 5;
}

/// The character that \c stands for; 0 when it stands for none.
char unescaped(char c) {
    constexpr std::string_view kLetters = "\"\\/nrtbf";
    constexpr std::string_view kMeanings = "\"\\/\n\r\t\b\f";
    const size_t place = kLetters.find(c);
    return place == std::string_view::npos ? '\0' : kMeanings[place];
}

}  // namespace

bool Cursor::expect(char c) {
    const char next = peek();
    if (next == c && next != 0) {
        ++at_;
        return true;
    }
    return next == 0 && at_ == end_ ? cut() : bad();
}

bool Cursor::string(Token& token) {
    if (!expect('"')) return false;
    if (lenient_) return lenientString(token);
    token.kind = Token::Kind::Text;
    token.escaped = false;
    for (const char* p = at_; p != end_; ++p) {
        if (*p == '\\') {
            token.escaped = true;
            if (++p == end_) break;
        } else if (*p == '"') {
            token.text = {at_, static_cast<size_t>(p - at_)};
            at_ = p + 1;
            return true;
        }
    }
    return cut();
}

bool Cursor::closesLeniently(const char* quote) {
    for (const char* p = quote + 1; p != end_; ++p) {
        if (static_cast<unsigned char>(*p) > ' ') {
            return *p == ',' || *p == ':' || *p == '}' || *p == ']';
        }
    }
    return true;
}

bool Cursor::lenientString(Token& token) {
    const char* limit = end_ - at_ > kLongestLenientString ? at_ + kLongestLenientString : end_;
    for (const char* p = at_; p != limit; ++p) {
        if (*p != '"' || !closesLeniently(p)) continue;
        token.kind = Token::Kind::Text;
        token.text = {at_, static_cast<size_t>(p - at_)};
        token.escaped = token.text.find('\\') != std::string_view::npos;
        at_ = p + 1;
        return true;
    }
    return limit == end_ ? cut() : bad();
}

bool Cursor::value(Token& token) {
    const char next = peek();
    if (next == '"') return string(token);
    if (next == '{' || next == '[') return nested(token);
    return bare(token);
}

bool Cursor::bare(Token& token) {
    const char* p = at_;
    while (p != end_ && !endsBare(*p)) {
        if (p - at_ > kLongestBare) return bad();
        ++p;
    }
    if (p == end_) return cut();
    if (p == at_) return bad();
    token.kind = Token::Kind::Bare;
    token.text = {at_, static_cast<size_t>(p - at_)};
    at_ = p;
    return true;
}

bool Cursor::nested(Token& token) {
    const char* begin = at_;
    Token inside;
    int depth = 0;
    do {
        const char next = peek();
        if (next == '"') {
            if (!string(inside)) return false;
            continue;
        }
        if (at_ == end_) return cut();
        ++at_;
        if (next == '{' || next == '[') ++depth;
        if (next == '}' || next == ']') --depth;
        if (depth > kMaxDepth) return bad();
    } while (depth > 0);
    token.kind = Token::Kind::Nested;
    token.text = {begin, static_cast<size_t>(at_ - begin)};
    return true;
}

std::string unescape(std::string_view text) {
    std::string out;
    out.reserve(text.size());
    for (size_t i = 0; i < text.size(); ++i) {
        if (text[i] != '\\' || i + 1 == text.size()) {
            out += text[i];
        } else if (const char plain = unescaped(text[i + 1])) {
            out += plain;
            ++i;
        } else if (const size_t read = text[i + 1] == 'u' ? unescapeUnicode(text, i + 1, out) : 0) {
            i += read;
        } else {
            out += text[i];
        }
    }
    return out;
}

}  // namespace shardscope::traces
