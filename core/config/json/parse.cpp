#include "core/config/json/parse.h"

#include <fmt/format.h>

#include <algorithm>
#include <cerrno>
#include <cstring>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <limits>
#include <nlohmann/json.hpp>

#include "core/base/relaxed_json.h"

namespace shardscope::core {

namespace {

constexpr size_t kDeepest = 64;

/// Input iterator that tells how far nlohmann's parser has read.
class ReadingIterator {
  public:
    using iterator_category = std::input_iterator_tag;
    using value_type = char;
    using difference_type = std::ptrdiff_t;
    using pointer = const char*;
    using reference = const char&;

    ReadingIterator(const char* at, size_t* read) : at_(at), read_(read) {}
    reference operator*() const { return *at_; }
    ReadingIterator& operator++() {
        ++at_;
        ++*read_;
        return *this;
    }
    ReadingIterator operator++(int) {
        ReadingIterator before = *this;
        ++*this;
        return before;
    }
    bool operator==(const ReadingIterator& other) const { return at_ == other.at_; }

  private:
    const char* at_;
    size_t* read_;
};

/// nlohmann's text without its name and position, which are ours to say.
std::string withoutPrefix(std::string_view what) {
    for (std::string_view end : {"] ", ": "}) {
        const size_t at = what.find(end);
        const bool prefix = end == "] " || what.starts_with("parse error at");
        if (prefix && at != std::string_view::npos) what.remove_prefix(at + end.size());
    }
    return std::string(what);
}

/// Builds the document from the parser's events.
class Builder final : public nlohmann::json_sax<nlohmann::json> {
  public:
    /// @p document has its name and text; @p strict is the text that is parsed, @p read how far.
    Builder(JsonDocument& document, std::string_view strict, const size_t& read)
        : document_(document), strict_(strict), read_(read) {}

    const Error& error() const { return error_; }

    bool null() override { return add({}); }
    bool boolean(bool value) override {
        return add({.kind = JsonValue::Kind::Boolean, .boolean = value});
    }
    bool number_integer(number_integer_t value) override {
        return add({.kind = JsonValue::Kind::Integer,
                    .integer = value,
                    .number = static_cast<double>(value),
                    .text = std::to_string(value)});
    }
    bool number_unsigned(number_unsigned_t value) override {
        if (value <= static_cast<uint64_t>(std::numeric_limits<int64_t>::max())) {
            return number_integer(static_cast<int64_t>(value));
        }
        return number_float(static_cast<double>(value), std::to_string(value));
    }
    bool number_float(number_float_t value, const string_t& text) override {
        return add({.kind = JsonValue::Kind::Number, .number = value, .text = text});
    }
    bool string(string_t& value) override {
        return add({.kind = JsonValue::Kind::Text, .text = std::move(value)});
    }
    bool binary(binary_t&) override { return fail(read_, "", "holds binary data"); }

    bool start_object(std::size_t) override { return open(JsonValue::Kind::Object); }
    bool start_array(std::size_t) override { return open(JsonValue::Kind::List); }
    bool end_array() override {
        open_.pop_back();
        return true;
    }
    bool end_object() override {
        const JsonValue& object = *open_.back();
        open_.pop_back();
        return checkNames(object);
    }
    bool key(string_t& name) override {
        open_.back()->members.push_back(
            {.name = std::move(name), .at = openingQuote(), .value = {}});
        return true;
    }
    bool parse_error(std::size_t position, const std::string&,
                     const nlohmann::detail::exception& exception) override {
        const size_t at = position > 0 ? position - 1 : 0;
        return fail(at, "", "is not JSON: " + withoutPrefix(exception.what()));
    }

  private:
    JsonValue* slot() {
        if (open_.empty()) return &document_.root;
        JsonValue& parent = *open_.back();
        if (parent.kind == JsonValue::Kind::Object) return &parent.members.back().value;
        return &parent.items.emplace_back();
    }
    bool add(JsonValue value) {
        value.at = read_ > 0 ? read_ - 1 : 0;
        *slot() = std::move(value);
        return true;
    }
    bool open(JsonValue::Kind kind) {
        const size_t at = read_ > 0 ? read_ - 1 : 0;
        if (open_.size() == kDeepest) {
            return fail(at, "", fmt::format("is nested more than {} levels deep", kDeepest));
        }
        JsonValue* value = slot();
        value->kind = kind;
        value->at = at;
        open_.push_back(value);
        return true;
    }

