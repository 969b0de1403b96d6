#include "core/config/huggingface/check_weights.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <charconv>
#include <filesystem>
#include <map>
#include <set>

#include "core/base/units.h"
#include "core/catalogue/parameters.h"

namespace shardscope::core {

namespace {

constexpr size_t kShown = 5;  // differing tensors that a message names

/// Names without the base model's prefix, and with LayerNorm's old words (BERT) replaced.
std::string bare(std::string_view name, Family family) {
    for (std::string_view prefix : {"transformer.", "model.", "bert.", "vit."}) {
        if (name.starts_with(prefix)) {
            name.remove_prefix(prefix.size());
            break;
        }
    }
    std::string word(name);
    if (family != Family::Bert) return word;
    if (word.ends_with("LayerNorm.gamma")) word.replace(word.size() - 5, 5, "weight");
    if (word.ends_with("LayerNorm.beta")) word.replace(word.size() - 4, 4, "bias");
    return word;
}

/// "layers.61.…" → 61; -1 for other names.
int64_t layerOf(std::string_view name) {
    constexpr std::string_view kLayers = "layers.";
    if (!name.starts_with(kLayers)) return -1;
    name.remove_prefix(kLayers.size());
    int64_t layer = -1;
    std::from_chars(name.data(), name.data() + name.size(), layer);
    return layer;
}

/// What a checkpoint holds besides parameters: masks and tables that older releases saved, scales of
/// quantised weights, heads that are not counted, and DeepSeek-V3's extra prediction layers.
bool isIgnored(std::string_view name, const Architecture& a) {
    for (std::string_view ending :
         {".attn.bias", ".attn.masked_bias", "rotary_emb.inv_freq", "position_ids",
          "weight_scale_inv", "relative_position_index"}) {
        if (name.ends_with(ending)) return true;
    }
    if (a.family == Family::Bert && (name.starts_with("cls.") || name.starts_with("classifier."))) {
        return true;
    }
    return a.family == Family::DeepseekV3 && layerOf(name) >= a.layers;
}

struct Wanted {
    ModelParameter parameter;
    int64_t stored = 0;  // times that the checkpoint holds it
};

class Comparison {
  public:
    Comparison(const Architecture& a, const Checkpoint& checkpoint)
        : a_(a), checkpoint_(checkpoint) {
        for (ModelParameter& parameter : parametersOf(a)) {
            const size_t index = wanted_.size();
            byName_[bare(parameter.name, a.family)] = index;
            for (const std::string& alias : parameter.aliases) {
                byName_[bare(alias, a.family)] = index;
            }
            configElements_ += parameter.elements();
            wanted_.push_back({.parameter = std::move(parameter)});
        }
    }

    Result<WeightsCheck> run() {
        for (const TensorInfo& tensor : checkpoint_.tensors) take(tensor);
        for (const Wanted& wanted : wanted_) {
            if (wanted.stored > 0) continue;
            differ(fmt::format("{} [{}] is in the config alone", wanted.parameter.name,
                               fmt::join(wanted.parameter.shape, ", ")));
        }
        if (differences_ > 0) return disagreement();
        check_.parameters = configElements_;
        addNotes();
        return check_;
    }

  private:
    void take(const TensorInfo& tensor) {
        const std::string name = bare(tensor.name, a_.family);
        const auto found = byName_.find(name);
        if (found == byName_.end()) {
            if (isIgnored(name, a_)) {
                ++check_.ignoredTensors;
                return;
            }
            fileElements_ += hasShape(tensor) ? tensor.elements() : 0;
            differ(fmt::format("{} [{}] is in the checkpoint alone", tensor.name,
                               fmt::join(tensor.shape, ", ")));
            return;
        }
        Wanted& wanted = wanted_[found->second];
        if (++wanted.stored > 1) {
            check_.duplicateElements += wanted.parameter.elements();
        } else {
            fileElements_ += hasShape(tensor) ? tensor.elements() : wanted.parameter.elements();
        }
        if (!hasShape(tensor) || tensor.shape == wanted.parameter.shape) return;
        differ(fmt::format("{} is [{}] by the config and [{}] in the checkpoint", tensor.name,
                           fmt::join(wanted.parameter.shape, ", "), fmt::join(tensor.shape, ", ")));
    }

    static bool hasShape(const TensorInfo& tensor) { return !tensor.dtype.empty(); }

    void differ(std::string text) {
        if (++differences_ <= kShown) shown_.push_back(std::move(text));
    }

    tl::unexpected<Error> disagreement() const {
        const std::string more =
            differences_ > kShown ? fmt::format("; and {} more", differences_ - kShown) : "";
        return invalidInput(
            checkpoint_.path,
            fmt::format("the config has {} parameters in {} tensors, and the checkpoint {}{}: {}{}",
                        withCommas(configElements_), wanted_.size(), withCommas(fileElements_),
                        checkpoint_.missingShards > 0 ? " as far as its shards are here" : "",
                        fmt::join(shown_, "; "), more));
    }

    void addNotes() {
        auto& notes = check_.notes;
        notes.push_back(fmt::format("{} holds the config's {} parameters", checkpoint_.path,
                                    withCommas(configElements_)));
        if (check_.duplicateElements > 0) {
            notes.push_back(fmt::format("tied tensors are stored more than once there: {} elements",
                                        withCommas(check_.duplicateElements)));
        }
        if (check_.ignoredTensors > 0) {
            notes.push_back(
                fmt::format("{} tensors there are buffers, scales or heads, and not "
                            "counted",
                            withCommas(check_.ignoredTensors)));
        }
        if (checkpoint_.missingShards > 0) {
            notes.push_back(
                fmt::format("{} of its shards are not here, so their shapes are "
                            "unchecked",
                            checkpoint_.missingShards));
        }
    }

    const Architecture& a_;
    const Checkpoint& checkpoint_;
    std::vector<Wanted> wanted_;
    std::map<std::string, size_t> byName_;
    int64_t configElements_ = 0;
    int64_t fileElements_ = 0;
    size_t differences_ = 0;
    std::vector<std::string> shown_;
    WeightsCheck check_;
};

}  // namespace

Result<WeightsCheck> checkWeights(const Architecture& architecture, const Checkpoint& checkpoint) {
    return Comparison(architecture, checkpoint).run();
}

Result<ModelConfig> readModel(const std::string& path) {
    auto config = readModelConfig(path);
    if (!config) return config;
    std::error_code code;
    const std::string folder = std::filesystem::is_directory(path, code)
                                   ? path
                                   : std::filesystem::path(path).parent_path().string();
    const auto checkpoint = readCheckpoint(folder);
    if (!checkpoint) return tl::unexpected(checkpoint.error());
    if (!*checkpoint) return config;
    const auto check = checkWeights(config->architecture, **checkpoint);
    if (!check) return tl::unexpected(check.error());
    config->notes.insert(config->notes.end(), check->notes.begin(), check->notes.end());
    return config;
}

}  // namespace shardscope::core
