#include <fmt/format.h>

#include "core/config/huggingface/families.h"

namespace shardscope::core {

namespace {

void readT5(ConfigReader& read, Architecture& a) {
    a.vocab = read.size({"vocab_size"});
    a.hidden = read.size({"d_model", "hidden_size"});
    a.layers = read.size({"num_layers", "num_hidden_layers"});
    a.heads = read.size({"num_heads", "num_attention_heads"});
    a.intermediate = read.size({"d_ff"});
    a.kvHeads = a.heads;
    a.headDim = read.sizeOr({"d_kv"}, 64, kClassDefault);
    a.positions = read.plainSizeOr({"n_positions"}, 512);
    a.t5.decoderLayers = read.sizeOr({"num_decoder_layers"}, a.layers, "num_layers");
    a.t5.relativeBuckets = read.sizeOr({"relative_attention_num_buckets"}, 32, kClassDefault);
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
    a.positions = read.sizeOr({"max_position_embeddings"}, 512, kClassDefault);
    a.tokenTypes = read.sizeOr({"type_vocab_size"}, 2, kClassDefault);
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
    a.vision.image = read.sizeOr({"image_size"}, 224, kClassDefault);
    a.vision.patch = read.sizeOr({"patch_size"}, 16, kClassDefault);
    a.vision.channels = read.sizeOr({"num_channels"}, 3, kClassDefault);
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

void readEncoderFamily(ConfigReader& read, Architecture& a) {
    switch (a.family) {
        case Family::Bert:
            return readBert(read, a);
        case Family::Vit:
            return readVit(read, a);
        default:
            return readT5(read, a);
    }
}

}  // namespace shardscope::core
