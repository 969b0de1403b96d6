#pragma once
// One object of ds_config.json while it is read: values that may be "auto", and every key treated as
// keys.h says. Used by the reader of ds_config.json alone.

#include <string>
#include <string_view>
#include <vector>

#include "core/config/deepspeed/settings.h"
#include "core/config/json/reader.h"

namespace shardscope::core {

class DeepSpeedSection {
  public:
    DeepSpeedSection(JsonReader json, DeepSpeedSettings& settings)
        : json_(std::move(json)), settings_(settings) {}

    /// Refuses unknown keys, with the nearest known one, and what is switched on and not modelled;
    /// remarks on the rest. Call it first.
    void checkKeys();

    JsonReader& json() { return json_; }
    DeepSpeedSection section(std::string_view key) { return {json_.object(key), settings_}; }

    bool holdsAuto(std::string_view key) const;
    /// Whether @p key holds "auto"; then it is put down as unresolved, to be given by @p setting's
    /// option. With no setting: the fallback stands, with a remark.
    bool isAuto(std::string_view key, std::string_view setting, std::string_view option);

    std::optional<int64_t> whole(std::string_view key, WholeRange range, std::string_view setting,
                                 std::string_view option);

  private:
    void treat(const JsonMember& member);
    void unknown(const JsonMember& member);

    JsonReader json_;
    DeepSpeedSettings& settings_;
};

/// Fill @p settings from the root's sections.
void readZero(DeepSpeedSection& root, DeepSpeedSettings& settings);
void readPrecision(DeepSpeedSection& root, DeepSpeedSettings& settings);
void readOptimizer(DeepSpeedSection& root, DeepSpeedSettings& settings);
void readBatchAndClip(DeepSpeedSection& root, DeepSpeedSettings& settings);
void readActivations(DeepSpeedSection& root, DeepSpeedSettings& settings);

}  // namespace shardscope::core
