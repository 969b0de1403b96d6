// Decoders with LayerNorm and one or two matrices a feed-forward: gpt2, bloom, falcon, opt, mpt.
// Source of names and shapes: Hugging Face transformers, modeling_*.py; MPT with a position table or
// biases: MosaicML's llm-foundry, modeling_mpt.py.

#include <fmt/format.h>

#include "core/catalogue/lister.h"

namespace shardscope::core {

namespace {

constexpr auto kAttention = ParameterGroup::Attention;
constexpr auto kFeedForward = ParameterGroup::FeedForward;

std::vector<ModelParameter> listGpt2(const Architecture& a) {
    Lister list(a);
    list.embedding("transformer.wte", a.vocab, a.hidden, a.tied);
    list.embedding("transformer.wpe", a.positions, a.hidden);
    for (int64_t i = 0; i < a.layers; ++i) {
        const std::string h = fmt::format("transformer.h.{}.", i);
        list.norm(h + "ln_1", a.hidden, true);
        list.conv1d(h + "attn.c_attn", a.hidden, 3 * a.hidden, kAttention);
        list.conv1d(h + "attn.c_proj", a.hidden, a.hidden, kAttention);
        list.norm(h + "ln_2", a.hidden, true);
        list.conv1d(h + "mlp.c_fc", a.hidden, a.intermediate, kFeedForward);
        list.conv1d(h + "mlp.c_proj", a.intermediate, a.hidden, kFeedForward);
    }
    list.norm("transformer.ln_f", a.hidden, true);
    list.head(a.hidden);
    return list.take();
}

std::vector<ModelParameter> listBloom(const Architecture& a) {
    Lister list(a);
    list.embedding("transformer.word_embeddings", a.vocab, a.hidden, a.tied);
    list.norm("transformer.word_embeddings_layernorm", a.hidden, true);
    for (int64_t i = 0; i < a.layers; ++i) {
        const std::string h = fmt::format("transformer.h.{}.", i);
        list.norm(h + "input_layernorm", a.hidden, true);
        list.linear(h + "self_attention.query_key_value", 3 * a.hidden, a.hidden, true, kAttention);
        list.linear(h + "self_attention.dense", a.hidden, a.hidden, true, kAttention);
        list.norm(h + "post_attention_layernorm", a.hidden, true);
        list.linear(h + "mlp.dense_h_to_4h", a.intermediate, a.hidden, true, kFeedForward);
        list.linear(h + "mlp.dense_4h_to_h", a.hidden, a.intermediate, true, kFeedForward);
    }
    list.norm("transformer.ln_f", a.hidden, true);
    list.head(a.hidden);
    return list.take();
}

void listFalconNorms(Lister& list, const std::string& h) {
    const FalconBlock& block = list.a.falcon;
    if (block.parallel && block.norms == 2) {
        list.norm(h + "ln_attn", list.a.hidden, true);
        list.norm(h + "ln_mlp", list.a.hidden, true);
        return;
    }
    list.norm(h + "input_layernorm", list.a.hidden, true);
    if (!block.parallel) list.norm(h + "post_attention_layernorm", list.a.hidden, true);
}

std::vector<ModelParameter> listFalcon(const Architecture& a) {
    Lister list(a);
    const int64_t qkvRows = (a.heads + 2 * a.kvHeads) * a.headDim;
    list.embedding("transformer.word_embeddings", a.vocab, a.hidden, a.tied);
    for (int64_t i = 0; i < a.layers; ++i) {
        const std::string h = fmt::format("transformer.h.{}.", i);
        list.linear(h + "self_attention.query_key_value", qkvRows, a.hidden, a.qkvBias, kAttention);
        list.linear(h + "self_attention.dense", a.hidden, a.hidden, a.outputBias, kAttention);
        list.linear(h + "mlp.dense_h_to_4h", a.intermediate, a.hidden, a.mlpBias, kFeedForward);
        list.linear(h + "mlp.dense_4h_to_h", a.hidden, a.intermediate, a.mlpBias, kFeedForward);
        listFalconNorms(list, h);
    }
    list.norm("transformer.ln_f", a.hidden, true);
    list.head(a.hidden);
    return list.take();
}

void listOptLayer(Lister& list, const std::string& layer) {
    const Architecture& a = list.a;
    const auto norm = [&](const char* name) {
        if (a.opt.normWeights) list.norm(layer + name, a.hidden, true);
    };
    for (const char* name : {"k_proj", "v_proj", "q_proj", "out_proj"}) {
        list.linear(layer + "self_attn." + name, a.hidden, a.hidden, a.opt.bias, kAttention);
    }
    norm("self_attn_layer_norm");
    list.linear(layer + "fc1", a.intermediate, a.hidden, a.opt.bias, kFeedForward);
    list.linear(layer + "fc2", a.hidden, a.intermediate, a.opt.bias, kFeedForward);
    norm("final_layer_norm");
}

std::vector<ModelParameter> listOpt(const Architecture& a) {
    constexpr int64_t kPositionOffset = 2;  // rows that OPT's table has before position 0
    const std::string decoder = "model.decoder.";
    Lister list(a);
    list.embedding(decoder + "embed_tokens", a.vocab, a.opt.embedding, a.tied);
    list.embedding(decoder + "embed_positions", a.positions + kPositionOffset, a.hidden);
    if (a.opt.embedding != a.hidden) {
        list.linear(decoder + "project_out", a.opt.embedding, a.hidden, false,
                    ParameterGroup::Embedding);
        list.linear(decoder + "project_in", a.hidden, a.opt.embedding, false,
                    ParameterGroup::Embedding);
    }
    if (a.opt.finalNorm && a.opt.normWeights) {
        list.norm(decoder + "final_layer_norm", a.hidden, true);
    }
    for (int64_t i = 0; i < a.layers; ++i) {
        listOptLayer(list, fmt::format("{}layers.{}.", decoder, i));
    }
    list.head(a.opt.embedding);
    return list.take();
}

std::vector<ModelParameter> listMpt(const Architecture& a) {
    Lister list(a);
    list.embedding("transformer.wte", a.vocab, a.hidden, a.tied);
    if (a.learnedPositions) list.embedding("transformer.wpe", a.positions, a.hidden);
    for (int64_t i = 0; i < a.layers; ++i) {
        const std::string block = fmt::format("transformer.blocks.{}.", i);
        list.norm(block + "norm_1", a.hidden, a.normBias);
        list.linear(block + "attn.Wqkv", 3 * a.hidden, a.hidden, a.qkvBias, kAttention);
        list.linear(block + "attn.out_proj", a.hidden, a.hidden, a.outputBias, kAttention);
        list.norm(block + "norm_2", a.hidden, a.normBias);
        list.linear(block + "ffn.up_proj", a.intermediate, a.hidden, a.mlpBias, kFeedForward);
        list.linear(block + "ffn.down_proj", a.hidden, a.intermediate, a.mlpBias, kFeedForward);
    }
    list.norm("transformer.norm_f", a.hidden, a.normBias);
    list.head(a.hidden);
    return list.take();
}

}  // namespace

std::vector<ModelParameter> listGptLike(const Architecture& a) {
    switch (a.family) {
        case Family::Bloom:
            return listBloom(a);
        case Family::Falcon:
            return listFalcon(a);
        case Family::Opt:
            return listOpt(a);
        case Family::Mpt:
            return listMpt(a);
        default:
            return listGpt2(a);
    }
}

}  // namespace shardscope::core
