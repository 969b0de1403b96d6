#include "profiler/cli/llama_options.h"

namespace shardscope::cli {

namespace {

constexpr int64_t kLargest = int64_t{1} << 30;

}  // namespace

void readLlamaShape(SettingReader& read, core::ModelShape& model) {
    const auto size = [&](std::string_view key, int64_t& field) {
        field = read.integer(key, field, 1, kLargest);
    };
    size("model.intermediate", model.intermediate);
    size("model.kvHeads", model.kvHeads);
    size("model.headDim", model.headDim);
    model.qkvBias = read.onOff("model.qkvBias", model.qkvBias);
    model.qkNorm = read.onOff("model.qkNorm", model.qkNorm);
    model.tied = read.onOff("model.tied", model.tied);
    model.ropeTheta = read.number("model.ropeTheta", model.ropeTheta);
    model.normEpsilon = read.number("model.normEpsilon", model.normEpsilon);
}

}  // namespace shardscope::cli
