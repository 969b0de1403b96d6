// Decoders with RMSNorm and a gated feed-forward: llama, mistral, mixtral, qwen2, qwen3, gemma, gemma2,
// phi3, deepseek_v2, deepseek_v3. Source of names and shapes: Hugging Face transformers, modeling_*.py,
// and the names of the published checkpoints for experts.

#include <fmt/format.h>

#include "core/catalogue/lister.h"

namespace shardscope::core {

namespace {

constexpr auto kAttention = ParameterGroup::Attention;

void listGrouped(Lister& list, const std::string& attention) {
    const Architecture& a = list.a;
    const int64_t queries = a.heads * a.headDim, keys = a.kvHeads * a.headDim;
    if (a.family == Family::Phi3) {
        list.linear(attention + "qkv_proj", queries + 2 * keys, a.hidden, a.qkvBias, kAttention);
    } else {
        list.linear(attention + "q_proj", queries, a.hidden, a.qkvBias, kAttention);
        list.linear(attention + "k_proj", keys, a.hidden, a.qkvBias, kAttention);
        list.linear(attention + "v_proj", keys, a.hidden, a.qkvBias, kAttention);
    }
    list.linear(attention + "o_proj", a.hidden, queries, a.outputBias, kAttention);
    if (!a.qkNorm) return;
    list.norm(attention + "q_norm", a.headDim, false);
    list.norm(attention + "k_norm", a.headDim, false);
}

void listLatent(Lister& list, const std::string& attention) {
    const Architecture& a = list.a;
    const LatentAttention& m = a.latent;
    const int64_t queries = a.heads * (m.nopeHeadDim + m.ropeHeadDim);
    if (m.queryRank == 0) {
        list.linear(attention + "q_proj", queries, a.hidden, false, kAttention);
    } else {
        list.linear(attention + "q_a_proj", m.queryRank, a.hidden, a.qkvBias, kAttention);
        list.norm(attention + "q_a_layernorm", m.queryRank, false);
        list.linear(attention + "q_b_proj", queries, m.queryRank, false, kAttention);
    }
    list.linear(attention + "kv_a_proj_with_mqa", m.kvRank + m.ropeHeadDim, a.hidden, a.qkvBias,
                kAttention);
    list.norm(attention + "kv_a_layernorm", m.kvRank, false);
    list.linear(attention + "kv_b_proj", a.heads * (m.nopeHeadDim + m.valueHeadDim), m.kvRank,
                false, kAttention);
    list.linear(attention + "o_proj", a.hidden, a.heads * m.valueHeadDim, a.outputBias, kAttention);
}

/// gate, up and down of one gated feed-forward.
void listGated(Lister& list, const std::string& mlp, int64_t width, bool bias,
               ParameterGroup group) {
    const int64_t hidden = list.a.hidden;
    list.linear(mlp + "gate_proj", width, hidden, bias, group);
    list.linear(mlp + "up_proj", width, hidden, bias, group);
    list.linear(mlp + "down_proj", hidden, width, bias, group);
}

void listMixtralExperts(Lister& list, const std::string& layer) {
    const Architecture& a = list.a;
    const std::string moe = layer + "block_sparse_moe.";
    list.linear(moe + "gate", a.experts.count, a.hidden, false, ParameterGroup::Router);
    for (int64_t e = 0; e < a.experts.count; ++e) {
        const std::string expert = fmt::format("{}experts.{}.", moe, e);
        constexpr auto kExperts = ParameterGroup::Experts;
        list.linear(expert + "w1", a.experts.intermediate, a.hidden, false, kExperts);
        list.linear(expert + "w2", a.hidden, a.experts.intermediate, false, kExperts);
        list.linear(expert + "w3", a.experts.intermediate, a.hidden, false, kExperts);
    }
}

void listDeepseekExperts(Lister& list, const std::string& mlp) {
    const Experts& experts = list.a.experts;
    for (int64_t e = 0; e < experts.count; ++e) {
        listGated(list, fmt::format("{}experts.{}.", mlp, e), experts.intermediate, false,
                  ParameterGroup::Experts);
    }
    list.add(mlp + "gate.weight", {experts.count, list.a.hidden}, ParameterGroup::Router);
    if (experts.routerBias) {
        list.add(mlp + "gate.e_score_correction_bias", {experts.count}, ParameterGroup::Router);
    }
    if (experts.shared > 0) {
        listGated(list, mlp + "shared_experts.", experts.intermediate * experts.shared, false,
                  ParameterGroup::Experts);
    }
}

bool hasExperts(const Architecture& a, int64_t layer) {
    return a.experts.count > 0 && layer >= a.experts.firstDense && layer % a.experts.every == 0;
}

void listFeedForward(Lister& list, const std::string& layer, bool experts) {
    const Architecture& a = list.a;
    constexpr auto kFeedForward = ParameterGroup::FeedForward;
    if (experts && a.family == Family::Mixtral) {
        listMixtralExperts(list, layer);
    } else if (experts) {
        listDeepseekExperts(list, layer + "mlp.");
    } else if (a.family == Family::Phi3) {
        list.linear(layer + "mlp.gate_up_proj", 2 * a.intermediate, a.hidden, false, kFeedForward);
        list.linear(layer + "mlp.down_proj", a.hidden, a.intermediate, false, kFeedForward);
    } else {
        listGated(list, layer + "mlp.", a.intermediate, a.mlpBias, kFeedForward);
    }
}

void listNorms(Lister& list, const std::string& layer) {
    const int64_t hidden = list.a.hidden;
    list.norm(layer + "input_layernorm", hidden, false);
    list.norm(layer + "post_attention_layernorm", hidden, false);
    if (list.a.family != Family::Gemma2) return;
    list.norm(layer + "pre_feedforward_layernorm", hidden, false);
    list.norm(layer + "post_feedforward_layernorm", hidden, false);
}

}  // namespace

std::vector<ModelParameter> listLlamaLike(const Architecture& a) {
    Lister list(a);
    list.embedding("model.embed_tokens", a.vocab, a.hidden, a.tied);
    for (int64_t i = 0; i < a.layers; ++i) {
        const std::string layer = fmt::format("model.layers.{}.", i);
        if (a.latent.kvRank > 0) {
            listLatent(list, layer + "self_attn.");
        } else {
            listGrouped(list, layer + "self_attn.");
        }
        listFeedForward(list, layer, hasExperts(a, i));
        listNorms(list, layer);
    }
    list.norm("model.norm", a.hidden, false);
    list.head(a.hidden);
    return list.take();
}

}  // namespace shardscope::core
