#include "core/config/huggingface/model_source.h"

#include <filesystem>

#include "core/catalogue/catalogue.h"
#include "core/config/huggingface/check_weights.h"
#include "core/model/workload.h"

namespace shardscope::core {

namespace {

Result<NamedModel> fromFile(std::string_view path) {
    auto config = readModel(std::string(path));
    if (!config) return tl::unexpected(config.error());
    return NamedModel{.name = std::string(path),
                      .architecture = std::move(config->architecture),
                      .notes = std::move(config->notes)};
}

}  // namespace

Result<NamedModel> findModel(std::string_view text, std::string_view where) {
    std::error_code code;
    const bool exists = std::filesystem::exists(std::string(text), code);
    const bool path = text.starts_with('.') || text.starts_with('/');
    if (text.ends_with(".json") || (path && exists)) return fromFile(text);
    const auto entry = catalogueNamed(text, where, modelNames());
    if (!entry && exists) return fromFile(text);
    if (!entry) return tl::unexpected(entry.error());
    return NamedModel{.name = entry->name, .architecture = entry->architecture, .notes = {}};
}

}  // namespace shardscope::core
