#include <fmt/format.h>

#include "core/config/huggingface/families.h"

namespace shardscope::core {

namespace {

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
    a.positions = read.sizeOr({"max_position_embeddings"}, 2048, kClassDefault);
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
    a.positions = read.sizeOr({"max_position_embeddings"}, 2048, kClassDefault);
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
    a.positions = read.sizeOr({"max_seq_len"}, 2048, kClassDefault);
    a.intermediate = a.hidden * read.sizeOr({"expansion_ratio"}, 4, kClassDefault);
    a.tied = read.flagOr("tie_word_embeddings", true);
    a.activation = "gelu";
    a.qkvBias = a.outputBias = a.mlpBias = a.normBias = !read.flagOr("no_bias", true);
    readMptAttention(read, a);
    divideHeads(a);
}

}  // namespace

void divideHeads(Architecture& a) {
    a.kvHeads = a.heads;
    a.headDim = a.heads > 0 && a.hidden % a.heads == 0 ? a.hidden / a.heads : 0;
}

void readGptFamily(ConfigReader& read, Architecture& a) {
    switch (a.family) {
        case Family::Bloom:
            return readBloom(read, a);
        case Family::Falcon:
            return readFalcon(read, a);
        case Family::Opt:
            return readOpt(read, a);
        case Family::Mpt:
            return readMpt(read, a);
        default:
            return readGpt2(read, a);
    }
}

}  // namespace shardscope::core
