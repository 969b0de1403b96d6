#include "traces/table/phrase.h"

namespace shardscope::table {

Phrase Phrase::of(std::string text, std::vector<Phrase> arguments) {
    Phrase phrase;
    phrase.kind_ = Kind::Template;
    phrase.text_ = std::move(text);
    phrase.parts_ = std::move(arguments);
    return phrase;
}

Phrase Phrase::joined(std::vector<Phrase> parts, std::string separator) {
    std::erase_if(parts, [](const Phrase& part) { return part.empty(); });
    if (parts.empty()) return {};
    if (parts.size() == 1) return std::move(parts.front());
    Phrase phrase = of(std::move(separator), std::move(parts));
    phrase.kind_ = Kind::Joined;
    return phrase;
}

Phrase Phrase::listed(const std::vector<std::string>& names) {
    if (names.empty()) return {};
    if (names.size() == 1) return names.front();
    const std::vector<Phrase> others(names.begin(), names.end() - 1);
    return Sentences::phrase("%1 and %2").with({joined(others, ", "), names.back()});
}

Phrase Phrase::with(std::initializer_list<Phrase> arguments) const { return of(text_, arguments); }

std::string Phrase::english() const {
    return in([](const std::string& text) { return text; });
}

std::string Phrase::in(const Translate& translate) const {
    if (kind_ == Kind::AsIs) return text_;
    std::vector<std::string> said;
    said.reserve(parts_.size());
    for (const Phrase& part : parts_) said.push_back(part.in(translate));
    if (kind_ == Kind::Template) return filled(translate(text_), said);
    std::string text;
    for (size_t i = 0; i < said.size(); ++i) text += (i == 0 ? "" : text_) + said[i];
    return text;
}

std::string filled(std::string_view text, const std::vector<std::string>& arguments) {
    std::string out;
    for (size_t i = 0; i < text.size(); ++i) {
        const int number = text[i] == '%' && i + 1 < text.size() ? text[i + 1] - '0' : 0;
        if (number < 1 || number > 9 || static_cast<size_t>(number) > arguments.size()) {
            out += text[i];
            continue;
        }
        out += arguments[static_cast<size_t>(number) - 1];
        ++i;
    }
    return out;
}

}  // namespace shardscope::table
