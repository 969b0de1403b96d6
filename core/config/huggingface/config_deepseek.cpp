#include "core/config/huggingface/families.h"

namespace shardscope::core {

namespace {

void readDeepseekExperts(ConfigReader& read, Architecture& a) {
    const bool three = a.family == Family::DeepseekV3;
    Experts& e = a.experts;
    // Releases of the class disagree about these in V2, so that one has no default to take.
    e.count = three ? read.sizeOr({"n_routed_experts"}, 256, kClassDefault)
                    : read.plainSizeOr({"n_routed_experts"}, 0, 0);
    e.shared = three ? read.sizeOr({"n_shared_experts"}, 1, kClassDefault, 0)
                     : read.plainSizeOr({"n_shared_experts"}, 0, 0);
    if (e.count == 0) {
        read.note("n_routed_experts is not given; every layer has a dense feed-forward");
        e = {};
        return;
    }
    e.intermediate = read.size({"moe_intermediate_size"});
    e.perToken = read.size({"num_experts_per_tok"});
    e.firstDense = read.sizeOr({"first_k_dense_replace"}, three ? 3 : 0, kClassDefault, 0);
    e.every = read.plainSizeOr({"moe_layer_freq"}, 1);
    e.routerBias = three && read.textOr({"topk_method"}, "noaux_tc") == "noaux_tc";
}

}  // namespace

void readDeepseek(ConfigReader& read, Architecture& a) {
    readSizes(read, a);
    a.kvHeads = a.heads;
    const bool uncompressed = read.json().document().root.find("q_lora_rank") != nullptr &&
                              !read.json().has("q_lora_rank");
    LatentAttention& m = a.latent;
    m.queryRank = uncompressed ? 0 : read.sizeOr({"q_lora_rank"}, 1536, kClassDefault, 0);
    read.json().skip("q_lora_rank");
    m.kvRank = read.sizeOr({"kv_lora_rank"}, 512, kClassDefault);
    m.nopeHeadDim = read.sizeOr({"qk_nope_head_dim"}, 128, kClassDefault);
    m.ropeHeadDim = read.sizeOr({"qk_rope_head_dim"}, 64, kClassDefault);
    m.valueHeadDim = read.sizeOr({"v_head_dim"}, 128, kClassDefault);
    a.headDim = m.nopeHeadDim + m.ropeHeadDim;
    a.positions = read.sizeOr({"max_position_embeddings"},
                              a.family == Family::DeepseekV3 ? 4096 : 2048, kClassDefault);
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

}  // namespace shardscope::core
