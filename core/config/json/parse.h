#pragma once
// The one way that files of the user's in JSON are read: workloads, config.json, ds_config.json,
// safetensors indices and headers. Comments and trailing commas are accepted.

#include <cstdint>
#include <string>
#include <string_view>

#include "core/base/result.h"
#include "core/config/json/document.h"

namespace shardscope::core {

/// How a file is spoken of in messages.
struct JsonFile {
    std::string_view what;     ///< "workload file"
    std::string_view example;  ///< "{\"ranks\": 4}"
    int64_t largestBytes = 1 << 20;
    std::string_view remedy{};  ///< "give data with --data"; may be empty
};

/// @p json as a document whose root is an object; @p name stands for the file in messages.
/// Errors: InvalidInput with line and column for broken JSON, text that is not UTF-8, a root that is
/// no object, more than 64 levels, or a key given twice in one object.
Result<JsonDocument> parseJson(std::string_view json, std::string_view name, const JsonFile& file);
/// The same of @p path. Errors: also a missing, unreadable or too large file, or a folder.
Result<JsonDocument> readJsonFile(const std::string& path, const JsonFile& file);

}  // namespace shardscope::core
