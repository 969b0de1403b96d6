#include "profiler/cli/options/llama_options.h"

#include <fmt/format.h>

#include <charconv>
#include <cmath>
#include <optional>

namespace shardscope::cli {

namespace {

constexpr int64_t kLargest = int64_t{1} << 30;

template <class T>
std::optional<T> numberIn(std::string_view text) {
    T value{};
    const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), value);
    if (error != std::errc{} || end != text.data() + text.size()) return std::nullopt;
    return value;
}

/// "yarn,4,32768". What it does not say is what Hugging Face takes where a config.json does not.
std::optional<core::RopeScaling> scalingOf(const std::vector<std::string>& parts) {
    using enum core::RopeStretch;
    if (parts.size() < 2 || parts.size() > 3) return std::nullopt;
    core::RopeScaling scaling{.stretch = Other};
    for (const core::RopeStretch each : {Linear, Llama3, Yarn}) {
        if (core::nameOf(each) == parts[0]) scaling.stretch = each;
    }
    const auto factor = numberIn<double>(parts[1]);
    const auto length = numberIn<int64_t>(parts.size() == 3 ? parts[2] : "8192");
    const bool possible = factor && std::isfinite(*factor) && *factor >= 1.0 && length &&
                          *length > 0 && *length <= kLargest && scaling.stretch != Other;
    const bool lengthIsUsed = parts.size() == 2 || scaling.stretch != Linear;
    const bool lengthIsKnown = parts.size() == 3 || scaling.stretch != Yarn;
    if (!possible || !lengthIsUsed || !lengthIsKnown) return std::nullopt;
    scaling.factor = *factor;
    scaling.originalLength = *length;
    // YaRN, arXiv 2309.00071, section 3.4.
    if (scaling.stretch == Yarn) scaling.attentionFactor = 0.1 * std::log(*factor) + 1.0;
    return scaling;
}

void readRopeScaling(SettingReader& read, core::RopeScaling& scaling) {
    constexpr std::string_view kKey = "model.ropeScaling";
    if (!read.has(kKey)) return;
    const std::string text = read.text(kKey, "");
    if (text == "none") {
        scaling = {};
    } else if (const auto found = scalingOf(read.list(kKey))) {
        scaling = *found;
    } else {
        read.fail(kKey,
                  fmt::format("found \"{}\"; allowed: none, linear,FACTOR, "
                              "llama3,FACTOR[,LENGTH] or yarn,FACTOR,LENGTH with FACTOR from 1 "
                              "on and LENGTH the tokens that it was trained with: yarn,4,32768",
                              text));
    }
}

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
    readRopeScaling(read, model.ropeScaling);
    model.normEpsilon = read.number("model.normEpsilon", model.normEpsilon);
}

}  // namespace shardscope::cli
