// Models with an encoder: t5 (and its decoder), bert, vit. Source of names and shapes: Hugging Face
// transformers, modeling_t5.py (T5ForConditionalGeneration), modeling_bert.py (BertModel),
// modeling_vit.py (ViTForImageClassification; ViTModel has a pooler and no classifier).

#include <fmt/format.h>

#include "core/catalogue/lister.h"

namespace shardscope::core {

namespace {

constexpr auto kAttention = ParameterGroup::Attention;
constexpr auto kFeedForward = ParameterGroup::FeedForward;

void listT5Attention(Lister& list, const std::string& attention, bool relativeBias) {
    const Architecture& a = list.a;
    const int64_t inner = a.heads * a.headDim;
    for (const char* name : {"q", "k", "v"}) {
        list.linear(attention + name, inner, a.hidden, false, kAttention);
    }
    list.linear(attention + "o", a.hidden, inner, false, kAttention);
    if (!relativeBias) return;
    list.add(attention + "relative_attention_bias.weight", {a.t5.relativeBuckets, a.heads},
             kAttention);
}

void listT5FeedForward(Lister& list, const std::string& layer) {
    const Architecture& a = list.a;
    const std::string dense = layer + "DenseReluDense.";
    if (a.t5.gated) {
        list.linear(dense + "wi_0", a.intermediate, a.hidden, false, kFeedForward);
        list.linear(dense + "wi_1", a.intermediate, a.hidden, false, kFeedForward);
    } else {
        list.linear(dense + "wi", a.intermediate, a.hidden, false, kFeedForward);
    }
    list.linear(dense + "wo", a.hidden, a.intermediate, false, kFeedForward);
    list.norm(layer + "layer_norm", a.hidden, false);
}

void listT5Stack(Lister& list, const std::string& stack, int64_t layers, bool decoder) {
    for (int64_t i = 0; i < layers; ++i) {
        const std::string block = fmt::format("{}.block.{}.layer.", stack, i);
        listT5Attention(list, block + "0.SelfAttention.", i == 0);
        list.norm(block + "0.layer_norm", list.a.hidden, false);
        if (decoder) {
            listT5Attention(list, block + "1.EncDecAttention.", false);
            list.norm(block + "1.layer_norm", list.a.hidden, false);
        }
        listT5FeedForward(list, block + (decoder ? "2." : "1."));
    }
    list.norm(stack + ".final_layer_norm", list.a.hidden, false);
}

void listBertLayer(Lister& list, const std::string& layer) {
    const Architecture& a = list.a;
    for (const char* name : {"query", "key", "value"}) {
        list.linear(layer + "attention.self." + name, a.hidden, a.hidden, true, kAttention);
    }
    list.linear(layer + "attention.output.dense", a.hidden, a.hidden, true, kAttention);
    list.norm(layer + "attention.output.LayerNorm", a.hidden, true);
    list.linear(layer + "intermediate.dense", a.intermediate, a.hidden, true, kFeedForward);
    list.linear(layer + "output.dense", a.hidden, a.intermediate, true, kFeedForward);
    list.norm(layer + "output.LayerNorm", a.hidden, true);
}

void listVitLayer(Lister& list, const std::string& layer) {
    const Architecture& a = list.a;
    for (const char* name : {"query", "key", "value"}) {
        list.linear(layer + "attention.attention." + name, a.hidden, a.hidden, a.qkvBias,
                    kAttention);
    }
    list.linear(layer + "attention.output.dense", a.hidden, a.hidden, true, kAttention);
    list.linear(layer + "intermediate.dense", a.intermediate, a.hidden, true, kFeedForward);
    list.linear(layer + "output.dense", a.hidden, a.intermediate, true, kFeedForward);
    list.norm(layer + "layernorm_before", a.hidden, true);
    list.norm(layer + "layernorm_after", a.hidden, true);
}

void listVitInput(Lister& list) {
    const VisionInput& v = list.a.vision;
    const int64_t hidden = list.a.hidden, patches = (v.image / v.patch) * (v.image / v.patch);
    const std::string embeddings = "vit.embeddings.";
    constexpr auto kEmbedding = ParameterGroup::Embedding;
    list.add(embeddings + "cls_token", {1, 1, hidden}, kEmbedding);
    list.add(embeddings + "position_embeddings", {1, patches + 1, hidden}, kEmbedding);
    list.add(embeddings + "patch_embeddings.projection.weight",
             {hidden, v.channels, v.patch, v.patch}, kEmbedding);
    list.add(embeddings + "patch_embeddings.projection.bias", {hidden}, kEmbedding);
}

}  // namespace

std::vector<ModelParameter> listT5(const Architecture& a) {
    Lister list(a);
    ModelParameter& shared =
        list.add("shared.weight", {a.vocab, a.hidden}, ParameterGroup::Embedding);
    shared.tied = true;  // at least the encoder's and the decoder's input
    shared.aliases = {"encoder.embed_tokens.weight", "decoder.embed_tokens.weight"};
    if (a.tied) shared.aliases.emplace_back("lm_head.weight");
    listT5Stack(list, "encoder", a.layers, false);
    listT5Stack(list, "decoder", a.t5.decoderLayers, true);
    list.head(a.hidden);
    return list.take();
}

std::vector<ModelParameter> listBert(const Architecture& a) {
    Lister list(a);
    const std::string embeddings = "bert.embeddings.";
    list.embedding(embeddings + "word_embeddings", a.vocab, a.hidden, a.tied,
                   "cls.predictions.decoder.weight");
    list.embedding(embeddings + "position_embeddings", a.positions, a.hidden);
    list.embedding(embeddings + "token_type_embeddings", a.tokenTypes, a.hidden);
    list.norm(embeddings + "LayerNorm", a.hidden, true);
    for (int64_t i = 0; i < a.layers; ++i) {
        listBertLayer(list, fmt::format("bert.encoder.layer.{}.", i));
    }
    if (a.pooler) {
        list.linear("bert.pooler.dense", a.hidden, a.hidden, true, ParameterGroup::Head);
    }
    return list.take();
}

std::vector<ModelParameter> listVit(const Architecture& a) {
    Lister list(a);
    listVitInput(list);
    for (int64_t i = 0; i < a.layers; ++i) {
        listVitLayer(list, fmt::format("vit.encoder.layer.{}.", i));
    }
    list.norm("vit.layernorm", a.hidden, true);
    if (a.pooler) list.linear("vit.pooler.dense", a.hidden, a.hidden, true, ParameterGroup::Head);
    if (a.vision.labels > 0) {
        list.linear("classifier", a.vision.labels, a.hidden, true, ParameterGroup::Head);
    }
    return list.take();
}

}  // namespace shardscope::core
