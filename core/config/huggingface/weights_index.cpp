#include "core/config/huggingface/weights_index.h"

#include <fmt/format.h>

#include <filesystem>
#include <map>

#include "core/config/json/parse.h"
#include "core/config/json/reader.h"

namespace shardscope::core {

namespace {

namespace fs = std::filesystem;

constexpr JsonFile kIndex{
    .what = "safetensors index",
    .example =
        "{\"metadata\": {\"total_size\": …}, \"weight_map\": {\"wte.weight\": "
        "\"model-00001-of-00002.safetensors\", …}}",
    .largestBytes = 256 << 20};

bool isPlainName(std::string_view file) {
    return !file.empty() && file != "." && file != ".." &&
           file.find_first_of("/\\") == std::string_view::npos && file.find('\0') == file.npos;
}

Result<WeightsIndex> indexOf(const Result<JsonDocument>& document) {
    if (!document) return tl::unexpected(document.error());
    std::optional<Error> error;
    JsonReader json(*document, document->root, "", error);
    WeightsIndex index;
    JsonReader metadata = json.object("metadata");
    if (metadata.has("total_size")) index.totalSize = metadata.whole("total_size", {0});
    const JsonValue* map = json.get("weight_map");
    if (!map) json.fail("weight_map", "is missing; allowed: an object of tensor and file names");
    if (map && map->kind != JsonValue::Kind::Object) {
        json.fail("weight_map", fmt::format("found {}; allowed: an object of tensor and file names",
                                            found(*map)));
    }
    if (error) return tl::unexpected(*error);
    for (const JsonMember& member : map->members) {
        const bool isText = member.value.kind == JsonValue::Kind::Text;
        if (!isText || !isPlainName(member.value.text)) {
            return invalidInput(document->place(member.at, "weight_map." + member.name),
                                fmt::format("found {}; allowed: a file's name without a folder",
                                            found(member.value)));
        }
        index.entries.push_back({.tensor = member.name, .file = member.value.text});
    }
    return index;
}

using Shard = std::map<std::string, TensorInfo>;

/// The tensors of each shard that is there, by the shard's name.
class Shards {
  public:
    explicit Shards(std::string folder) : folder_(std::move(folder)) {}

    /// nullptr when the file is not there.
    Result<const Shard*> of(const std::string& file) {
        const auto known = shards_.find(file);
        if (known != shards_.end()) return known->second ? &*known->second : nullptr;
        auto& shard = shards_[file];
        const std::string path = (fs::path(folder_) / file).string();
        std::error_code code;
        if (!fs::exists(path, code)) return nullptr;
        auto tensors = readSafetensors(path);
        if (!tensors) return tl::unexpected(tensors.error());
        shard.emplace();
        for (TensorInfo& tensor : *tensors) shard->emplace(tensor.name, tensor);
        return &*shard;
    }
    int64_t missing() const {
        int64_t count = 0;
        for (const auto& [file, shard] : shards_) count += shard ? 0 : 1;
        return count;
    }

  private:
    std::string folder_;
    std::map<std::string, std::optional<Shard>> shards_;
};

Result<Checkpoint> sharded(const std::string& folder, const std::string& path) {
    const auto index = readWeightsIndex(path);
    if (!index) return tl::unexpected(index.error());
    Checkpoint checkpoint{.path = path, .tensors = {}, .totalSize = index->totalSize};
    Shards shards(folder);
    for (const WeightsIndex::Entry& entry : index->entries) {
        const auto shard = shards.of(entry.file);
        if (!shard) return tl::unexpected(shard.error());
        if (!*shard) {
            checkpoint.tensors.push_back({.name = entry.tensor, .dtype = {}, .shape = {}});
            continue;
        }
        const auto tensor = (*shard)->find(entry.tensor);
        if (tensor == (*shard)->end()) {
            return invalidInput(fmt::format("{}: weight_map.{}", path, entry.tensor),
                                fmt::format("names {}, which holds no such tensor", entry.file));
        }
        checkpoint.tensors.push_back(tensor->second);
    }
    checkpoint.missingShards = shards.missing();
    return checkpoint;
}

}  // namespace

Result<WeightsIndex> parseWeightsIndex(std::string_view json, std::string_view name) {
    return indexOf(parseJson(json, name, kIndex));
}

Result<WeightsIndex> readWeightsIndex(const std::string& path) {
    return indexOf(readJsonFile(path, kIndex));
}

Result<std::optional<Checkpoint>> readCheckpoint(const std::string& folder) {
    const std::string index = (fs::path(folder) / "model.safetensors.index.json").string();
    const std::string single = (fs::path(folder) / "model.safetensors").string();
    std::error_code code;
    if (fs::exists(index, code)) {
        auto checkpoint = sharded(folder, index);
        if (!checkpoint) return tl::unexpected(checkpoint.error());
        return std::optional(std::move(*checkpoint));
    }
    if (!fs::exists(single, code)) return std::optional<Checkpoint>();
    auto tensors = readSafetensors(single);
    if (!tensors) return tl::unexpected(tensors.error());
    return std::optional(Checkpoint{.path = single, .tensors = std::move(*tensors)});
}

}  // namespace shardscope::core
