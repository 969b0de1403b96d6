#include "core/catalogue/architecture.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>

#include "core/base/units.h"

namespace shardscope::core {

namespace {

// In the order of Family.
constexpr std::array<std::string_view, 18> kFamilies{
    "gpt2",        "llama",       "mistral", "mixtral", "qwen2", "qwen3", "gemma", "gemma2", "phi3",
    "deepseek_v2", "deepseek_v3", "falcon",  "bloom",   "opt",   "t5",    "bert",  "vit",    "mpt"};

constexpr int64_t kLargestSize = int64_t{1} << 30;
constexpr int64_t kMostLayers = 1 << 14;
constexpr int64_t kMostExperts = 1 << 14;
constexpr int64_t kMostTensors = 1 << 20;
constexpr double kMostElements = 0x1p56;  // any sum of parameters stays far below 63 bits

struct Size {
    const char* key;
    int64_t value;
    int64_t most = kLargestSize;
};

tl::unexpected<Error> refuse(std::string_view where, const char* key, std::string message) {
    return invalidInput(fmt::format("{}{}{}", where, where.empty() ? "" : ": ", key),
                        std::move(message));
}

Result<void> checkSizes(const Architecture& a, std::string_view where) {
    for (const Size& size : std::array<Size, 4>{{{"num_hidden_layers", a.layers, kMostLayers},
                                                 {"hidden_size", a.hidden},
                                                 {"num_attention_heads", a.heads},
                                                 {"intermediate_size", a.intermediate}}}) {
        if (size.value >= 1 && size.value <= size.most) continue;
        return refuse(where, size.key,
                      fmt::format("found {}; allowed: a whole number from 1 to {}", size.value,
                                  withCommas(size.most)));
    }
    if (a.experts.count > kMostExperts) {
        return refuse(where, "num_experts",
                      fmt::format("found {}; allowed: at most {}", a.experts.count, kMostExperts));
    }
    return {};
}

Result<void> checkHeads(const Architecture& a, std::string_view where) {
    if (a.headDim < 1) {
        return refuse(where, "num_attention_heads",
                      fmt::format("found {}; allowed: a divisor of hidden_size, which is {}",
                                  a.heads, a.hidden));
    }
    if (a.kvHeads >= 1 && a.heads % a.kvHeads == 0) return {};
    return refuse(where, "num_key_value_heads",
                  fmt::format("found {}; allowed: a divisor of num_attention_heads, which is {}",
                              a.kvHeads, a.heads));
}

/// An upper bound of what parametersOf() would list, in doubles: nothing overflows.
Result<void> checkCounts(const Architecture& a, std::string_view where) {
    const auto d = [](int64_t value) { return static_cast<double>(value); };
    const double layers = d(a.layers) + d(a.t5.decoderLayers);
    const double tensors = layers * (32.0 + 3.0 * (d(a.experts.count) + 1.0));
    if (tensors > d(kMostTensors)) {
        return refuse(where, "num_hidden_layers",
                      fmt::format("{} layers of {} experts are more tensors than {}", a.layers,
                                  a.experts.count, withCommas(kMostTensors)));
    }
    const double widest = d(std::max(a.hidden, a.heads * std::max<int64_t>(a.headDim, 1)));
    const double heads =
        d(a.heads) * (d(a.latent.nopeHeadDim) + d(a.latent.ropeHeadDim) + d(a.latent.valueHeadDim));
    const double latent =
        (d(a.latent.queryRank) + d(a.latent.kvRank) + d(a.hidden)) * (heads + d(a.hidden));
    const double feedForward = 3.0 * d(a.hidden) * d(a.intermediate);
    const double experts = 3.0 * d(a.hidden) * d(a.experts.intermediate) *
                           (d(a.experts.count) + d(a.experts.shared) + 1.0);
    const double layer = 8.0 * widest * d(a.hidden) + latent + feedForward + experts;
    const double patch = d(a.vision.channels) * d(a.vision.patch) * d(a.vision.patch) +
                         d(a.vision.image) * d(a.vision.image) + d(a.vision.labels);
    const double tables = 2.0 * d(a.vocab) + d(a.positions) + d(a.tokenTypes) + patch;
    const double total = layers * layer + tables * d(a.hidden);
    if (total <= kMostElements) return {};
    return refuse(where, "hidden_size",
                  fmt::format("the model would have about {:.1e} parameters; "
                              "allowed: at most {:.1e}",
                              total, kMostElements));
}

}  // namespace

std::string_view nameOf(Family family) { return kFamilies[static_cast<size_t>(family)]; }

std::span<const std::string_view> familyNames() { return kFamilies; }

std::optional<Family> familyNamed(std::string_view modelType) {
    const auto* found = std::ranges::find(kFamilies, modelType);
    if (found == kFamilies.end()) return std::nullopt;
    return static_cast<Family>(found - kFamilies.begin());
}

Result<void> validate(const Architecture& architecture, std::string_view where) {
    for (auto* check : {checkSizes, checkHeads, checkCounts}) {
        if (auto checked = check(architecture, where); !checked) return checked;
    }
    return {};
}

}  // namespace shardscope::core
