#include "core/config/huggingface/config_reader.h"

#include <fmt/format.h>

namespace shardscope::core {

namespace {

// Four times the largest, a feed-forward's usual width, is still a size that validate() takes.
constexpr WholeRange kSize{1, int64_t{1} << 28};

std::string reason(std::string_view why) { return why.empty() ? "" : fmt::format(" ({})", why); }

}  // namespace

const char* ConfigReader::present(std::initializer_list<const char*> keys) {
    const char* found = nullptr;
    for (const char* key : keys) {
        if (json_.get(key) && !found) found = key;
    }
    return found;
}

int64_t ConfigReader::size(std::initializer_list<const char*> keys) {
    const char* key = present(keys);
    return json_.whole(key ? key : *keys.begin(), kSize);
}

int64_t ConfigReader::sizeOr(std::initializer_list<const char*> keys, int64_t fallback,
                             std::string_view why, int64_t least) {
    const char* key = present(keys);
    if (!key) noteDefault(*keys.begin(), std::to_string(fallback), why);
    return key ? json_.whole(key, {least, kSize.most}) : fallback;
}

int64_t ConfigReader::plainSizeOr(std::initializer_list<const char*> keys, int64_t fallback,
                                  int64_t least) {
    const char* key = present(keys);
    return key ? json_.whole(key, {least, kSize.most}) : fallback;
}

bool ConfigReader::flagOr(const char* key, bool fallback) {
    if (!json_.get(key)) noteDefault(key, fallback ? "true" : "false", "the class's default");
    return json_.flagOr(key, fallback);
}

double ConfigReader::numberOr(const char* key, double fallback) {
    if (!json_.get(key)) noteDefault(key, fmt::format("{}", fallback), "the class's default");
    return json_.numberOr(key, fallback, 0.0);
}

std::string ConfigReader::textOr(std::initializer_list<const char*> keys,
                                 std::string_view fallback) {
    const char* key = present(keys);
    if (!key) noteDefault(*keys.begin(), fallback, "the class's default");
    return key ? json_.textOr(key, fallback) : std::string(fallback);
}

void ConfigReader::noteDefault(const char* key, std::string_view value, std::string_view why) {
    note(fmt::format("{} is not given; {} is used{}", key, value, reason(why)));
}

}  // namespace shardscope::core
