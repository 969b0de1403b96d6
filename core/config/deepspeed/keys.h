#pragma once
// Every key of a DeepSpeed configuration that is known, and how each is treated. A table; any thread.

#include <cstdint>
#include <span>
#include <string_view>

namespace shardscope::core {

enum class DeepSpeedUse : uint8_t {
    Read,      ///< decides the run
    Section,   ///< an object of such keys
    NoEffect,  ///< changes neither memory nor traffic nor the time of a step: passed over
    Partial,   ///< changes more than is modelled; the reason says what
    Stage3,    ///< as Partial, and read by DeepSpeed at stage 3 only
    Ignored,   ///< DeepSpeed itself ignores it
    Refused,   ///< refused when it is switched on
};

struct DeepSpeedKey {
    std::string_view path;
    DeepSpeedUse use = DeepSpeedUse::NoEffect;
    std::string_view reason{};  ///< of Partial, Stage3, Ignored and Refused
};

std::span<const DeepSpeedKey> deepSpeedKeys();
/// nullptr when there is no such key.
const DeepSpeedKey* findDeepSpeedKey(std::string_view path);

}  // namespace shardscope::core
