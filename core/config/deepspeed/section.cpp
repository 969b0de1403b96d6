#include "core/config/deepspeed/section.h"

#include <fmt/format.h>

#include "core/base/nearest.h"
#include "core/config/deepspeed/keys.h"

namespace shardscope::core {

namespace {

constexpr std::string_view kAuto = "auto";

bool isOff(const JsonValue& value);

/// An object is on unless it says that it is not: "enabled": false, "device": "none".
bool isOffObject(const JsonValue& object) {
    if (object.members.empty()) return true;
    const JsonMember* enabled = object.find("enabled");
    if (enabled) return isOff(enabled->value);
    const JsonMember* device = object.find("device");
    return device && isOff(device->value);
}

/// Values by which people switch a feature off: false, 0, 1 (a group of one), "none", {}.
bool isOff(const JsonValue& value) {
    switch (value.kind) {
        case JsonValue::Kind::Null:
            return true;
        case JsonValue::Kind::Boolean:
            return !value.boolean;
        case JsonValue::Kind::Integer:
        case JsonValue::Kind::Number:
            return value.number <= 1.0;
        case JsonValue::Kind::Text:
            return value.text.empty() || value.text == "none";
        case JsonValue::Kind::List:
            return value.items.empty();
        case JsonValue::Kind::Object:
            return isOffObject(value);
    }
    return false;
}

bool isAutoText(const JsonValue& value) {
    return value.kind == JsonValue::Kind::Text && value.text == kAuto;
}

}  // namespace

void DeepSpeedSection::checkKeys() {
    for (const JsonMember* member : json_.unread()) treat(*member);
}

void DeepSpeedSection::treat(const JsonMember& member) {
    const std::string path = json_.full(member.name);
    const std::string where = json_.where(member.name);
    settings_.places[path] = where;
    const DeepSpeedKey* key = findDeepSpeedKey(path);
    if (!key) return unknown(member);
    const auto remark = [&](std::vector<DeepSpeedRemark>& list, std::string text) {
        list.push_back({.key = path, .where = where, .text = std::move(text)});
    };
    switch (key->use) {
        case DeepSpeedUse::Read:
            settings_.used.push_back(path);
            break;
        case DeepSpeedUse::Section:
            break;
        case DeepSpeedUse::NoEffect:
            remark(settings_.remarks, "changes neither memory nor traffic here");
            break;
        case DeepSpeedUse::Partial:
            if (!isOff(member.value)) {
                remark(settings_.remarks, fmt::format("is not modelled: {}", key->reason));
            }
            break;
        case DeepSpeedUse::Stage3:
            if (settings_.stage == 3) {
                remark(settings_.remarks, fmt::format("is not modelled: {}", key->reason));
            } else {
                remark(settings_.ignored, "DeepSpeed reads it at stage 3 only");
            }
            break;
        case DeepSpeedUse::Ignored:
            remark(settings_.ignored, std::string(key->reason));
            break;
        case DeepSpeedUse::Refused:
            if (!isOff(member.value)) {
                json_.fail(member.name,
                           fmt::format("found {}; {}", found(member.value), key->reason));
            }
            break;
    }
}

void DeepSpeedSection::unknown(const JsonMember& member) {
    const std::string path = json_.full(member.name);
    std::vector<std::string_view> known, everywhere;
    const std::string prefix = path.substr(0, path.size() - member.name.size());
    for (const DeepSpeedKey& key : deepSpeedKeys()) {
        everywhere.push_back(key.path);
        const bool here = key.path.starts_with(prefix) &&
                          key.path.find('.', prefix.size()) == std::string_view::npos;
        if (here) known.push_back(key.path.substr(prefix.size()));
    }
    std::string hint = suggestion(member.name, known);
    for (std::string_view elsewhere : everywhere) {  // the right word in the wrong object
        if (!hint.empty()) break;
        if (elsewhere.ends_with("." + member.name)) {
            hint = fmt::format("; did you mean {}?", elsewhere);
        }
    }
    json_.fail(member.name, fmt::format("is not a key of a DeepSpeed configuration{}{}", hint,
                                        hint.empty() ? "; leave it out" : ""));
}

bool DeepSpeedSection::holdsAuto(std::string_view key) const {
    const JsonMember* member = json_.find(key);
    return member && isAutoText(member->value);
}

bool DeepSpeedSection::isAuto(std::string_view key, std::string_view setting,
                              std::string_view option) {
    if (!holdsAuto(key)) return false;
    json_.skip(key);
    if (setting.empty()) {
        settings_.remarks.push_back(
            {.key = json_.full(key),
             .where = json_.where(key),
             .text = "is \"auto\", which Hugging Face's Trainer fills in; DeepSpeed's default is "
                     "used"});
        return true;
    }
    settings_.unresolved.push_back({.key = json_.full(key),
                                    .where = json_.where(key),
                                    .setting = std::string(setting),
                                    .option = std::string(option)});
    return true;
}

std::optional<int64_t> DeepSpeedSection::whole(std::string_view key, WholeRange range,
                                               std::string_view setting, std::string_view option) {
    if (!json_.has(key) || isAuto(key, setting, option)) return std::nullopt;
    return json_.whole(key, range);
}

}  // namespace shardscope::core
