#include "core/config/settings.h"

#include <algorithm>
#include <array>

namespace shardscope::core {

namespace {

constexpr std::string_view kWhole = "a whole number";
constexpr std::string_view kWholeOrList = "a whole number, or a list of them";
constexpr std::string_view kFraction = "a number";
constexpr std::string_view kName = "a text";
constexpr std::string_view kNameOrList = "a text, or a list of them";
constexpr std::string_view kSwitch = "true or false";
constexpr std::string_view kSize = "a size: a number of bytes, or a text such as \"68MiB\"";

constexpr std::array kKeys{
    SettingKey{"model.name", kText, kName},
    SettingKey{"model.layers", kInteger, kWhole},
    SettingKey{"model.hidden", kInteger, kWhole},
    SettingKey{"model.heads", kInteger, kWhole},
    SettingKey{"model.vocab", kInteger, kWhole},
    SettingKey{"model.sequence", kInteger, kWhole},
    SettingKey{"model.intermediate", kInteger, kWhole},
    SettingKey{"model.kvHeads", kInteger, kWhole},
    SettingKey{"model.headDim", kInteger, kWhole},
    SettingKey{"model.qkvBias", kBoolean | kText, kSwitch},
    SettingKey{"model.qkNorm", kBoolean | kText, kSwitch},
    SettingKey{"model.tied", kBoolean | kText, kSwitch},
    SettingKey{"model.ropeTheta", kNumber, kFraction},
    SettingKey{"model.ropeScaling", kText, "\"linear,2\", \"llama3,8\" or \"yarn,4,32768\""},
    SettingKey{"model.normEpsilon", kNumber, kFraction},
    SettingKey{"ranks", kInteger, kWhole},
    SettingKey{"microBatch", kInteger, kWhole},
    SettingKey{"gradAccum", kInteger | kList, kWholeOrList},
    SettingKey{"globalBatch", kInteger, kWhole},
    SettingKey{"strategy", kText | kList, kNameOrList},
    SettingKey{"stage", kInteger | kList, kWholeOrList},
    SettingKey{"deepspeed", kText, "the path of a DeepSpeed configuration"},
    SettingKey{"bucket", kInteger | kText, "\"layer\", a number of elements, or \"25MiB\""},
    SettingKey{"inFlight", kInteger, kWhole},
    SettingKey{"overlap", kBoolean | kText, kSwitch},
    SettingKey{"shardGroup", kInteger, kWhole},
    SettingKey{"dtype", kText, kName},
    SettingKey{"reduceDtype", kText, kName},
    SettingKey{"accumulateDtype", kText, kName},
    SettingKey{"attention", kText, kName},
    SettingKey{"checkpointing", kText, kName},
    SettingKey{"logits", kText, kName},
    SettingKey{"optimizer", kText, kName},
    SettingKey{"lr", kNumber, kFraction},
    SettingKey{"clip", kNumber, kFraction},
    SettingKey{"seed", kInteger, kWhole},
    SettingKey{"data", kText, kName},
    SettingKey{"steps", kInteger, kWhole},
    SettingKey{"optimizerState", kText, kName},
    SettingKey{"saveCheckpoint", kText, kName},
    SettingKey{"memoryLimit", kInteger | kText, kSize},
    SettingKey{"allocator", kText, kName},
    SettingKey{"device", kText, kName},
    SettingKey{"comm", kText, kName},
    SettingKey{"gpu", kText, kName},
    SettingKey{"gpusPerNode", kInteger, kWhole},
    SettingKey{"fabric", kText | kList, kNameOrList},
    SettingKey{"hardware", kText, kName},
    SettingKey{"stragglers", kText | kNumber, "a number, or a text such as \"0.05,1\""},
    SettingKey{"timing", kText, kName},
    SettingKey{"tf32", kBoolean | kText, kSwitch},
};

}  // namespace

std::span<const SettingKey> settingKeys() { return kKeys; }

const SettingKey* findSettingKey(std::string_view path) {
    const auto* found = std::ranges::find(kKeys, path, &SettingKey::path);
    return found == kKeys.end() ? nullptr : found;
}

}  // namespace shardscope::core