    /// The parser has just read the key's closing quote.
    size_t openingQuote() const {
        size_t at = read_ > 0 ? read_ - 1 : 0;
        do {
            at = at > 0 ? strict_.rfind('"', at - 1) : 0;
        } while (at > 0 && isEscaped(at));
        return at;
    }
    bool isEscaped(size_t at) const {
        size_t slashes = 0;
        while (slashes < at && strict_[at - 1 - slashes] == '\\') ++slashes;
        return slashes % 2 == 1;
    }

    bool checkNames(const JsonValue& object) {
        std::vector<const JsonMember*> sorted;
        sorted.reserve(object.members.size());
        for (const JsonMember& member : object.members) sorted.push_back(&member);
        std::ranges::stable_sort(sorted, {}, &JsonMember::name);
        const auto twice = std::ranges::adjacent_find(sorted, {}, &JsonMember::name);
        if (twice == sorted.end()) return true;
        const JsonMember& second = **std::next(twice);
        return fail(second.at, second.name, "is given twice");
    }

    bool fail(size_t at, std::string_view key, std::string message) {
        if (!error_.message.empty()) return false;
        error_ = {.code = ErrorCode::InvalidInput,
                  .message = std::move(message),
                  .where = document_.place(at, key)};
        return false;
    }

    JsonDocument& document_;
    std::string_view strict_;
    const size_t& read_;
    std::vector<JsonValue*> open_;  // stays valid: a parent does not grow while its child is open
    Error error_;
};

Result<std::string> contentOf(const std::string& path, const JsonFile& file) {
    std::error_code code;
    if (std::filesystem::is_directory(path, code)) {
        return invalidInput(path, fmt::format("is a folder; expected a {} (JSON)", file.what));
    }
    std::ifstream stream(path, std::ios::binary);
    if (!stream) {
        return invalidInput(path,
                            fmt::format("cannot read the {}: {}", file.what, std::strerror(errno)));
    }
    std::string text;
    constexpr size_t kPiece = 1 << 16;
    while (stream && static_cast<int64_t>(text.size()) <= file.largestBytes) {
        const size_t before = text.size();
        text.resize(before + kPiece);
        stream.read(text.data() + before, kPiece);
        text.resize(before + static_cast<size_t>(stream.gcount()));
    }
    if (static_cast<int64_t>(text.size()) <= file.largestBytes) return text;
    return invalidInput(
        path, fmt::format("is larger than {} MiB, so it is not a {}{}{}", file.largestBytes >> 20,
                          file.what, file.remedy.empty() ? "" : "; ", file.remedy));
}

}  // namespace

Result<JsonDocument> parseJson(std::string_view json, std::string_view name, const JsonFile& file) {
    JsonDocument document{.name = std::string(name), .text = std::string(json), .root = {}};
    const std::string strict = strictJson(json);
    if (strict.find_first_not_of(" \t\r\n") == std::string::npos) {
        return invalidInput(document.place(0), fmt::format("is empty; expected a JSON object such "
                                                           "as {}",
                                                           file.example));
    }
    size_t read = 0;
    Builder builder(document, strict, read);
    const ReadingIterator begin(strict.data(), &read), end(strict.data() + strict.size(), &read);
    if (!nlohmann::json::sax_parse(begin, end, &builder)) return tl::unexpected(builder.error());
    if (document.root.kind != JsonValue::Kind::Object) {
        return invalidInput(document.place(0), fmt::format("found {}; allowed: an object such as "
                                                           "{}",
                                                           found(document.root), file.example));
    }
    return document;
}

Result<JsonDocument> readJsonFile(const std::string& path, const JsonFile& file) {
    const auto text = contentOf(path, file);
    if (!text) return tl::unexpected(text.error());
    return parseJson(*text, path, file);
}

}  // namespace shardscope::core
