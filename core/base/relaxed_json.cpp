#include "core/base/relaxed_json.h"

#include <algorithm>

namespace shardscope::core {

namespace {

constexpr std::string_view kBlanks = " \t\r\n";

class Relaxer {
  public:
    explicit Relaxer(std::string_view text) : out_(text) {}

    std::string run() {
        while (at_ < out_.size()) step();
        return std::move(out_);
    }

  private:
    void step() {
        const char c = out_[at_];
        if (c == '"') {
            skipString();
            significant('"');
        } else if (size_t end = commentEnd(); end > at_) {
            blank(at_, end);
            at_ = end;
        } else {
            if ((c == '}' || c == ']') && comma_ != std::string::npos) out_[comma_] = ' ';
            if (kBlanks.find(c) == std::string_view::npos) significant(c);
            ++at_;
        }
    }

    /// A comma is trailing when a value stands before it and a closing bracket comes next.
    void significant(char c) {
        const bool afterValue =
            last_ != '\0' && std::string_view("[{,:").find(last_) == std::string_view::npos;
        comma_ = c == ',' && afterValue ? at_ : std::string::npos;
        last_ = c;
    }

    void skipString() {
        for (++at_; at_ < out_.size() && out_[at_] != '"'; ++at_) {
            if (out_[at_] == '\\') ++at_;
        }
        at_ = std::min(at_ + 1, out_.size());
    }

    /// One past the comment that starts here; at_ when none does.
    size_t commentEnd() const {
        const std::string_view rest = std::string_view(out_).substr(at_);
        if (rest.starts_with("//")) return std::min(out_.find('\n', at_), out_.size());
        if (!rest.starts_with("/*")) return at_;
        const size_t end = out_.find("*/", at_ + 2);
        return end == std::string::npos ? at_ : end + 2;
    }

    void blank(size_t from, size_t to) {
        for (size_t i = from; i < to; ++i) {
            if (kBlanks.find(out_[i]) == std::string_view::npos) out_[i] = ' ';
        }
    }

    std::string out_;
    size_t at_ = 0;
    char last_ = '\0';                  // the last character that is not a blank or a comment
    size_t comma_ = std::string::npos;  // of a comma that would be trailing if a bracket closed now
};

}  // namespace

std::string strictJson(std::string_view text) { return Relaxer(text).run(); }

}  // namespace shardscope::core
