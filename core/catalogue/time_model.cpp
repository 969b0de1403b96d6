#include "core/catalogue/time_model.h"

#include <fmt/format.h>

#include <algorithm>

#include "core/base/units.h"

namespace shardscope::core {

namespace {

/// What a family has that no operation computes; empty for those that run.
std::string_view missingOf(Family family) {
    switch (family) {
        case Family::Gpt2:
        case Family::Llama:
        case Family::Mistral:
        case Family::Qwen2:
        case Family::Qwen3:
        case Family::Phi3:
            return {};
        case Family::Mixtral:
            return "experts and their router";
        case Family::DeepseekV2:
        case Family::DeepseekV3:
            return "latent attention, experts and their router";
        case Family::Gemma:
            return "a GELU gate and a scaled embedding";
        case Family::Gemma2:
            return "capped scores, a GELU gate and a scaled embedding";
        case Family::Falcon:
            return "attention beside the feed-forward";
        case Family::Bloom:
            return "ALiBi";
        case Family::Opt:
            return "ReLU and its position table";
        case Family::T5:
            return "an encoder, cross-attention and relative positions";
        case Family::Bert:
            return "attention in both directions";
        case Family::Vit:
            return "images";
        case Family::Mpt:
            return "ALiBi, or LayerNorm without a bias";
    }
    return {};
}

bool isSilu(const std::string& activation) { return activation == "silu" || activation == "swish"; }

/// What this gpt2 has that `gpt` does not; empty when it runs.
std::string missingOfGpt(const Architecture& a) {
    if (!a.tied) return "a head of its own (tie_word_embeddings false)";
    if (a.intermediate != 4 * a.hidden) {
        return fmt::format("a feed-forward of {} columns, which is not four times hidden",
                           a.intermediate);
    }
    if (a.activation != "gelu_new" && a.activation != "gelu_pytorch_tanh") {
        return fmt::format("the activation {}", a.activation);
    }
    return a.normEpsilon == 1e-5 ? "" : fmt::format("an epsilon of {}", a.normEpsilon);
}

/// What this model has that `llama` does not; empty when it runs.
std::string missingOfLlama(const Architecture& a) {
    if (a.outputBias || a.mlpBias) return "biases of the output projection or the feed-forward";
    if (!isSilu(a.activation)) return fmt::format("the activation {}", a.activation);
    return a.rope.partial == 1.0 ? "" : "rotary embeddings of a part of each head";
}

RopeStretch stretchOf(const std::string& type) {
    using enum RopeStretch;
    for (const RopeStretch each : {Linear, Llama3, Yarn}) {
        if (nameOf(each) == type) return each;
    }
    return Other;
}

ModelShape llamaOf(const Architecture& a) {
    ModelShape shape{.name = "llama",
                     .layers = a.layers,
                     .hidden = a.hidden,
                     .heads = a.heads,
                     .vocab = a.vocab,
                     .sequence = defaultSequence(a),
                     .intermediate = a.intermediate,
                     .kvHeads = a.kvHeads,
                     .headDim = a.headDim,
                     .qkvBias = a.qkvBias,
                     .qkNorm = a.qkNorm,
                     .tied = a.tied,
                     .ropeTheta = a.rope.theta};
    shape.normEpsilon = a.normEpsilon;
    if (a.rope.type == "default") return shape;
    shape.ropeScaling = {.factor = a.rope.factor,
                         .lowFrequencyFactor = a.rope.lowFrequencyFactor,
                         .highFrequencyFactor = a.rope.highFrequencyFactor,
                         .originalLength = a.rope.originalPositions,
                         .stretch = stretchOf(a.rope.type),
                         .fastTurns = a.rope.fastTurns,
                         .slowTurns = a.rope.slowTurns,
                         .attentionFactor = a.rope.attentionFactor};
    return shape;
}

}  // namespace

Result<void> checkRuns(const Architecture& a, std::string_view where) {
    const bool known = a.rope.type == "default" || stretchOf(a.rope.type) != RopeStretch::Other;
    if (known) return {};
    return invalidInput(
        std::string(where),
        fmt::format("this {} has rotary embeddings of type \"{}\", whose angles are not computed "
                    "here; allowed: default, linear, llama3, yarn. Memory and times do not depend "
                    "on them: `shardscope simulate` and `plan` take it",
                    nameOf(a.family), a.rope.type));
}

Result<ModelShape> timeModelOf(const Architecture& a, std::string_view where) {
    std::string missing(missingOf(a.family));
    if (missing.empty()) {
        missing = a.family == Family::Gpt2 ? missingOfGpt(a) : missingOfLlama(a);
    }
    if (!missing.empty()) {
        return invalidInput(std::string(where),
                            fmt::format("this {} has {}, which nothing here computes, so it has no "
                                        "time model; allowed: gpt2, llama, mistral, qwen2, qwen3, "
                                        "phi3",
                                        nameOf(a.family), missing));
    }
    if (a.family != Family::Gpt2) return llamaOf(a);
    return ModelShape{.name = "gpt",
                      .layers = a.layers,
                      .hidden = a.hidden,
                      .heads = a.heads,
                      .vocab = a.vocab,
                      .sequence = defaultSequence(a)};
}

int64_t defaultSequence(const Architecture& architecture) {
    constexpr int64_t kLongest = 2048;
    const int64_t window = architecture.slidingWindow > 0 ? architecture.slidingWindow : kLongest;
    return std::max<int64_t>(1, std::min({architecture.positions, window, kLongest}));
}

Result<void> checkSequence(const Architecture& architecture, int64_t sequence,
                           std::string_view where) {
    const auto refuse = [&](int64_t most, const char* what) {
        return invalidInput(std::string(where), fmt::format("found {}; allowed: at most {}, {}",
                                                            sequence, withCommas(most), what));
    };
    if (architecture.learnedPositions && sequence > architecture.positions) {
        return refuse(architecture.positions, "the rows of the model's position table");
    }
    if (architecture.slidingWindow > 0 && sequence > architecture.slidingWindow) {
        return refuse(architecture.slidingWindow, "the model's attention window");
    }
    return {};
}

}  // namespace shardscope::core
