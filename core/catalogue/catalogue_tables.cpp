// The models, one row each. Source of the sizes: config.json of the Hugging Face repository of that
// name; the position-table MPTs are llm-foundry's training configurations (scripts/train/yamls).

#include <algorithm>
#include <span>
#include <sstream>

#include "core/catalogue/catalogue.h"

namespace shardscope::core {

namespace {

using F = Family;

/// Decoders with RMSNorm, grouped-query attention and a gated feed-forward. Several names, with
/// blanks between, are one architecture.
struct LlamaRow {
    const char* names;
    Family family;
    int64_t layers, hidden, intermediate, heads, kvHeads, vocab, positions;
    bool tied;
    double theta, epsilon;
    int64_t headDim = 0;      // 0: hidden / heads
    int64_t window = 0;       // 0: attention sees everything
    double llama3Factor = 0;  // 0: no rope_scaling
};

// clang-format off
constexpr LlamaRow kLlamas[] = {
    // names, family, layers, hidden, feed-forward, heads, kv, vocabulary, positions, tied, theta, epsilon
    {"llama-7b", F::Llama, 32, 4096, 11008, 32, 32, 32000, 2048, false, 1e4, 1e-6},
    {"llama-13b", F::Llama, 40, 5120, 13824, 40, 40, 32000, 2048, false, 1e4, 1e-6},
    {"llama-30b", F::Llama, 60, 6656, 17920, 52, 52, 32000, 2048, false, 1e4, 1e-6},
    {"llama-65b", F::Llama, 80, 8192, 22016, 64, 64, 32000, 2048, false, 1e4, 1e-5},
    {"llama-2-7b llama-2-7b-hf llama-2-7b-chat-hf", F::Llama, 32, 4096, 11008, 32, 32, 32000, 4096, false, 1e4, 1e-5},
    {"llama-2-13b llama-2-13b-hf llama-2-13b-chat-hf", F::Llama, 40, 5120, 13824, 40, 40, 32000, 4096, false, 1e4, 1e-5},
    {"llama-2-70b llama-2-70b-hf llama-2-70b-chat-hf", F::Llama, 80, 8192, 28672, 64, 8, 32000, 4096, false, 1e4, 1e-5},
    {"llama-3-8b meta-llama-3-8b meta-llama-3-8b-instruct", F::Llama, 32, 4096, 14336, 32, 8, 128256, 8192, false, 5e5, 1e-5},
    {"llama-3-70b meta-llama-3-70b meta-llama-3-70b-instruct", F::Llama, 80, 8192, 28672, 64, 8, 128256, 8192, false, 5e5, 1e-5},
    {"llama-3.1-8b llama-3.1-8b-instruct", F::Llama, 32, 4096, 14336, 32, 8, 128256, 131072, false, 5e5, 1e-5, 0, 0, 8},
    {"llama-3.1-70b llama-3.1-70b-instruct llama-3.3-70b-instruct", F::Llama, 80, 8192, 28672, 64, 8, 128256, 131072, false, 5e5, 1e-5, 0, 0, 8},
    {"llama-3.1-405b llama-3.1-405b-instruct", F::Llama, 126, 16384, 53248, 128, 8, 128256, 131072, false, 5e5, 1e-5, 0, 0, 8},
    {"llama-3.2-1b llama-3.2-1b-instruct", F::Llama, 16, 2048, 8192, 32, 8, 128256, 131072, true, 5e5, 1e-5, 64, 0, 32},
    {"llama-3.2-3b llama-3.2-3b-instruct", F::Llama, 28, 3072, 8192, 24, 8, 128256, 131072, true, 5e5, 1e-5, 128, 0, 32},
    {"tinyllama-1.1b-chat-v1.0 tinyllama-1.1b", F::Llama, 22, 2048, 5632, 32, 4, 32000, 2048, false, 1e4, 1e-5},
    {"smollm2-135m", F::Llama, 30, 576, 1536, 9, 3, 49152, 8192, true, 1e5, 1e-5},
    {"smollm2-360m", F::Llama, 32, 960, 2560, 15, 5, 49152, 8192, true, 1e5, 1e-5},
    {"smollm2-1.7b", F::Llama, 24, 2048, 8192, 32, 32, 49152, 8192, true, 1.3e5, 1e-5},
    {"yi-6b", F::Llama, 32, 4096, 11008, 32, 4, 64000, 4096, false, 5e6, 1e-5},
    {"yi-34b", F::Llama, 60, 7168, 20480, 56, 8, 64000, 4096, false, 5e6, 1e-5},
    {"mistral-7b-v0.1 mistral-7b-instruct-v0.1", F::Mistral, 32, 4096, 14336, 32, 8, 32000, 32768, false, 1e4, 1e-5, 0, 4096},
    {"mistral-7b-instruct-v0.2", F::Mistral, 32, 4096, 14336, 32, 8, 32000, 32768, false, 1e6, 1e-5},
    {"mistral-7b-v0.3 mistral-7b-instruct-v0.3", F::Mistral, 32, 4096, 14336, 32, 8, 32768, 32768, false, 1e6, 1e-5},
    {"mistral-nemo-base-2407 mistral-nemo-instruct-2407", F::Mistral, 40, 5120, 14336, 32, 8, 131072, 128000, false, 1e6, 1e-5, 128},
    {"mistral-small-24b-base-2501", F::Mistral, 40, 5120, 32768, 32, 8, 131072, 32768, false, 1e8, 1e-5, 128},
    {"mistral-large-instruct-2407", F::Mistral, 88, 12288, 28672, 96, 8, 32768, 131072, false, 1e6, 1e-5, 128},
    {"qwen2-0.5b qwen2-0.5b-instruct", F::Qwen2, 24, 896, 4864, 14, 2, 151936, 131072, true, 1e6, 1e-6},
    {"qwen2-1.5b qwen2-1.5b-instruct", F::Qwen2, 28, 1536, 8960, 12, 2, 151936, 131072, true, 1e6, 1e-6},
    {"qwen2-7b qwen2-7b-instruct", F::Qwen2, 28, 3584, 18944, 28, 4, 152064, 131072, false, 1e6, 1e-6},
    {"qwen2-72b qwen2-72b-instruct", F::Qwen2, 80, 8192, 29568, 64, 8, 152064, 131072, false, 1e6, 1e-5},
    {"qwen2.5-0.5b qwen2.5-0.5b-instruct", F::Qwen2, 24, 896, 4864, 14, 2, 151936, 32768, true, 1e6, 1e-6},
    {"qwen2.5-1.5b qwen2.5-1.5b-instruct", F::Qwen2, 28, 1536, 8960, 12, 2, 151936, 131072, true, 1e6, 1e-6},
    {"qwen2.5-3b qwen2.5-3b-instruct", F::Qwen2, 36, 2048, 11008, 16, 2, 151936, 32768, true, 1e6, 1e-6},
    {"qwen2.5-7b qwen2.5-7b-instruct", F::Qwen2, 28, 3584, 18944, 28, 4, 152064, 131072, false, 1e6, 1e-6},
    {"qwen2.5-14b qwen2.5-14b-instruct", F::Qwen2, 48, 5120, 13824, 40, 8, 152064, 131072, false, 1e6, 1e-5},
    {"qwen2.5-32b qwen2.5-32b-instruct", F::Qwen2, 64, 5120, 27648, 40, 8, 152064, 131072, false, 1e6, 1e-5},
    {"qwen2.5-72b qwen2.5-72b-instruct", F::Qwen2, 80, 8192, 29568, 64, 8, 152064, 131072, false, 1e6, 1e-5},
    {"qwen3-0.6b", F::Qwen3, 28, 1024, 3072, 16, 8, 151936, 40960, true, 1e6, 1e-6, 128},
    {"qwen3-1.7b", F::Qwen3, 28, 2048, 6144, 16, 8, 151936, 40960, true, 1e6, 1e-6, 128},
    {"qwen3-4b", F::Qwen3, 36, 2560, 9728, 32, 8, 151936, 40960, true, 1e6, 1e-6, 128},
    {"qwen3-8b", F::Qwen3, 36, 4096, 12288, 32, 8, 151936, 40960, false, 1e6, 1e-6, 128},
    {"qwen3-14b", F::Qwen3, 40, 5120, 17408, 40, 8, 151936, 40960, false, 1e6, 1e-6, 128},
    {"qwen3-32b", F::Qwen3, 64, 5120, 25600, 64, 8, 151936, 40960, false, 1e6, 1e-6, 128},
    {"gemma-2b gemma-2b-it", F::Gemma, 18, 2048, 16384, 8, 1, 256000, 8192, true, 1e4, 1e-6, 256},
    {"gemma-7b gemma-7b-it", F::Gemma, 28, 3072, 24576, 16, 16, 256000, 8192, true, 1e4, 1e-6, 256},
    {"gemma-2-2b gemma-2-2b-it", F::Gemma2, 26, 2304, 9216, 8, 4, 256000, 8192, true, 1e4, 1e-6, 256, 4096},
    {"gemma-2-9b gemma-2-9b-it", F::Gemma2, 42, 3584, 14336, 16, 8, 256000, 8192, true, 1e4, 1e-6, 256, 4096},
    {"gemma-2-27b gemma-2-27b-it", F::Gemma2, 46, 4608, 36864, 32, 16, 256000, 8192, true, 1e4, 1e-6, 128, 4096},
    {"phi-3-mini-4k-instruct phi-3-mini", F::Phi3, 32, 3072, 8192, 32, 32, 32064, 4096, false, 1e4, 1e-5, 0, 2047},
    {"phi-3-medium-4k-instruct", F::Phi3, 40, 5120, 17920, 40, 10, 32064, 4096, false, 1e4, 1e-5, 0, 2047},
    {"phi-4", F::Phi3, 40, 5120, 17920, 40, 10, 100352, 16384, false, 2.5e5, 1e-5},
};

struct MixtralRow {
    const char* names;
    int64_t layers, hidden, intermediate, heads, kvHeads, vocab, positions, experts, perToken;
};
constexpr MixtralRow kMixtrals[] = {
    {"mixtral-8x7b-v0.1 mixtral-8x7b-instruct-v0.1", 32, 4096, 14336, 32, 8, 32000, 32768, 8, 2},
    {"mixtral-8x22b-v0.1", 56, 6144, 16384, 48, 8, 32000, 65536, 8, 2},
};

struct DeepseekRow {
    const char* names;
    Family family;
    int64_t layers, hidden, intermediate, heads, vocab, queryRank, kvRank, experts, shared, perToken, width, dense;
};
constexpr DeepseekRow kDeepseeks[] = {
    {"deepseek-v2", F::DeepseekV2, 60, 5120, 12288, 128, 102400, 1536, 512, 160, 2, 6, 1536, 1},
    {"deepseek-v2-lite", F::DeepseekV2, 27, 2048, 10944, 16, 102400, 0, 512, 64, 2, 6, 1408, 1},
    {"deepseek-v3 deepseek-v3-base deepseek-r1", F::DeepseekV3, 61, 7168, 18432, 128, 129280, 1536, 512, 256, 1, 8, 2048, 3},
};

/// LayerNorm decoders and encoders whose feed-forward is four times as wide.
struct GptRow {
    const char* names;
    Family family;
    int64_t layers, hidden, heads, vocab, positions;
};
constexpr GptRow kGpts[] = {
    {"gpt2", F::Gpt2, 12, 768, 12, 50257, 1024},
    {"gpt2-medium", F::Gpt2, 24, 1024, 16, 50257, 1024},
    {"gpt2-large", F::Gpt2, 36, 1280, 20, 50257, 1024},
    {"gpt2-xl", F::Gpt2, 48, 1600, 25, 50257, 1024},
    {"distilgpt2", F::Gpt2, 6, 768, 12, 50257, 1024},
    {"bloom-560m", F::Bloom, 24, 1024, 16, 250880, 2048},
    {"bloom-1b1", F::Bloom, 24, 1536, 16, 250880, 2048},
    {"bloom-1b7", F::Bloom, 24, 2048, 16, 250880, 2048},
    {"bloom-3b", F::Bloom, 30, 2560, 32, 250880, 2048},
    {"bloom-7b1", F::Bloom, 30, 4096, 32, 250880, 2048},
    {"bloom bloom-176b", F::Bloom, 70, 14336, 112, 250880, 2048},
    {"opt-125m", F::Opt, 12, 768, 12, 50272, 2048},
    {"opt-350m", F::Opt, 24, 1024, 16, 50272, 2048},
    {"opt-1.3b", F::Opt, 24, 2048, 32, 50272, 2048},
    {"opt-2.7b", F::Opt, 32, 2560, 32, 50272, 2048},
    {"opt-6.7b", F::Opt, 32, 4096, 32, 50272, 2048},
    {"opt-13b", F::Opt, 40, 5120, 40, 50272, 2048},
    {"opt-30b", F::Opt, 48, 7168, 56, 50272, 2048},
    {"opt-66b", F::Opt, 64, 9216, 72, 50272, 2048},
    {"opt-175b", F::Opt, 96, 12288, 96, 50272, 2048},
    {"mpt-7b mpt-7b-instruct mpt-7b-chat", F::Mpt, 32, 4096, 32, 50432, 2048},
    {"mpt-30b mpt-30b-instruct mpt-30b-chat", F::Mpt, 48, 7168, 64, 50432, 8192},
    {"bert-base-uncased", F::Bert, 12, 768, 12, 30522, 512},
    {"bert-base-cased", F::Bert, 12, 768, 12, 28996, 512},
    {"bert-large-uncased", F::Bert, 24, 1024, 16, 30522, 512},
    {"bert-large-cased", F::Bert, 24, 1024, 16, 28996, 512},
};
/// As above, but with biases and a position table: the models of llm-foundry's benchmark tables.
constexpr GptRow kFoundry[] = {
    {"llm-foundry-mpt-125m", F::Mpt, 12, 768, 12, 50368, 2048},
    {"llm-foundry-mpt-350m", F::Mpt, 24, 1024, 16, 50368, 2048},
    {"llm-foundry-mpt-760m", F::Mpt, 24, 1536, 12, 50368, 2048},
    {"llm-foundry-mpt-1b", F::Mpt, 24, 2048, 16, 50368, 2048},
    {"llm-foundry-mpt-7b", F::Mpt, 32, 4096, 32, 50368, 2048},
};

struct FalconRow {
    const char* names;
    int64_t layers, hidden, heads, kvHeads, vocab;
    bool newDecoder, multiQuery, parallel, bias;
};
constexpr FalconRow kFalcons[] = {
    {"falcon-7b falcon-7b-instruct", 32, 4544, 71, 1, 65024, false, true, true, false},
    {"falcon-40b falcon-40b-instruct", 60, 8192, 128, 8, 65024, true, true, true, false},
    {"falcon-180b", 80, 14848, 232, 8, 65024, true, true, true, false},
    {"falcon-rw-1b", 24, 2048, 32, 32, 50304, false, false, false, true},
};

struct T5Row {
    const char* names;
    int64_t layers, hidden, intermediate, heads, headDim;
    bool gated, tied;
};
constexpr T5Row kT5s[] = {
    {"t5-small", 6, 512, 2048, 8, 64, false, true},
    {"t5-base", 12, 768, 3072, 12, 64, false, true},
    {"t5-large", 24, 1024, 4096, 16, 64, false, true},
    {"t5-3b", 24, 1024, 16384, 32, 128, false, true},
    {"t5-11b", 24, 1024, 65536, 128, 128, false, true},
    {"t5-v1_1-small flan-t5-small", 8, 512, 1024, 6, 64, true, false},
    {"t5-v1_1-base flan-t5-base", 12, 768, 2048, 12, 64, true, false},
    {"t5-v1_1-large flan-t5-large", 24, 1024, 2816, 16, 64, true, false},
    {"t5-v1_1-xl flan-t5-xl", 24, 2048, 5120, 32, 64, true, false},
    {"t5-v1_1-xxl flan-t5-xxl", 24, 4096, 10240, 64, 64, true, false},
};

struct VitRow {
    const char* names;
    int64_t layers, hidden, intermediate, heads, image, patch;
};
constexpr VitRow kVits[] = {
    {"vit-base-patch16-224", 12, 768, 3072, 12, 224, 16},
    {"vit-base-patch16-384", 12, 768, 3072, 12, 384, 16},
    {"vit-large-patch16-224", 24, 1024, 4096, 16, 224, 16},
};
// clang-format on

Architecture of(const LlamaRow& r) {
    Architecture a{.family = r.family,
                   .layers = r.layers,
                   .hidden = r.hidden,
                   .heads = r.heads,
                   .kvHeads = r.kvHeads,
                   .headDim = r.headDim > 0 ? r.headDim : r.hidden / r.heads,
                   .intermediate = r.intermediate,
                   .vocab = r.vocab,
                   .positions = r.positions,
                   .slidingWindow = r.window,
                   .tied = r.tied,
                   .qkvBias = r.family == F::Qwen2,
                   .qkNorm = r.family == F::Qwen3};
    const bool gemma = r.family == F::Gemma || r.family == F::Gemma2;
    a.activation = gemma ? "gelu_pytorch_tanh" : "silu";
    a.normEpsilon = r.epsilon;
    a.rope.theta = r.theta;
    if (r.llama3Factor > 0) {
        a.rope.type = "llama3";
        a.rope.factor = r.llama3Factor;
    }
    return a;
}

Architecture of(const MixtralRow& r) {
    return {
        .family = F::Mixtral,
        .layers = r.layers,
        .hidden = r.hidden,
        .heads = r.heads,
        .kvHeads = r.kvHeads,
        .headDim = r.hidden / r.heads,
        .intermediate = r.intermediate,
        .vocab = r.vocab,
        .positions = r.positions,
        .activation = "silu",
        .rope = {.theta = 1e6},
        .experts = {.count = r.experts, .perToken = r.perToken, .intermediate = r.intermediate}};
}

Architecture of(const DeepseekRow& r) {
    constexpr int64_t kPositions = 163840, kOriginal = 4096;
    return {.family = r.family,
            .layers = r.layers,
            .hidden = r.hidden,
            .heads = r.heads,
            .kvHeads = r.heads,
            .headDim = 192,
            .intermediate = r.intermediate,
            .vocab = r.vocab,
            .positions = kPositions,
            .activation = "silu",
            .normEpsilon = 1e-6,
            .rope = {.type = "yarn", .factor = 40, .originalPositions = kOriginal},
            .experts = {.count = r.experts,
                        .perToken = r.perToken,
                        .intermediate = r.width,
                        .shared = r.shared,
                        .firstDense = r.dense,
                        .routerBias = r.family == F::DeepseekV3},
            .latent = {.queryRank = r.queryRank,
                       .kvRank = r.kvRank,
                       .nopeHeadDim = 128,
                       .ropeHeadDim = 64,
                       .valueHeadDim = 128}};
}

Architecture of(const GptRow& r) {
    Architecture a{.family = r.family,
                   .layers = r.layers,
                   .hidden = r.hidden,
                   .heads = r.heads,
                   .kvHeads = r.heads,
                   .headDim = r.hidden / r.heads,
                   .intermediate = 4 * r.hidden,
                   .vocab = r.vocab,
                   .positions = r.positions,
                   .tokenTypes = r.family == F::Bert ? 2 : 0,
                   .tied = true};
    const bool mpt = r.family == F::Mpt;
    a.qkvBias = a.outputBias = a.mlpBias = a.normBias = !mpt;
    a.learnedPositions = r.family == F::Gpt2 || r.family == F::Opt || r.family == F::Bert;
    a.pooler = r.family == F::Bert;
    a.normEpsilon = r.family == F::Bert ? 1e-12 : 1e-5;
    a.activation = r.family == F::Gpt2 ? "gelu_new" : r.family == F::Opt ? "relu" : "gelu";
    if (r.family == F::Opt) a.opt.embedding = r.hidden;
    if (r.family == F::Opt && r.hidden == 1024) {  // opt-350m alone
        a.opt.embedding = 512;
        a.opt.finalNorm = false;
    }
    return a;
}

Architecture ofFoundry(const GptRow& row) {
    Architecture a = of(row);
    a.qkvBias = a.outputBias = a.mlpBias = a.normBias = a.learnedPositions = true;
    return a;
}

Architecture of(const FalconRow& r) {
    return {.family = F::Falcon,
            .layers = r.layers,
            .hidden = r.hidden,
            .heads = r.heads,
            .kvHeads = r.kvHeads,
            .headDim = r.hidden / r.heads,
            .intermediate = 4 * r.hidden,
            .vocab = r.vocab,
            .positions = 2048,
            .tied = true,
            .qkvBias = r.bias,
            .outputBias = r.bias,
            .mlpBias = r.bias,
            .normBias = true,
            .activation = "gelu",
            .falcon = {.newDecoder = r.newDecoder,
                       .multiQuery = r.multiQuery,
                       .parallel = r.parallel,
                       .norms = r.newDecoder ? 2 : 1}};
}

Architecture of(const T5Row& r) {
    return {.family = F::T5,
            .layers = r.layers,
            .hidden = r.hidden,
            .heads = r.heads,
            .kvHeads = r.heads,
            .headDim = r.headDim,
            .intermediate = r.intermediate,
            .vocab = 32128,
            .positions = 512,
            .tied = r.tied,
            .activation = r.gated ? "gated-gelu" : "relu",
            .normEpsilon = 1e-6,
            .t5 = {.decoderLayers = r.layers, .gated = r.gated}};
}

Architecture of(const VitRow& r) {
    return {.family = F::Vit,
            .layers = r.layers,
            .hidden = r.hidden,
            .heads = r.heads,
            .kvHeads = r.heads,
            .headDim = r.hidden / r.heads,
            .intermediate = r.intermediate,
            .positions = (r.image / r.patch) * (r.image / r.patch) + 1,
            .qkvBias = true,
            .outputBias = true,
            .mlpBias = true,
            .learnedPositions = true,
            .normBias = true,
            .activation = "gelu",
            .normEpsilon = 1e-12,
            .vision = {.image = r.image, .patch = r.patch, .labels = 1000}};
}

template <class Rows, class Make>
void append(std::vector<CatalogueEntry>& entries, const Rows& rows, Make make) {
    for (const auto& row : rows) {
        std::istringstream names(row.names);
        for (std::string name; names >> name;) entries.push_back({name, make(row)});
    }
}

}  // namespace

std::vector<CatalogueEntry> catalogueRows() {
    std::vector<CatalogueEntry> entries;
    const auto make = [](const auto& row) { return of(row); };
    append(entries, kGpts, make);
    append(entries, kFoundry, ofFoundry);
    append(entries, kLlamas, make);
    append(entries, kMixtrals, make);
    append(entries, kDeepseeks, make);
    append(entries, kFalcons, make);
    append(entries, kT5s, make);
    append(entries, kVits, make);
    std::ranges::stable_sort(entries, {},
                             [](const CatalogueEntry& e) { return e.architecture.family; });
    return entries;
}

}  // namespace shardscope::core
