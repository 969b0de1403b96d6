#pragma once
// What a transformer is made of, as its config.json says it: sizes and switches from which every
// parameter follows. Values; any thread.

#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>

#include "core/base/result.h"

namespace shardscope::core {

/// Hugging Face model types that we know.
enum class Family : uint8_t {
    Gpt2,
    Llama,
    Mistral,
    Mixtral,
    Qwen2,
    Qwen3,
    Gemma,
    Gemma2,
    Phi3,
    DeepseekV2,
    DeepseekV3,
    Falcon,
    Bloom,
    Opt,
    T5,
    Bert,
    Vit,
    Mpt
};

/// `model_type` of config.json: "gpt2", "deepseek_v3".
std::string_view nameOf(Family family);
std::span<const std::string_view> familyNames();
/// nullopt when there is none of that `model_type`.
std::optional<Family> familyNamed(std::string_view modelType);

/// Mixture of experts in place of the feed-forward. Counts of a layer; 0 experts = a dense model.
struct Experts {
    int64_t count = 0;         ///< routed
    int64_t perToken = 0;      ///< of them, used by one token
    int64_t intermediate = 0;  ///< width of one
    int64_t shared = 0;        ///< widths of `intermediate` that every token uses (DeepSeek)
    int64_t firstDense = 0;    ///< layers before the first with experts
    int64_t every = 1;         ///< layers from one with experts to the next
    bool routerBias = false;   ///< DeepSeek-V3's correction of the scores

    bool operator==(const Experts&) const = default;
};

/// DeepSeek's multi-head latent attention (arXiv 2405.04434, section 2.1); kvRank 0 = none.
struct LatentAttention {
    int64_t queryRank = 0;  ///< 0: queries are not compressed
    int64_t kvRank = 0;
    int64_t nopeHeadDim = 0;  ///< columns of a query head without rotation
    int64_t ropeHeadDim = 0;
    int64_t valueHeadDim = 0;

    bool operator==(const LatentAttention&) const = default;
};

/// How queries and keys are rotated. `type`: "default", "llama3", or another that is only named.
struct RotaryEmbedding {
    double theta = 10000.0;
    std::string type = "default";
    double partial = 1.0;  ///< share of a head's columns that is rotated
    double factor = 1.0;
    double lowFrequencyFactor = 1.0;
    double highFrequencyFactor = 4.0;
    int64_t originalPositions = 8192;
    double fastTurns = 32.0, slowTurns = 1.0;  ///< yarn: beta_fast and beta_slow
    double attentionFactor = 1.0;              ///< yarn: times cosines and sines

    bool operator==(const RotaryEmbedding&) const = default;
};

/// Falcon's block. Source: Hugging Face modeling_falcon.py.
struct FalconBlock {
    bool newDecoder = false;  ///< grouped heads (40b, 180b)
    bool multiQuery = true;   ///< one key and value head, where not newDecoder
    bool parallel = true;     ///< attention and feed-forward read the same norm
    int64_t norms = 1;        ///< LayerNorms before the two of a layer: 1 or 2

    bool operator==(const FalconBlock&) const = default;
};

struct OptBlock {
    int64_t embedding = 0;    ///< word_embed_proj_dim; projected when it is not hidden (opt-350m)
    bool finalNorm = true;    ///< do_layer_norm_before, and not _remove_final_layer_norm
    bool normWeights = true;  ///< layer_norm_elementwise_affine
    bool bias = true;         ///< enable_bias

    bool operator==(const OptBlock&) const = default;
};

struct T5Stacks {
    int64_t decoderLayers = 0;
    int64_t relativeBuckets = 32;
    bool gated = false;  ///< two matrices into the feed-forward (v1.1)

    bool operator==(const T5Stacks&) const = default;
};

struct VisionInput {
    int64_t image = 224;  ///< pixels a side
    int64_t patch = 16;
    int64_t channels = 3;
    int64_t labels = 0;  ///< rows of the classifier; 0 = none

    bool operator==(const VisionInput&) const = default;
};

/// Sizes in elements, positions in tokens. What a family does not have stays at its default.
struct Architecture {
    Family family = Family::Llama;
    int64_t layers = 0;  ///< of the decoder, or of T5's encoder
    int64_t hidden = 0;
    int64_t heads = 0;
    int64_t kvHeads = 0;
    int64_t headDim = 0;
    int64_t intermediate = 0;  ///< width of a dense feed-forward
    int64_t vocab = 0;
    int64_t positions = 0;      ///< longest sequence; rows of a learned position table
    int64_t tokenTypes = 0;     ///< BERT
    int64_t slidingWindow = 0;  ///< tokens that attention looks back; 0 = all
    bool tied = false;          ///< the head is the token embedding
    bool qkvBias = false;
    bool outputBias = false;  ///< of attention's last projection
    bool mlpBias = false;
    bool qkNorm = false;            ///< RMSNorm over each head's q and k (Qwen3)
    bool learnedPositions = false;  ///< a table of `positions` rows
    bool normBias = false;          ///< LayerNorm has a bias (MPT: a choice)
    bool pooler = false;            ///< BERT and ViT without a classifier
    std::string activation;
    double normEpsilon = 1e-5;
    RotaryEmbedding rope;
    Experts experts;
    LatentAttention latent;
    FalconBlock falcon;
    OptBlock opt;
    T5Stacks t5;
    VisionInput vision;

    bool operator==(const Architecture&) const = default;
};

/// Refuses what is no model (a size below 1, heads that do not divide) and what cannot be counted.
/// Errors: InvalidInput at @p where, naming config.json's key.
Result<void> validate(const Architecture& architecture, std::string_view where);

}  // namespace shardscope::core
