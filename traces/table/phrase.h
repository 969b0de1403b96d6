#pragma once
// Sentences before they are in a language: a template and what stands in it. The command's English
// is the template itself; the dashboard looks the template up in its translations. Values; any
// thread.

#include <concepts>
#include <functional>
#include <initializer_list>
#include <string>
#include <string_view>
#include <vector>

namespace shardscope::table {

/// A template's text in another language; the template itself where there is none.
using Translate = std::function<std::string(const std::string&)>;

class Phrase {
  public:
    Phrase() = default;
    /// A name or a number: said as it is, in every language.
    Phrase(std::string asIs) : text_(std::move(asIs)) {}
    Phrase(std::string_view asIs) : text_(asIs) {}
    Phrase(const char* asIs) : text_(asIs) {}
    Phrase(std::integral auto number) : text_(std::to_string(number)) {}

    /// A template whose "%1" … "%9" are @p arguments.
    static Phrase of(std::string text, std::vector<Phrase> arguments);
    /// "a; b; c": @p parts that are not empty.
    static Phrase joined(std::vector<Phrase> parts, std::string separator);
    /// "a", "a and b", "a, b and c".
    static Phrase listed(const std::vector<std::string>& names);

    /// The template with its arguments: phrase("%1 trains").with({"zero-2"}).
    Phrase with(std::initializer_list<Phrase> arguments) const;
    bool empty() const { return kind_ != Kind::Template && text_.empty() && parts_.empty(); }
    bool operator==(const Phrase&) const = default;

    /// In English, as the command prints it.
    std::string english() const;
    std::string in(const Translate& translate) const;

  private:
    enum class Kind : uint8_t { AsIs, Template, Joined };

    Kind kind_ = Kind::AsIs;
    std::string text_;  // as it is, the template, or the separator
    std::vector<Phrase> parts_;
};

/// Where sentences are written: Qt's lupdate collects every phrase("…") of this class
/// (`-tr-function-alias tr+=phrase`), so the argument is a literal.
struct Sentences {
    static Phrase phrase(const char* english) { return Phrase::of(english, {}); }
};

/// @p text with "%1" … "%9" replaced, all at once, by @p arguments; a number beyond them stays.
std::string filled(std::string_view text, const std::vector<std::string>& arguments);

}  // namespace shardscope::table
