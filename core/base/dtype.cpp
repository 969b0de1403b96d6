#include "core/base/dtype.h"

#include <fmt/format.h>

namespace shardscope::core {

int64_t bytesOf(DType dtype) { return dtype == DType::Bf16 || dtype == DType::Fp16 ? 2 : 4; }

std::string_view nameOf(DType dtype) {
    switch (dtype) {
        case DType::Fp32:
            return "fp32";
        case DType::Bf16:
            return "bf16";
        case DType::Fp16:
            return "fp16";
        case DType::Int32:
            return "int32";
    }
    broken("unknown dtype");
}

Result<DType> parseDType(std::string_view text, std::string_view where) {
    for (DType dtype : {DType::Fp32, DType::Bf16, DType::Fp16}) {
        if (text == nameOf(dtype)) return dtype;
    }
    return invalidInput(std::string(where),
                        fmt::format("found \"{}\"; allowed: fp32, bf16, fp16", text));
}

}  // namespace shardscope::core
