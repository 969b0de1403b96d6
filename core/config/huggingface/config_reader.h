#pragma once
// Reading with defaults that are said: a JsonReader over config.json that notes what it filled in.
// Used by the families' readers alone.

#include <initializer_list>
#include <string>
#include <string_view>
#include <vector>

#include "core/catalogue/architecture.h"
#include "core/config/json/reader.h"

namespace shardscope::core {

class ConfigReader {
  public:
    ConfigReader(JsonReader& json, std::vector<std::string>& notes) : json_(json), notes_(notes) {}

    JsonReader& json() { return json_; }

    /// A size that must be there, under the first of @p keys that is (n_embd, hidden_size). From 1 on.
    int64_t size(std::initializer_list<const char*> keys);
    /// A size with the default of the config class; @p why says where the default comes from.
    int64_t sizeOr(std::initializer_list<const char*> keys, int64_t fallback, std::string_view why,
                   int64_t least = 1);
    /// As sizeOr(), but a missing or null value is the rule of the format, not worth a note.
    int64_t plainSizeOr(std::initializer_list<const char*> keys, int64_t fallback,
                        int64_t least = 1);
    bool flagOr(const char* key, bool fallback);
    double numberOr(const char* key, double fallback);
    std::string textOr(std::initializer_list<const char*> keys, std::string_view fallback);

    void note(std::string text) { notes_.push_back(std::move(text)); }
    void fail(std::string_view key, std::string message) { json_.fail(key, std::move(message)); }

  private:
    /// The first of @p keys that is present and not null; all of them count as read.
    const char* present(std::initializer_list<const char*> keys);
    void noteDefault(const char* key, std::string_view value, std::string_view why);

    JsonReader& json_;
    std::vector<std::string>& notes_;
};

/// Fills @p a from the file, whose model_type is a.family.
void readFamily(ConfigReader& read, Architecture& a);
/// The classes of `architectures` that a family's parameters are listed for.
std::vector<std::string_view> classesOf(Family family);

}  // namespace shardscope::core
