#include "core/config/huggingface/config_file.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <cstdlib>
#include <filesystem>

#include "core/base/nearest.h"
#include "core/config/huggingface/config_reader.h"
#include "core/config/json/parse.h"

namespace shardscope::core {

namespace {

constexpr JsonFile kFile{.what = "model's config.json",
                         .example = "{\"model_type\": \"llama\", \"hidden_size\": 4096, …}",
                         .largestBytes = 4 << 20};

std::string families() { return fmt::format("{}", fmt::join(familyNames(), ", ")); }

/// Remote code of old Falcon repositories had model types of its own.
std::string_view today(std::string_view modelType) {
    return modelType == "RefinedWeb" || modelType == "RefinedWebModel" ? "falcon" : modelType;
}

Family readFamilyName(JsonReader& json) {
    const std::string type = json.textOr("model_type", "");
    const auto family = familyNamed(today(type));
    if (family) return *family;
    const bool missing = !json.has("model_type");
    json.fail("model_type",
              missing ? fmt::format("is missing; known: {}", families())
                      : fmt::format("found \"{}\", an architecture that is not known here{}; "
                                    "known: {}",
                                    type, suggestion(type, familyNames()), families()));
    return Family::Llama;
}

/// The class whose parameters are listed; empty when the file does not say.
std::string readClass(JsonReader& json, Family family) {
    const JsonValue* list = json.get("architectures");
    if (!list || json.failed()) return {};
    const bool named = list->kind == JsonValue::Kind::List && !list->items.empty() &&
                       list->items.front().kind == JsonValue::Kind::Text;
    if (!named) {
        json.fail("architectures",
                  fmt::format("found {}; allowed: a list with a class's name", found(*list)));
        return {};
    }
    const std::string name = list->items.front().text;
    const auto known = classesOf(family);
    if (std::ranges::find(known, name) != known.end()) return name;
    json.fail("architectures",
              fmt::format("found \"{}\", whose parameters are not known here{}; known of {}: {}",
                          name, suggestion(name, known), nameOf(family), fmt::join(known, ", ")));
    return {};
}

/// Classes whose parameters differ from the family's first one.
void applyClass(const std::string& name, ConfigReader& read, Architecture& a) {
    if (a.family == Family::Vit) {
        a.pooler = name == "ViTModel";
        if (a.pooler) a.vision.labels = 0;
    }
    if (a.family == Family::Bert && name != "BertModel") {
        read.note(fmt::format("the encoder with its pooler is counted, and not the head of {}",
                              name.empty() ? "the task" : name));
    }
}

/// A misspelt key would be passed over, and its default taken instead: one that is within two edits of
/// a key that is read and is not there is refused.
void refuseMisspelt(JsonReader& json) {
    constexpr int kEdits = 2;
    const auto absent = json.absent();
    for (const JsonMember* member : json.unread()) {
        const auto near = std::ranges::find_if(absent, [&](std::string_view key) {
            const auto longer =
                static_cast<int>(key.size()) - static_cast<int>(member->name.size());
            return key.size() > 3 * kEdits && std::abs(longer) <= kEdits &&
                   editDistance(key, member->name) <= kEdits;
        });
        if (near == absent.end()) continue;
        json.fail(member->name,
                  fmt::format("is not a key that this model_type reads; did you mean {}?", *near));
    }
}

/// validate() names the key alone.
Error atKey(Error error, const JsonDocument& document) {
    const JsonMember* member = document.root.find(error.where);
    error.where = document.place(member ? member->at : document.root.at, error.where);
    return error;
}

Result<ModelConfig> configOf(const Result<JsonDocument>& document) {
    if (!document) return tl::unexpected(document.error());
    std::optional<Error> error;
    JsonReader json(*document, document->root, "", error);
    ModelConfig config;
    config.architecture.family = readFamilyName(json);
    const std::string name = readClass(json, config.architecture.family);
    if (error) return tl::unexpected(*error);
    ConfigReader read(json, config.notes);
    readFamily(read, config.architecture);
    applyClass(name, read, config.architecture);
    refuseMisspelt(json);
    if (error) return tl::unexpected(*error);
    if (auto valid = validate(config.architecture, ""); !valid) {
        return tl::unexpected(atKey(valid.error(), *document));
    }
    return config;
}

}  // namespace

Result<ModelConfig> parseModelConfig(std::string_view json, std::string_view name) {
    return configOf(parseJson(json, name, kFile));
}

Result<ModelConfig> readModelConfig(const std::string& path) {
    std::error_code code;
    const bool isFolder = std::filesystem::is_directory(path, code);
    return configOf(readJsonFile(
        isFolder ? (std::filesystem::path(path) / "config.json").string() : path, kFile));
}

}  // namespace shardscope::core
