#pragma once
// What a person set, before it is understood: a text for each key, and where it was given. Options
// and workload files both become Settings, so that one place converts and checks them. Values.

#include <cstdint>
#include <functional>
#include <map>
#include <span>
#include <string>
#include <string_view>

namespace shardscope::core {

struct Setting {
    std::string text;   ///< "4", "1,4", "bf16", "on"
    std::string where;  ///< "--ranks", "workload.json:3:5: model.heads"

    bool operator==(const Setting&) const = default;
};

/// By key path: "ranks", "model.heads".
using Settings = std::map<std::string, Setting, std::less<>>;

/// JSON types that a key accepts; bits.
enum SettingType : uint8_t {
    kInteger = 1,
    kNumber = 2,  ///< with or without a fraction
    kText = 4,
    kBoolean = 8,  ///< becomes "on" or "off"
    kList = 16,    ///< several of the other types
};

struct SettingKey {
    std::string_view path;
    uint8_t types;             ///< SettingType bits
    std::string_view allowed;  ///< for messages: "a whole number"
};

/// Every key of a workload file, in the order of the documentation.
std::span<const SettingKey> settingKeys();
/// nullptr when there is no such key.
const SettingKey* findSettingKey(std::string_view path);

}  // namespace shardscope::core
