#pragma once
// The header of a .safetensors file: names, types and shapes of the tensors, never their data.
// Source of the format: github.com/huggingface/safetensors, README.md (8 bytes of length, little
// endian, then a JSON object, then the data without holes).

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "core/base/result.h"

namespace shardscope::core {

struct TensorInfo {
    std::string name;
    std::string dtype;  ///< "BF16", "F32", "F8_E4M3"
    std::vector<int64_t> shape;
    int64_t beginByte = 0;  ///< of the data, which starts behind the header
    int64_t endByte = 0;

    int64_t elements() const;
    bool operator==(const TensorInfo&) const = default;
};

/// Tensors in the order of their data. Errors: InvalidInput naming file and tensor: a file that is cut
/// short or whose header is longer than it (at most 100 MB, the format's limit), text that is no JSON
/// or no UTF-8, an unknown type, a shape whose bytes are not those of the offsets, offsets that
/// overlap, leave a hole, or go beyond the file.
Result<std::vector<TensorInfo>> readSafetensors(const std::string& path);
/// The same from the header's text, with @p dataBytes behind it.
Result<std::vector<TensorInfo>> parseSafetensors(std::string_view json, std::string_view name,
                                                 int64_t dataBytes);

}  // namespace shardscope::core
