#pragma once
// Element types of tensors.

#include <cstdint>
#include <string_view>

#include "core/base/result.h"

namespace shardscope::core {

enum class DType : uint8_t { Fp32, Bf16, Fp16, Int32 };

/// Bytes of one element.
int64_t bytesOf(DType dtype);
/// "fp32", "bf16", "fp16", "int32".
std::string_view nameOf(DType dtype);
/// @param where the option or key, for the message. Errors: InvalidInput unless fp32, bf16 or fp16.
Result<DType> parseDType(std::string_view text, std::string_view where);

}  // namespace shardscope::core
