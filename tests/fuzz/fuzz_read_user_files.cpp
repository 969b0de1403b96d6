// libFuzzer target: any bytes are read or refused by every reader of users' JSON files, and a model
// that was read can be listed and counted.
// Configure with clang and -DSHARDSCOPE_FUZZ=ON; then build/bin/fuzz_read_user_files CORPUS_FOLDER.

#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <string_view>

#include "core/catalogue/parameters.h"
#include "core/config/deepspeed/ds_config.h"
#include "core/config/huggingface/config_file.h"
#include "core/config/huggingface/weights_index.h"
#include "core/config/workload_file.h"

extern "C" int LLVMFuzzerTestOneInput(const uint8_t* data, size_t size) {
    namespace core = shardscope::core;
    const std::string_view bytes(reinterpret_cast<const char*>(data), size);
    const auto workload = core::parseWorkload(bytes, "fuzz");
    const auto ds = core::parseDeepSpeedConfig(bytes, "fuzz");
    const auto index = core::parseWeightsIndex(bytes, "fuzz");
    const auto tensors = core::parseSafetensors(bytes, "fuzz", static_cast<int64_t>(size));
    const auto model = core::parseModelConfig(bytes, "fuzz");
    if (!model) return 0;
    const core::Architecture& a = model->architecture;
    if (a.layers * (a.experts.count + 1) > 4096) return 0;  // a long list says nothing more
    if (core::parameterCount(a) <= 0) std::abort();
    return 0;
}
