#pragma once
// What a checkpoint's folder says of its weights: model.safetensors, or the shards that
// model.safetensors.index.json names.

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "core/base/result.h"
#include "core/config/huggingface/safetensors.h"

namespace shardscope::core {

struct WeightsIndex {
    struct Entry {
        std::string tensor;
        std::string file;  ///< a name without a folder
        bool operator==(const Entry&) const = default;
    };
    std::vector<Entry> entries;        ///< weight_map, in the file's order
    std::optional<int64_t> totalSize;  ///< metadata.total_size, bytes
};

/// Errors: InvalidInput with line and key: no weight_map, a shard that is no plain file name.
Result<WeightsIndex> parseWeightsIndex(std::string_view json, std::string_view name);
Result<WeightsIndex> readWeightsIndex(const std::string& path);

struct Checkpoint {
    std::string path;                 ///< the file that was read: index or model.safetensors
    std::vector<TensorInfo> tensors;  ///< dtype empty and no shape: the shard is not there
    int64_t missingShards = 0;
    std::optional<int64_t> totalSize;
};

/// nullopt when @p folder has neither file. Shards that are not there leave their tensors without a
/// shape. Errors: InvalidInput of the files, and a tensor that its shard does not hold.
Result<std::optional<Checkpoint>> readCheckpoint(const std::string& folder);

}  // namespace shardscope::core
