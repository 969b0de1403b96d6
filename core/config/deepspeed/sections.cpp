#include <fmt/format.h>

#include <array>
#include <cmath>
#include <limits>
#include <tuple>
#include <utility>

#include "core/config/deepspeed/section.h"

namespace shardscope::core {

namespace {

constexpr WholeRange kWhole{1, int64_t{1} << 40};

std::optional<DType> readDType(JsonReader& json, std::string_view key) {
    if (!json.has(key)) return std::nullopt;
    const std::string_view name = json.choiceOr(key, "fp32", {"fp32", "bf16", "fp16"});
    return name == "bf16" ? DType::Bf16 : name == "fp16" ? DType::Fp16 : DType::Fp32;
}

bool readEnabled(DeepSpeedSection& section) {
    if (section.isAuto("enabled", "dtype", "--dtype")) return false;
    return section.json().flagOr("enabled", false);
}

/// A scale that is given does not move: an overflow at it ends the run.
void readLossScale(DeepSpeedSection& fp16, DeepSpeedSettings& settings) {
    constexpr double kMostPower = 126;  // of two, that fp32 holds with room for a gradient
    JsonReader& json = fp16.json();
    LossScaling& scaling = settings.lossScaling;
    const double fixed = json.numberOr("loss_scale", 0.0, 0.0, std::exp2(kMostPower));
    const auto power = json.wholeOr("initial_scale_power", 16, {0, 126});
    scaling.window = static_cast<int>(json.wholeOr("loss_scale_window", 1000, {1, 1 << 30}));
    scaling.hysteresis = static_cast<int>(json.wholeOr("hysteresis", 2, {1, 1 << 30}));
    scaling.minimum = static_cast<double>(json.wholeOr("min_loss_scale", 1, {1, int64_t{1} << 62}));
    scaling.initial = std::exp2(static_cast<double>(power));
    if (fixed == 0.0) {
        if (scaling.initial >= scaling.minimum) return;
        json.fail("min_loss_scale",
                  fmt::format("found {}; allowed: at most the initial scale, 2^{} = {}",
                              scaling.minimum, power, scaling.initial));
        return;
    }
    scaling = {.initial = fixed,
               .window = std::numeric_limits<int>::max(),
               .hysteresis = 1,
               .minimum = fixed};
    settings.remarks.push_back({.key = "fp16.loss_scale",
                                .where = json.where("loss_scale"),
                                .text = "a fixed scale: an overflow ends the run"});
}

std::pair<double, double> readBetas(DeepSpeedSection& params, const OptimizerSettings& fallback) {
    JsonReader& json = params.json();
    if (!json.has("betas")) return {fallback.beta1, fallback.beta2};
    if (params.isAuto("betas", "", "")) return {fallback.beta1, fallback.beta2};
    const JsonValue& value = *json.get("betas");
    const auto isBeta = [](const JsonValue& v) {
        const bool number = v.kind == JsonValue::Kind::Integer || v.kind == JsonValue::Kind::Number;
        return number && v.number >= 0.0 && v.number < 1.0;
    };
    if (value.items.size() == 2 && isBeta(value.items[0]) && isBeta(value.items[1])) {
        return {value.items[0].number, value.items[1].number};
    }
    json.fail("betas", fmt::format("found {}; allowed: a list of two numbers from 0 to below 1",
                                   found(value)));
    return {fallback.beta1, fallback.beta2};
}

double readParam(DeepSpeedSection& params, std::string_view key, double fallback, double most,
                 std::string_view setting = {}, std::string_view option = {}) {
    if (params.isAuto(key, setting, option)) return fallback;
    return params.json().numberOr(key, fallback, 0.0, most);
}

void readParams(DeepSpeedSection params, OptimizerSettings& o) {
    constexpr double kAny = std::numeric_limits<double>::max();
    params.checkKeys();
    o.learningRate = readParam(params, "lr", o.learningRate, kAny, "lr", "--lr");
    o.epsilon = readParam(params, "eps", o.epsilon, kAny);
    o.weightDecay = readParam(params, "weight_decay", 0.0, kAny);
    o.momentum =
        readParam(params, "momentum", o.kind == OptimizerKind::Sgd ? 0.0 : o.momentum, 1.0);
    std::tie(o.beta1, o.beta2) = readBetas(params, o);
    if (o.kind == OptimizerKind::AdamW && !params.json().flagOr("adam_w_mode", true)) {
        params.json().fail("adam_w_mode",
                           "found false; allowed: true (weight decay is decoupled here)");
    }
}

void readBuckets(DeepSpeedSection& zero, DeepSpeedSettings& settings) {
    JsonReader& json = zero.json();
    if (const auto bucket = zero.whole("reduce_bucket_size", kWhole, "bucket",
                                       "--bucket (the Trainer: the square of the hidden size)")) {
        settings.reduceBucket = *bucket;
    }
    settings.overlap = settings.stage == 3;
    if (!zero.isAuto("overlap_comm", "overlap", "--overlap")) {
        settings.overlap = json.flagOr("overlap_comm", settings.overlap);
    }
    const bool contiguous =
        zero.isAuto("contiguous_gradients", "", "") || json.flagOr("contiguous_gradients", true);
    if (!contiguous && (settings.stage == 1 || settings.stage == 2)) {
        json.fail(
            "contiguous_gradients",
            "found false; allowed: true (gradients that stay where backward wrote them are not "
            "modelled)");
    }
}

/// MiCS: stage 3 inside groups of so many ranks, replicas across them.
void readShardGroup(JsonReader& json, DeepSpeedSettings& settings) {
    constexpr int64_t kAll = -1;
    const int64_t size = json.wholeOr("mics_shard_size", kAll, {kAll, int64_t{1} << 30});
    if (size <= 0) {
        if (size == 0) json.fail("mics_shard_size", "found 0; allowed: -1 (all ranks), or from 1");
        return;
    }
    if (settings.stage != 3) {
        json.fail("mics_shard_size",
                  fmt::format("found {} at stage {}; allowed: at stage 3, whose parameters it "
                              "shards inside groups of ranks",
                              size, settings.stage));
        return;
    }
    settings.shardGroup = size;
}

}  // namespace

void readZero(DeepSpeedSection& root, DeepSpeedSettings& settings) {
    const JsonMember* member = root.json().document().root.find("zero_optimization");
    if (member && member->value.kind == JsonValue::Kind::Boolean) {
        root.json().fail("zero_optimization",
                         fmt::format("found {}, the form of 2020; allowed: an object such as "
                                     "{{\"stage\": 1}}",
                                     found(member->value)));
        return;
    }
    DeepSpeedSection zero = root.section("zero_optimization");
    settings.stage =
        static_cast<int>(zero.whole("stage", {0, 3}, "strategy", "--stage").value_or(0));
    // stage is read already, so checkKeys() would not see it.
    settings.places["zero_optimization.stage"] = zero.json().where("stage");
    zero.checkKeys();
    readBuckets(zero, settings);
    settings.reduceScatter =
        zero.isAuto("reduce_scatter", "", "") || zero.json().flagOr("reduce_scatter", true);
    settings.multiRankAllReduce = zero.json().flagOr("use_multi_rank_bucket_allreduce", true);
    readShardGroup(zero.json(), settings);
}

void readPrecision(DeepSpeedSection& root, DeepSpeedSettings& settings) {
    const bool old = !root.json().has("bf16") && root.json().has("bfloat16");
    DeepSpeedSection bf16 = root.section(old ? "bfloat16" : "bf16");
    DeepSpeedSection fp16 = root.section("fp16");
    bf16.checkKeys();
    fp16.checkKeys();
    const bool bf16On = readEnabled(bf16), fp16On = readEnabled(fp16);
    if (bf16On && fp16On) {
        fp16.json().fail("enabled",
                         "found true, and bf16.enabled is true too; allowed: one of them");
    }
    settings.dtype = bf16On ? DType::Bf16 : fp16On ? DType::Fp16 : DType::Fp32;
    readLossScale(fp16, settings);
    settings.communicationDtype = readDType(root.json(), "communication_data_type");
    DeepSpeedSection types = root.section("data_types");
    types.checkKeys();
    settings.accumulateDtype = readDType(types.json(), "grad_accum_dtype");
}

void readOptimizer(DeepSpeedSection& root, DeepSpeedSettings& settings) {
    if (!root.json().has("optimizer")) return;
    DeepSpeedSection optimizer = root.section("optimizer");
    optimizer.checkKeys();
    OptimizerSettings o;
    if (!optimizer.json().has("type")) {
        optimizer.json().fail("type", "is missing; allowed: Adam, AdamW, SGD");
    }
    const std::string_view type =
        optimizer.json().choiceOr("type", "AdamW", {"Adam", "AdamW", "SGD"});
    o.kind = type == "SGD" ? OptimizerKind::Sgd : OptimizerKind::AdamW;
    readParams(optimizer.section("params"), o);
    settings.optimizer = o;
}

void readBatchAndClip(DeepSpeedSection& root, DeepSpeedSettings& settings) {
    // "auto" here is the product of the others, as when the key is missing.
    if (!root.holdsAuto("train_batch_size")) {
        settings.batch.train = root.whole("train_batch_size", kWhole, "", "");
    }
    settings.batch.micro =
        root.whole("train_micro_batch_size_per_gpu", kWhole, "microBatch", "--micro-batch");
    settings.batch.accumulation =
        root.whole("gradient_accumulation_steps", kWhole, "gradAccum", "--grad-accum");
    if (root.isAuto("gradient_clipping", "clip",
                    "--clip (the Trainer's max_grad_norm, 1 by default)"))
        return;
    settings.clip = root.json().numberOr("gradient_clipping", 0.0, 0.0);
}

void readActivations(DeepSpeedSection& root, DeepSpeedSettings& settings) {
    if (!root.json().has("activation_checkpointing")) return;
    root.section("activation_checkpointing").checkKeys();
    settings.remarks.push_back(
        {.key = "activation_checkpointing",
         .where = root.json().where("activation_checkpointing"),
         .text =
             "says how checkpoints are kept, and not whether there are any: the program's calls "
             "do; give --checkpointing"});
}

}  // namespace shardscope::core
