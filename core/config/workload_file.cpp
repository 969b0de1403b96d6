#include "core/config/workload_file.h"

#include <fmt/format.h>

#include <utility>
#include <vector>

#include "core/base/nearest.h"
#include "core/config/json/parse.h"

namespace shardscope::core {

namespace {

// A workload is a page of text, never a data set.
constexpr JsonFile kFile{.what = "workload file",
                         .example = "{\"ranks\": 4}",
                         .largestBytes = 1 << 20,
                         .remedy = "give data with --data"};

std::vector<std::string_view> knownPaths() {
    std::vector<std::string_view> paths{"model"};
    for (const SettingKey& key : settingKeys()) paths.push_back(key.path);
    return paths;
}

/// The path whose last word is @p word: "heads" is found as "model.heads".
std::string_view pathEndingIn(std::string_view word) {
    for (const SettingKey& key : settingKeys()) {
        const size_t dot = key.path.find('.');
        if (dot != std::string_view::npos && key.path.substr(dot + 1) == word) return key.path;
    }
    return {};
}

/// SettingType bits that accept @p value, and its text as an option would have it.
std::pair<uint8_t, std::string> asText(const JsonValue& value) {
    switch (value.kind) {
        case JsonValue::Kind::Boolean:
            return {kBoolean, value.boolean ? "on" : "off"};
        case JsonValue::Kind::Integer:
            return {kInteger | kNumber, value.text};
        case JsonValue::Kind::Number:
            return {kNumber, value.text};
        case JsonValue::Kind::Text:
            return {kText, value.text};
        default:
            return {0, ""};
    }
}

/// Walks the document and gathers what it sets; the first fault ends the walk.
class WorkloadReader {
  public:
    explicit WorkloadReader(const JsonDocument& document) : document_(document) {}

    Result<Settings> read() {
        for (const JsonMember& member : document_.root.members) {
            const bool isModel = member.name == "model";
            auto done = isModel ? readModel(member) : readKey(member, member.name);
            if (!done) return tl::unexpected(done.error());
        }
        return std::move(settings_);
    }

  private:
    Result<void> readModel(const JsonMember& model) {
        if (model.value.kind == JsonValue::Kind::Text) {  // "model": "gpt"
            settings_["model.name"] = {.text = model.value.text,
                                       .where = document_.place(model.at, "model.name")};
            return {};
        }
        if (model.value.kind != JsonValue::Kind::Object) {
            return wrongType(model, "model", found(model.value),
                             "a model's name, or an object with name, layers, hidden, …");
        }
        for (const JsonMember& member : model.value.members) {
            if (auto done = readKey(member, "model." + member.name); !done) return done;
        }
        return {};
    }

    Result<void> readKey(const JsonMember& member, const std::string& path) {
        const SettingKey* setting = findSettingKey(path);
        if (!setting) return unknown(member, path);
        if (member.value.kind == JsonValue::Kind::List) return readList(member, *setting);
        return add(member, *setting, member.value);
    }

    Result<void> readList(const JsonMember& member, const SettingKey& setting) {
        const bool mayList = (setting.types & kList) != 0;
        if (!mayList || member.value.items.empty()) {
            return wrongType(member, setting.path, mayList ? "an empty list" : "a list",
                             setting.allowed);
        }
        for (const JsonValue& item : member.value.items) {
            if (auto done = add(member, setting, item); !done) return done;
        }
        return {};
    }

    Result<void> add(const JsonMember& member, const SettingKey& setting, const JsonValue& value) {
        const auto [accepted, text] = asText(value);
        if ((setting.types & accepted) == 0) {
            return wrongType(member, setting.path, found(value), setting.allowed);
        }
        const std::string path(setting.path);
        const auto before = settings_.find(path);
        if (before != settings_.end()) {  // another item of a list
            before->second.text += "," + text;
        } else {
            settings_[path] = {.text = text, .where = document_.place(member.at, path)};
        }
        return {};
    }

    Result<void> wrongType(const JsonMember& member, std::string_view path,
                           const std::string& foundText, std::string_view allowed) const {
        return invalidInput(document_.place(member.at, path),
                            fmt::format("found {}; allowed: {}", foundText, allowed));
    }

    Result<void> unknown(const JsonMember& member, const std::string& path) const {
        const bool inModel = path.starts_with("model.");
        const std::string_view moved = pathEndingIn(path.substr(path.find('.') + 1));
        const std::string hint = moved.empty() ? suggestion(path, knownPaths())
                                               : fmt::format("; did you mean {}?", moved);
        std::string allowed;
        for (const SettingKey& key : settingKeys()) {
            if (key.path.starts_with("model.") != inModel) continue;
            allowed += fmt::format("{}{}", allowed.empty() ? "" : ", ", key.path);
        }
        return invalidInput(
            document_.place(member.at, path),
            fmt::format("is not a key of a workload{}{} allowed: {}{}", hint,
                        hint.empty() ? ";" : "", inModel ? "" : "model, ", allowed));
    }

    const JsonDocument& document_;
    Settings settings_;
};

Result<Settings> settingsOf(const Result<JsonDocument>& document) {
    if (!document) return tl::unexpected(document.error());
    return WorkloadReader(*document).read();
}

}  // namespace

Result<Settings> parseWorkload(std::string_view json, std::string_view name) {
    return settingsOf(parseJson(json, name, kFile));
}

Result<Settings> readWorkloadFile(const std::string& path) {
    return settingsOf(readJsonFile(path, kFile));
}

}  // namespace shardscope::core
