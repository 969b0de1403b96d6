// What each family's config class reads, and its defaults. Source: Hugging Face transformers,
// configuration_*.py, where a key of an older or a remote class is named, that too.

#include <fmt/format.h>

#include "core/config/huggingface/config_reader.h"

namespace shardscope::core {

namespace {

constexpr std::string_view kClass = "the class's default";
constexpr std::string_view kHeads = "num_attention_heads";

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
    if (a.rope.type != "llama3") return;
    a.rope.factor = rope.numberOr("factor", 1.0, 1.0);
    a.rope.lowFrequencyFactor = rope.numberOr("low_freq_factor", 1.0, 1e-6);
    a.rope.highFrequencyFactor = rope.numberOr("high_freq_factor", 4.0, 1e-6);
    a.rope.originalPositions =
        rope.wholeOr("original_max_position_embeddings", 8192, {1, int64_t{1} << 30});
}

/// Keys that every decoder of llama's kind has.
void readSizes(ConfigReader& read, Architecture& a) {
    a.vocab = read.size({"vocab_size"});
    a.hidden = read.size({"hidden_size"});
    a.layers = read.size({"num_hidden_layers"});
    a.heads = read.size({"num_attention_heads"});
    a.intermediate = read.size({"intermediate_size"});
}

void readHeads(ConfigReader& read, Architecture& a, int64_t kvDefault, int64_t headDimDefault) {
    JsonReader& json = read.json();
    // A null is the class's way to say "as many as heads"; only an absent key takes its default.
    const bool isNull = json.document().root.find("num_key_value_heads") != nullptr;
    const bool asHeads = kvDefault == 0 || isNull;
    a.kvHeads = read.sizeOr({"num_key_value_heads"}, asHeads ? a.heads : kvDefault,
                            asHeads ? kHeads : kClass);
    const int64_t divided = a.heads > 0 && a.hidden % a.heads == 0 ? a.hidden / a.heads : 0;
    a.headDim = headDimDefault > 0 ? read.sizeOr({"head_dim"}, headDimDefault, kClass)
                                   : read.plainSizeOr({"head_dim"}, divided);
}

void readLlamaLike(ConfigReader& read, Architecture& a, int64_t kvDefault, int64_t headDim,
                   bool tied, int64_t positions) {
    readSizes(read, a);
    readHeads(read, a, kvDefault, headDim);
    a.positions = read.sizeOr({"max_position_embeddings"}, positions, kClass);
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
    a.experts.count = read.sizeOr({"num_local_experts"}, 8, kClass);
    a.experts.perToken = read.sizeOr({"num_experts_per_tok"}, 2, kClass);
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

void readDeepseekExperts(ConfigReader& read, Architecture& a) {
    const bool three = a.family == Family::DeepseekV3;
    Experts& e = a.experts;
    // Releases of the class disagree about these in V2, so that one has no default to take.
    e.count = three ? read.sizeOr({"n_routed_experts"}, 256, kClass)
                    : read.plainSizeOr({"n_routed_experts"}, 0, 0);
    e.shared = three ? read.sizeOr({"n_shared_experts"}, 1, kClass, 0)
                     : read.plainSizeOr({"n_shared_experts"}, 0, 0);
    if (e.count == 0) {
        read.note("n_routed_experts is not given; every layer has a dense feed-forward");
        e = {};
        return;
    }
    e.intermediate = read.size({"moe_intermediate_size"});
    e.perToken = read.size({"num_experts_per_tok"});
    e.firstDense = read.sizeOr({"first_k_dense_replace"}, three ? 3 : 0, kClass, 0);
    e.every = read.plainSizeOr({"moe_layer_freq"}, 1);
    e.routerBias = three && read.textOr({"topk_method"}, "noaux_tc") == "noaux_tc";
}

void readDeepseek(ConfigReader& read, Architecture& a) {
    readSizes(read, a);
    a.kvHeads = a.heads;
    const bool uncompressed = read.json().document().root.find("q_lora_rank") != nullptr &&
                              !read.json().has("q_lora_rank");
    LatentAttention& m = a.latent;
    m.queryRank = uncompressed ? 0 : read.sizeOr({"q_lora_rank"}, 1536, kClass, 0);
    read.json().skip("q_lora_rank");
    m.kvRank = read.sizeOr({"kv_lora_rank"}, 512, kClass);
    m.nopeHeadDim = read.sizeOr({"qk_nope_head_dim"}, 128, kClass);
    m.ropeHeadDim = read.sizeOr({"qk_rope_head_dim"}, 64, kClass);
    m.valueHeadDim = read.sizeOr({"v_head_dim"}, 128, kClass);
    a.headDim = m.nopeHeadDim + m.ropeHeadDim;
    a.positions = read.sizeOr({"max_position_embeddings"},
                              a.family == Family::DeepseekV3 ? 4096 : 2048, kClass);
    a.tied = read.flagOr("tie_word_embeddings", false);
    a.qkvBias = a.outputBias = read.flagOr("attention_bias", false);
    a.activation = read.textOr({"hidden_act"}, "silu");
    a.normEpsilon = read.numberOr("rms_norm_eps", 1e-6);
    readRope(read, a);
    readDeepseekExperts(read, a);
    if (read.json().wholeOr("num_nextn_predict_layers", 0, {0, 64}) > 0) {
        read.note("num_nextn_predict_layers: the extra prediction layers are not counted");
    }
}

/// gpt2, bloom, opt, falcon, mpt and the encoders divide hidden by heads.
void divideHeads(Architecture& a) {
    a.kvHeads = a.heads;
    a.headDim = a.heads > 0 && a.hidden % a.heads == 0 ? a.hidden / a.heads : 0;
}

void readGpt2(ConfigReader& read, Architecture& a) {
    a.vocab = read.size({"vocab_size"});
    a.hidden = read.size({"n_embd", "hidden_size"});
    a.layers = read.size({"n_layer", "num_hidden_layers"});
    a.heads = read.size({"n_head", "num_attention_heads"});
    a.positions = read.size({"n_positions", "max_position_embeddings", "n_ctx"});
    a.intermediate = read.plainSizeOr({"n_inner"}, 4 * a.hidden);
    a.tied = read.flagOr("tie_word_embeddings", true);
    a.activation = read.textOr({"activation_function"}, "gelu_new");
    a.normEpsilon = read.numberOr("layer_norm_epsilon", 1e-5);
    a.learnedPositions = a.qkvBias = a.outputBias = a.mlpBias = a.normBias = true;
    if (read.json().flagOr("add_cross_attention", false)) {
        read.fail("add_cross_attention", "found true; allowed: false (a decoder alone)");
    }
    divideHeads(a);
}

void readBloom(ConfigReader& read, Architecture& a) {
    a.vocab = read.size({"vocab_size"});
    a.hidden = read.size({"hidden_size", "n_embed"});
    a.layers = read.size({"n_layer", "num_hidden_layers"});
    a.heads = read.size({"n_head", "num_attention_heads"});
    a.positions = read.plainSizeOr({"seq_length"}, 2048);
    a.intermediate = 4 * a.hidden;
    a.tied = read.flagOr("tie_word_embeddings", true);
    a.activation = "gelu";
    a.normEpsilon = read.numberOr("layer_norm_epsilon", 1e-5);
    a.qkvBias = a.outputBias = a.mlpBias = a.normBias = true;
    divideHeads(a);
}

void readFalcon(ConfigReader& read, Architecture& a) {
    a.vocab = read.size({"vocab_size"});
    a.hidden = read.size({"hidden_size", "n_embed"});
    a.layers = read.size({"num_hidden_layers", "n_layer"});
    a.heads = read.size({"num_attention_heads", "n_head"});
    divideHeads(a);
    FalconBlock& block = a.falcon;
    block.newDecoder = read.flagOr("new_decoder_architecture", false);
    block.multiQuery = read.flagOr("multi_query", true);
    block.parallel = read.flagOr("parallel_attn", true);
    block.norms =
        read.plainSizeOr({"num_ln_in_parallel_attn"}, block.newDecoder && block.parallel ? 2 : 1);
    const int64_t grouped = read.plainSizeOr({"num_kv_heads", "n_head_kv"}, a.heads);
    a.kvHeads = block.newDecoder ? grouped : block.multiQuery ? 1 : a.heads;
    a.intermediate = read.plainSizeOr({"ffn_hidden_size"}, 4 * a.hidden);
    a.positions = read.sizeOr({"max_position_embeddings"}, 2048, kClass);
    a.tied = read.flagOr("tie_word_embeddings", true);
    a.qkvBias = a.outputBias = a.mlpBias = read.flagOr("bias", false);
    a.activation = read.json().textOr("activation", "gelu");
    a.normEpsilon = read.numberOr("layer_norm_epsilon", 1e-5);
    a.normBias = true;
}

void readOpt(ConfigReader& read, Architecture& a) {
    a.vocab = read.size({"vocab_size"});
    a.hidden = read.size({"hidden_size"});
    a.layers = read.size({"num_hidden_layers"});
    a.heads = read.size({"num_attention_heads"});
    a.intermediate = read.size({"ffn_dim"});
    a.positions = read.sizeOr({"max_position_embeddings"}, 2048, kClass);
    a.tied = read.flagOr("tie_word_embeddings", true);
    a.activation = read.textOr({"activation_function"}, "relu");
    a.opt.embedding = read.plainSizeOr({"word_embed_proj_dim"}, a.hidden);
    a.opt.bias = read.flagOr("enable_bias", true);
    a.opt.normWeights = read.flagOr("layer_norm_elementwise_affine", true);
    const bool before = read.flagOr("do_layer_norm_before", true);
    a.opt.finalNorm = before && !read.json().flagOr("_remove_final_layer_norm", false);
    a.learnedPositions = true;
    a.qkvBias = a.outputBias = a.mlpBias = a.opt.bias;
    a.normBias = a.opt.normWeights;
    divideHeads(a);
}

void readMptAttention(ConfigReader& read, Architecture& a) {
    JsonReader attention = read.json().object("attn_config");
    const std::string type = attention.textOr("attn_type", "multihead_attention");
    if (type != "multihead_attention") {
        attention.fail("attn_type",
                       fmt::format("found \"{}\"; allowed: multihead_attention", type));
    }
    if (attention.flagOr("qk_ln", false)) attention.fail("qk_ln", "found true; allowed: false");
    const bool others = attention.flagOr("alibi", true) || attention.flagOr("rope", false);
    a.learnedPositions = !others && read.json().flagOr("learned_pos_emb", true);
    if (a.learnedPositions) {
        read.note(
            "attn_config.alibi is false; the position table of llm-foundry's class is counted");
    }
}

void readMpt(ConfigReader& read, Architecture& a) {
    a.vocab = read.size({"vocab_size"});
    a.hidden = read.size({"d_model", "hidden_size"});
    a.layers = read.size({"n_layers", "num_hidden_layers"});
    a.heads = read.size({"n_heads", "num_attention_heads"});
    a.positions = read.sizeOr({"max_seq_len"}, 2048, kClass);
    a.intermediate = a.hidden * read.sizeOr({"expansion_ratio"}, 4, kClass);
    a.tied = read.flagOr("tie_word_embeddings", true);
    a.activation = "gelu";
    a.qkvBias = a.outputBias = a.mlpBias = a.normBias = !read.flagOr("no_bias", true);
    readMptAttention(read, a);
    divideHeads(a);
}

void readT5(ConfigReader& read, Architecture& a) {
    a.vocab = read.size({"vocab_size"});
    a.hidden = read.size({"d_model", "hidden_size"});
    a.layers = read.size({"num_layers", "num_hidden_layers"});
    a.heads = read.size({"num_heads", "num_attention_heads"});
    a.intermediate = read.size({"d_ff"});
    a.kvHeads = a.heads;
    a.headDim = read.sizeOr({"d_kv"}, 64, kClass);
    a.positions = read.plainSizeOr({"n_positions"}, 512);
    a.t5.decoderLayers = read.sizeOr({"num_decoder_layers"}, a.layers, "num_layers");
    a.t5.relativeBuckets = read.sizeOr({"relative_attention_num_buckets"}, 32, kClass);
    a.activation = read.textOr({"feed_forward_proj"}, "relu");
    a.t5.gated = a.activation.starts_with("gated-");
    a.tied = read.flagOr("tie_word_embeddings", true);
    a.normEpsilon = read.numberOr("layer_norm_epsilon", 1e-6);
}

/// Keys that both encoders have.
void readEncoder(ConfigReader& read, Architecture& a) {
    a.hidden = read.size({"hidden_size"});
    a.layers = read.size({"num_hidden_layers"});
    a.heads = read.size({"num_attention_heads"});
    a.intermediate = read.size({"intermediate_size"});
    a.activation = read.textOr({"hidden_act"}, "gelu");
    a.normEpsilon = read.numberOr("layer_norm_eps", 1e-12);
    a.learnedPositions = a.qkvBias = a.outputBias = a.mlpBias = a.normBias = true;
    divideHeads(a);
}

void readBert(ConfigReader& read, Architecture& a) {
    a.vocab = read.size({"vocab_size"});
    readEncoder(read, a);
    a.positions = read.sizeOr({"max_position_embeddings"}, 512, kClass);
    a.tokenTypes = read.sizeOr({"type_vocab_size"}, 2, kClass);
    a.tied = read.flagOr("tie_word_embeddings", true);
    a.pooler = true;
}

/// As many labels as id2label has entries; the base class has two.
int64_t readLabels(ConfigReader& read) {
    const JsonValue* labels = read.json().get("id2label");
    if (!labels) return read.sizeOr({"num_labels"}, 2, "the base class's default");
    if (labels->kind == JsonValue::Kind::Object && !labels->members.empty()) {
        return static_cast<int64_t>(labels->members.size());
    }
    read.fail("id2label",
              fmt::format("found {}; allowed: an object with a name for each label",
                          labels->members.empty() && labels->kind == JsonValue::Kind::Object
                              ? "an empty object"
                              : found(*labels)));
    return 0;
}

void readVit(ConfigReader& read, Architecture& a) {
    readEncoder(read, a);
    a.vision.image = read.sizeOr({"image_size"}, 224, kClass);
    a.vision.patch = read.sizeOr({"patch_size"}, 16, kClass);
    a.vision.channels = read.sizeOr({"num_channels"}, 3, kClass);
    a.vision.labels = readLabels(read);
    a.qkvBias = read.flagOr("qkv_bias", true);
    if (a.vision.patch < 1 || a.vision.patch > a.vision.image) {
        read.fail("patch_size", fmt::format("found {}; allowed: from 1 to image_size, which is {}",
                                            a.vision.patch, a.vision.image));
        return;
    }
    const int64_t patches = a.vision.image / a.vision.patch;
    a.positions = patches * patches + 1;
}

}  // namespace

void readFamily(ConfigReader& read, Architecture& a) {
    switch (a.family) {
        case Family::Gpt2:
            return readGpt2(read, a);
        case Family::Llama:
            return readLlama(read, a);
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
        case Family::DeepseekV2:
        case Family::DeepseekV3:
            return readDeepseek(read, a);
        case Family::Falcon:
            return readFalcon(read, a);
        case Family::Bloom:
            return readBloom(read, a);
        case Family::Opt:
            return readOpt(read, a);
        case Family::T5:
            return readT5(read, a);
        case Family::Bert:
            return readBert(read, a);
        case Family::Vit:
            return readVit(read, a);
        case Family::Mpt:
            return readMpt(read, a);
    }
}

std::vector<std::string_view> classesOf(Family family) {
    switch (family) {
        case Family::Gpt2:
            return {"GPT2LMHeadModel", "GPT2Model", "GPT2DoubleHeadsModel"};
        case Family::Llama:
            return {"LlamaForCausalLM", "LLaMAForCausalLM"};
        case Family::Mistral:
            return {"MistralForCausalLM"};
        case Family::Mixtral:
            return {"MixtralForCausalLM"};
        case Family::Qwen2:
            return {"Qwen2ForCausalLM"};
        case Family::Qwen3:
            return {"Qwen3ForCausalLM"};
        case Family::Gemma:
            return {"GemmaForCausalLM"};
        case Family::Gemma2:
            return {"Gemma2ForCausalLM"};
        case Family::Phi3:
            return {"Phi3ForCausalLM"};
        case Family::DeepseekV2:
            return {"DeepseekV2ForCausalLM"};
        case Family::DeepseekV3:
            return {"DeepseekV3ForCausalLM"};
        case Family::Falcon:
            return {"FalconForCausalLM", "RWForCausalLM", "FalconModel"};
        case Family::Bloom:
            return {"BloomForCausalLM", "BloomModel"};
        case Family::Opt:
            return {"OPTForCausalLM", "OPTModel"};
        case Family::T5:
            return {"T5ForConditionalGeneration", "T5WithLMHeadModel"};
        case Family::Bert:
            return {"BertModel",
                    "BertForMaskedLM",
                    "BertForPreTraining",
                    "BertLMHeadModel",
                    "BertForSequenceClassification",
                    "BertForQuestionAnswering",
                    "BertForTokenClassification"};
        case Family::Vit:
            return {"ViTForImageClassification", "ViTModel"};
        case Family::Mpt:
            return {"MPTForCausalLM", "MptForCausalLM"};
    }
    return {};
}

}  // namespace shardscope::core
