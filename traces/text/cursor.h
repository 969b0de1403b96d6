#pragma once
// A tolerant JSON tokenizer over text that may end in the middle of a value. It borrows the text.
//
// Tolerated (R1-R3): raw control characters in strings, unknown escapes, bare words such as NaN and
// -inf. Lenient mode also ends a string only at a quote before `,`, `:`, `}` or `]`, which gets over
// unescaped quotes and backslashes in names.

#include <cstdint>
#include <string>
#include <string_view>

namespace shardscope::traces {

/// One value, still as text.
struct Token {
    enum class Kind : uint8_t { None, Text, Bare, Nested };
    Kind kind = Kind::None;
    bool escaped = false;   ///< Text: has backslashes
    std::string_view text;  ///< Text: between the quotes, undecoded; else as it stands
};

class Cursor {
  public:
    enum class Stop : uint8_t { None, Cut, Bad };
    static constexpr int kMaxDepth = 256;

    Cursor(const char* begin, const char* end, bool lenient = false)
        : at_(begin), end_(end), lenient_(lenient) {}
    explicit Cursor(std::string_view text) : Cursor(text.data(), text.data() + text.size()) {}

    const char* at() const { return at_; }
    /// Why the last false was returned: the text ended (Cut) or is no JSON (Bad).
    Stop stop() const { return stop_; }

    /// The next character that is no blank; 0 at the end of the text (Cut).
    char peek() {
        while (at_ != end_ && static_cast<unsigned char>(*at_) <= ' ') ++at_;
        if (at_ != end_) return *at_;
        stop_ = Stop::Cut;
        return 0;
    }
    /// Steps over @p c when it is next.
    bool take(char c) {
        if (peek() != c || c == 0) return false;
        ++at_;
        return true;
    }
    /// Steps over @p c, which must be next.
    bool expect(char c);
    /// Steps over a string.
    bool string(Token& token);
    /// Steps over a key and its colon.
    bool key(Token& token) { return string(token) && expect(':'); }
    /// Steps over any value; brackets are balanced, what is inside them is not looked at.
    bool value(Token& token);

  private:
    bool bad() {
        stop_ = Stop::Bad;
        return false;
    }
    bool cut() {
        stop_ = Stop::Cut;
        return false;
    }
    bool lenientString(Token& token);
    bool closesLeniently(const char* quote);
    bool bare(Token& token);
    bool nested(Token& token);

    const char* at_;
    const char* end_;
    Stop stop_ = Stop::None;
    bool lenient_;
};

/// The text that @p token of kind Text stands for; backslashes that escape nothing stay.
std::string unescape(std::string_view text);

}  // namespace shardscope::traces
