#include "core/config/deepspeed/ds_config.h"

#include <fmt/format.h>

#include "core/config/deepspeed/section.h"
#include "core/config/json/parse.h"

namespace shardscope::core {

namespace {

constexpr JsonFile kFile{
    .what = "DeepSpeed configuration",
    .example = "{\"train_micro_batch_size_per_gpu\": 1, \"zero_optimization\": {\"stage\": 2}}"};

Result<DeepSpeedSettings> settingsOf(const Result<JsonDocument>& document) {
    if (!document) return tl::unexpected(document.error());
    std::optional<Error> error;
    DeepSpeedSettings settings;
    settings.file = document->name;
    DeepSpeedSection root(JsonReader(*document, document->root, "", error), settings);
    readZero(root, settings);
    for (auto* read : {readPrecision, readOptimizer, readBatchAndClip, readActivations}) {
        read(root, settings);
    }
    DeepSpeedSection all(JsonReader(*document, document->root, "", error), settings);
    all.checkKeys();
    if (error) return tl::unexpected(*error);
    return settings;
}

}  // namespace

std::string_view DeepSpeedSettings::preset() const {
    constexpr std::string_view kPresets[] = {"zero-0", "deepspeed-1", "deepspeed-2", "zero-3"};
    return kPresets[stage];
}

std::string DeepSpeedSettings::where(std::string_view key) const {
    const auto place = places.find(key);
    return place != places.end() ? place->second : fmt::format("{}: {}", file, key);
}

Result<DeepSpeedSettings> parseDeepSpeedConfig(std::string_view json, std::string_view name) {
    return settingsOf(parseJson(json, name, kFile));
}

Result<DeepSpeedSettings> readDeepSpeedConfig(const std::string& path) {
    return settingsOf(readJsonFile(path, kFile));
}

}  // namespace shardscope::core
