#include <fmt/format.h>

#include <cmath>

#include "core/config/huggingface/families.h"

namespace shardscope::core {

namespace {

constexpr std::string_view kHeads = "num_attention_heads";

void readHeads(ConfigReader& read, Architecture& a, int64_t kvDefault, int64_t headDimDefault) {
    JsonReader& json = read.json();
    // A null is the class's way to say "as many as heads"; only an absent key takes its default.
    const bool isNull = json.document().root.find("num_key_value_heads") != nullptr;
    const bool asHeads = kvDefault == 0 || isNull;
    a.kvHeads = read.sizeOr({"num_key_value_heads"}, asHeads ? a.heads : kvDefault,
                            asHeads ? kHeads : kClassDefault);
    const int64_t divided = a.heads > 0 && a.hidden % a.heads == 0 ? a.hidden / a.heads : 0;
    a.headDim = headDimDefault > 0 ? read.sizeOr({"head_dim"}, headDimDefault, kClassDefault)
                                   : read.plainSizeOr({"head_dim"}, divided);
}

void readLlamaLike(ConfigReader& read, Architecture& a, int64_t kvDefault, int64_t headDim,
                   bool tied, int64_t positions) {
    readSizes(read, a);
    readHeads(read, a, kvDefault, headDim);
    a.positions = read.sizeOr({"max_position_embeddings"}, positions, kClassDefault);
    a.tied = read.flagOr("tie_word_embeddings", tied);
    const bool gemma = a.family == Family::Gemma || a.family == Family::Gemma2;
    a.activation = gemma ? read.textOr({"hidden_activation", "hidden_act"}, "gelu_pytorch_tanh")
                         : read.textOr({"hidden_act"}, "silu");
    const bool coarse = a.family == Family::Mixtral || a.family == Family::Phi3;
    a.normEpsilon = read.numberOr("rms_norm_eps", coarse ? 1e-5 : 1e-6);
    if (a.family == Family::Mixtral) a.rope.theta = 1e6;
    readRope(read, a);
}

void readLlama(ConfigReader& read, Architecture& a) {
    readLlamaLike(read, a, 0, 0, false, 2048);
    a.qkvBias = a.outputBias = read.flagOr("attention_bias", false);
    a.mlpBias = read.flagOr("mlp_bias", false);
}

void readWindow(ConfigReader& read, Architecture& a) {
    a.slidingWindow = read.plainSizeOr({"sliding_window"}, 0);
}

void readMistral(ConfigReader& read, Architecture& a) {
    readLlamaLike(read, a, 8, 0, false, 131072);
    readWindow(read, a);
}

void readMixtral(ConfigReader& read, Architecture& a) {
    readMistral(read, a);
    a.experts.count = read.sizeOr({"num_local_experts"}, 8, kClassDefault);
    a.experts.perToken = read.sizeOr({"num_experts_per_tok"}, 2, kClassDefault);
    a.experts.intermediate = a.intermediate;
}

void readQwen(ConfigReader& read, Architecture& a) {
    const bool three = a.family == Family::Qwen3;
    readLlamaLike(read, a, 32, three ? 128 : 0, false, 32768);
    a.qkNorm = three;
    a.qkvBias = three ? read.flagOr("attention_bias", false) : true;
    a.outputBias = three && a.qkvBias;
    readWindow(read, a);
    if (!read.json().flagOr("use_sliding_window", false)) a.slidingWindow = 0;
}

void readGemma(ConfigReader& read, Architecture& a) {
    const bool two = a.family == Family::Gemma2;
    readLlamaLike(read, a, two ? 4 : 16, 256, true, 8192);
    a.qkvBias = a.outputBias = read.flagOr("attention_bias", false);
    if (two) readWindow(read, a);
}

void readPhi3(ConfigReader& read, Architecture& a) {
    readLlamaLike(read, a, 0, 0, false, 4096);
    readWindow(read, a);
}

/// What each type of stretch has beside its name; others are kept by name alone.
void readStretch(JsonReader& rope, Architecture& a) {
    constexpr double kLeast = 1e-6;
    const bool llama3 = a.rope.type == "llama3", yarn = a.rope.type == "yarn";
    if (!llama3 && !yarn && a.rope.type != "linear") return;
    a.rope.factor = rope.numberOr("factor", 1.0, 1.0);
    if (a.rope.type == "linear") return;
    a.rope.originalPositions = rope.wholeOr("original_max_position_embeddings",
                                            llama3 ? 8192 : a.positions, {1, int64_t{1} << 30});
    if (llama3) {
        a.rope.lowFrequencyFactor = rope.numberOr("low_freq_factor", 1.0, kLeast);
        a.rope.highFrequencyFactor = rope.numberOr("high_freq_factor", 4.0, kLeast);
        return;
    }
    a.rope.fastTurns = rope.numberOr("beta_fast", 32.0, kLeast);
    a.rope.slowTurns = rope.numberOr("beta_slow", 1.0, kLeast);
    // YaRN, arXiv 2309.00071, section 3.4; deepseek's mscale keys are its own.
    a.rope.attentionFactor =
        rope.numberOr("attention_factor", 0.1 * std::log(a.rope.factor) + 1.0, kLeast);
}

}  // namespace

void readRope(ConfigReader& read, Architecture& a) {
    JsonReader& json = read.json();
    // transformers 5 moved rope_theta into rope_parameters; rope_scaling is the older name.
    const char* key = json.has("rope_parameters") ? "rope_parameters" : "rope_scaling";
    json.skip("rope_scaling");
    JsonReader rope = json.object(key);
    a.rope.theta = rope.has("rope_theta") ? rope.numberOr("rope_theta", 0, 1.0)
                                          : json.numberOr("rope_theta", a.rope.theta, 1.0);
    const char* type = rope.has("rope_type") ? "rope_type" : "type";
    a.rope.type = rope.textOr(type, "default");
    a.rope.partial = json.numberOr("partial_rotary_factor", 1.0, 0.0, 1.0);
    readStretch(rope, a);
}

void readSizes(ConfigReader& read, Architecture& a) {
    a.vocab = read.size({"vocab_size"});
    a.hidden = read.size({"hidden_size"});
    a.layers = read.size({"num_hidden_layers"});
    a.heads = read.size({"num_attention_heads"});
    a.intermediate = read.size({"intermediate_size"});
}

void readLlamaFamily(ConfigReader& read, Architecture& a) {
    switch (a.family) {
        case Family::Mistral:
            return readMistral(read, a);
        case Family::Mixtral:
            return readMixtral(read, a);
        case Family::Qwen2:
        case Family::Qwen3:
            return readQwen(read, a);
        case Family::Gemma:
        case Family::Gemma2:
            return readGemma(read, a);
        case Family::Phi3:
            return readPhi3(read, a);
        default:
            return readLlama(read, a);
    }
}

}  // namespace shardscope::core
