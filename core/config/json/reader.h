#pragma once
// Typed reading of one JSON object: each get checks type and range and remembers what was read. The
// first fault is kept, with file, line and key; later gets give their fallback. Not thread-safe.

#include <cstdint>
#include <initializer_list>
#include <limits>
#include <optional>
#include <set>
#include <string>
#include <string_view>
#include <vector>

#include "core/base/result.h"
#include "core/config/json/document.h"

namespace shardscope::core {

struct WholeRange {
    int64_t least = 0;
    int64_t most = std::numeric_limits<int64_t>::max();
};

class JsonReader {
  public:
    /// Borrows all three. @p path is the object's own, "zero_optimization"; "" for the root.
    JsonReader(const JsonDocument& document, const JsonValue& object, std::string path,
               std::optional<Error>& error)
        : document_(document), object_(object), path_(std::move(path)), error_(error) {}

    /// Present and not null.
    bool has(std::string_view key) const;
    /// nullptr when absent; null is there. Does not count as read.
    const JsonMember* find(std::string_view key) const { return object_.find(key); }
    /// nullptr when absent or null; counts as read.
    const JsonValue* get(std::string_view key);

    /// A whole number, written as one or as 5e8. Absent: a fault.
    int64_t whole(std::string_view key, WholeRange range);
    int64_t wholeOr(std::string_view key, int64_t fallback, WholeRange range);
    /// A finite number from @p least to @p most.
    double numberOr(std::string_view key, double fallback, double least,
                    double most = std::numeric_limits<double>::max());
    bool flagOr(std::string_view key, bool fallback);
    std::string textOr(std::string_view key, std::string_view fallback);
    /// One of @p allowed, whatever its case; as written in @p allowed.
    std::string_view choiceOr(std::string_view key, std::string_view fallback,
                              const std::vector<std::string_view>& allowed);
    /// The object of @p key; a reader of nothing when absent. A fault when it is no object.
    JsonReader object(std::string_view key);

    /// Says that @p key is known, without using it.
    void skip(std::string_view key) { read_.insert(std::string(key)); }
    /// Members that nothing has asked for, in the file's order.
    std::vector<const JsonMember*> unread() const;
    /// Keys that were asked for and are not there.
    std::vector<std::string_view> absent() const;

    /// "ds_config.json:3:5: zero_optimization.stage"; the object's own place when the key is absent.
    std::string where(std::string_view key) const;
    /// "zero_optimization.stage".
    std::string full(std::string_view key) const;
    void fail(std::string_view key, std::string message);
    bool failed() const { return error_.has_value(); }
    const JsonDocument& document() const { return document_; }

  private:
    int64_t wholeOf(std::string_view key, const JsonValue& value, int64_t fallback,
                    WholeRange range);
    /// ", but "hiden_size" is there" where a member that nobody has asked for is like @p key.
    std::string instead(std::string_view key) const;
    void wrong(std::string_view key, const JsonValue& value, std::string_view allowed);

    const JsonDocument& document_;
    const JsonValue& object_;
    std::string path_;
    std::optional<Error>& error_;
    std::set<std::string, std::less<>> read_;
};

}  // namespace shardscope::core
