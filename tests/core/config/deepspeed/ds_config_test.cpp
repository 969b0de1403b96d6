#include "core/config/deepspeed/ds_config.h"

#include <gtest/gtest.h>

#include <algorithm>

#include "core/config/deepspeed/keys.h"

namespace shardscope::core {
namespace {

DeepSpeedSettings settingsFrom(std::string_view json) {
    const auto settings = parseDeepSpeedConfig(json, "ds.json");
    EXPECT_TRUE(settings) << toString(settings.error());
    return settings ? *settings : DeepSpeedSettings{};
}

std::string faultOf(std::string_view json) {
    const auto settings = parseDeepSpeedConfig(json, "ds.json");
    if (settings) return "(read)";
    EXPECT_EQ(settings.error().code, ErrorCode::InvalidInput);
    return toString(settings.error());
}

std::string zeroFault(const std::string& keys) {
    return faultOf("{\"zero_optimization\": {\n" + keys + "}}");
}

/// The remark on @p key; "(none)" when there is none.
std::string textOf(const std::vector<DeepSpeedRemark>& remarks, std::string_view key) {
    const auto found = std::ranges::find(remarks, key, &DeepSpeedRemark::key);
    return found == remarks.end() ? "(none)" : found->text;
}

TEST(DeepSpeedConfig, AnEmptyFileHasDeepSpeedsDefaults) {
    const DeepSpeedSettings s = settingsFrom("{}");
    EXPECT_EQ(s.stage, 0);
    EXPECT_EQ(s.preset(), "zero-0");
    EXPECT_EQ(s.reduceBucket, 500'000'000);
    EXPECT_FALSE(s.overlap);
    EXPECT_EQ(s.dtype, DType::Fp32);
    EXPECT_EQ(s.clip, 0.0);
    EXPECT_FALSE(s.optimizer);
    EXPECT_EQ(s.batch, DeepSpeedBatch{});
}

TEST(DeepSpeedConfig, ReadsACompleteFile) {
    const DeepSpeedSettings s = settingsFrom(R"({
        "train_batch_size": 64, "train_micro_batch_size_per_gpu": 2, // comment
        "gradient_accumulation_steps": 4, "gradient_clipping": 1.0,
        "bf16": {"enabled": true}, "communication_data_type": "fp32",
        "data_types": {"grad_accum_dtype": "fp32"},
        "zero_optimization": {"stage": 2, "reduce_bucket_size": 2e8, "overlap_comm": true,
            "contiguous_gradients": true, "reduce_scatter": true, "allgather_bucket_size": 2e8},
        "optimizer": {"type": "AdamW", "params": {"lr": 3e-5, "betas": [0.8, 0.95], "eps": 1e-7,
            "weight_decay": 3e-7}},
        "wall_clock_breakdown": false, "steps_per_print": 2000,
    })");
    EXPECT_EQ(s.preset(), "deepspeed-2");
    EXPECT_EQ(s.reduceBucket, 200'000'000);
    EXPECT_TRUE(s.overlap);
    EXPECT_EQ(s.batch, (DeepSpeedBatch{.train = 64, .micro = 2, .accumulation = 4}));
    EXPECT_EQ(s.dtype, DType::Bf16);
    EXPECT_EQ(s.communicationDtype, DType::Fp32);
    EXPECT_EQ(s.accumulateDtype, DType::Fp32);
    EXPECT_EQ(s.clip, 1.0);
    ASSERT_TRUE(s.optimizer);
    EXPECT_EQ(*s.optimizer, (OptimizerSettings{.learningRate = 3e-5,
                                               .beta1 = 0.8,
                                               .beta2 = 0.95,
                                               .epsilon = 1e-7,
                                               .weightDecay = 3e-7}));
    EXPECT_EQ(s.where("train_batch_size"), "ds.json:2:9: train_batch_size");
    EXPECT_EQ(s.where("fp16.enabled"), "ds.json: fp16.enabled");
}

TEST(DeepSpeedConfig, OverlapIsOnByDefaultAtStage3Only) {
    EXPECT_FALSE(settingsFrom(R"({"zero_optimization": {"stage": 2}})").overlap);
    EXPECT_TRUE(settingsFrom(R"({"zero_optimization": {"stage": 3}})").overlap);
    EXPECT_FALSE(
        settingsFrom(R"({"zero_optimization": {"stage": 3, "overlap_comm": false}})").overlap);
}

TEST(DeepSpeedConfig, ReadsLossScaling) {
    const auto scaling = [](const std::string& keys) {
        return settingsFrom("{\"fp16\": {\"enabled\": true" + keys + "}}").lossScaling;
    };
    EXPECT_EQ(scaling(""),
              (LossScaling{.initial = 65536, .window = 1000, .hysteresis = 2, .minimum = 1}));
    EXPECT_EQ(scaling(R"(, "initial_scale_power": 12, "loss_scale_window": 500, "hysteresis": 4,
                         "min_loss_scale": 2)"),
              (LossScaling{.initial = 4096, .window = 500, .hysteresis = 4, .minimum = 2}));
    const LossScaling fixed = scaling(R"(, "loss_scale": 128)");
    EXPECT_EQ(fixed.initial, 128);
    EXPECT_EQ(fixed.minimum, 128);
    EXPECT_EQ(
        faultOf(R"({"fp16": {"initial_scale_power": 1, "min_loss_scale": 4}})"),
        "ds.json:1:37: fp16.min_loss_scale: found 4; allowed: at most the initial scale, 2^1 = "
        "2");
}

TEST(DeepSpeedConfig, ReportsWhatDeepSpeedIgnores) {
    const DeepSpeedSettings s = settingsFrom(R"({"zero_optimization": {"stage": 1,
        "allgather_bucket_size": 5e8, "allgather_partitions": true, "sub_group_size": 1e9,
        "stage3_max_live_parameters": 1e9}})");
    EXPECT_EQ(
        textOf(s.ignored, "zero_optimization.allgather_bucket_size"),
        "with a PyTorch that gathers into one tensor (any since 1.13), each parameter group is "
        "gathered in one call");
    EXPECT_NE(textOf(s.ignored, "zero_optimization.allgather_partitions"), "(none)");
    EXPECT_EQ(textOf(s.ignored, "zero_optimization.sub_group_size"),
              "DeepSpeed reads it at stage 3 only");
    const DeepSpeedSettings three =
        settingsFrom(R"({"zero_optimization": {"stage": 3, "sub_group_size": 1e9}})");
    EXPECT_EQ(textOf(three.ignored, "zero_optimization.sub_group_size"), "(none)");
    EXPECT_EQ(textOf(three.remarks, "zero_optimization.sub_group_size"),
              "is not modelled: the optimizer updates all it owns at once");
}

TEST(DeepSpeedConfig, RefusesWhatIsNotModelledWithTheReason) {
    EXPECT_EQ(zeroFault("\"offload_optimizer\": {\"device\": \"cpu\"}"),
              "ds.json:2:1: zero_optimization.offload_optimizer: found an object; state in CPU or "
              "NVMe memory is not modelled; leave it out to see what stays on the GPU");
    EXPECT_EQ(zeroFault("\"offload_param\": {\"device\": \"none\"}"), "(read)");
    EXPECT_EQ(zeroFault("\"cpu_offload\": false"), "(read)");
    EXPECT_NE(zeroFault("\"cpu_offload\": true").find("found true; state in CPU"),
              std::string::npos);
    EXPECT_EQ(zeroFault("\"zero_hpz_partition_size\": 1"), "(read)");
    EXPECT_NE(zeroFault("\"zero_hpz_partition_size\": 8").find("found 8; a second partition"),
              std::string::npos);
    EXPECT_NE(zeroFault("\"stage\": 2, \"contiguous_gradients\": false")
                  .find("found false; allowed: "
                        "true"),
              std::string::npos);
    EXPECT_NE(faultOf(R"({"elasticity": {"enabled": true}})").find("it chooses the batch itself"),
              std::string::npos);
    EXPECT_EQ(faultOf(R"({"elasticity": {"enabled": false}})"), "(read)");
    EXPECT_NE(faultOf(R"({"activation_checkpointing": {"cpu_checkpointing": true}})")
                  .find("activation_checkpointing.cpu_checkpointing: found true"),
              std::string::npos);
    EXPECT_NE(faultOf(R"({"optimizer": {"type": "Lamb"}})")
                  .find("optimizer.type: found the text \"Lamb\"; allowed: Adam, AdamW, SGD"),
              std::string::npos);
    EXPECT_EQ(
        faultOf(R"({"fp16": {"enabled": true}, "bf16": {"enabled": true}})"),
        "ds.json:1:11: fp16.enabled: found true, and bf16.enabled is true too; allowed: one of "
        "them");
}

TEST(DeepSpeedConfig, NamesTheNearestKeyForOneThatIsUnknown) {
    EXPECT_EQ(zeroFault("\"reduce_bucket_sise\": 5e8"),
              "ds.json:2:1: zero_optimization.reduce_bucket_sise: is not a key of a DeepSpeed "
              "configuration; did you mean reduce_bucket_size?");
    EXPECT_EQ(
        faultOf("{\"gradient_acumulation_steps\": 4}"),
        "ds.json:1:2: gradient_acumulation_steps: is not a key of a DeepSpeed configuration; did "
        "you mean gradient_accumulation_steps?");
    EXPECT_EQ(faultOf("{\"overlap_comm\": true}"),
              "ds.json:1:2: overlap_comm: is not a key of a DeepSpeed configuration; did you mean "
              "zero_optimization.overlap_comm?");
    EXPECT_EQ(faultOf("{\"xyzzy\": 1}"),
              "ds.json:1:2: xyzzy: is not a key of a DeepSpeed configuration; leave it out");
}

TEST(DeepSpeedConfig, RefusesWrongValues) {
    EXPECT_EQ(zeroFault("\"stage\": 4"),
              "ds.json:2:1: zero_optimization.stage: found 4; allowed: a whole number from 0 to 3");
    EXPECT_EQ(zeroFault("\"reduce_bucket_size\": 0"),
              "ds.json:2:1: zero_optimization.reduce_bucket_size: found 0; allowed: a whole number "
              "from 1 to 1,099,511,627,776");
    EXPECT_EQ(faultOf("{\"train_batch_size\": 1e30}"),
              "ds.json:1:2: train_batch_size: found 1e30; allowed: a whole number from 1 to "
              "1,099,511,627,776");
    EXPECT_EQ(
        faultOf("{\"zero_optimization\": true}"),
        "ds.json:1:2: zero_optimization: found true, the form of 2020; allowed: an object such "
        "as {\"stage\": 1}");
    EXPECT_EQ(
        faultOf(R"({"optimizer": {"type": "Adam", "params": {"betas": [0.9, 1]}}})"),
        "ds.json:1:43: optimizer.params.betas: found a list; allowed: a list of two numbers from "
        "0 to below 1");
    EXPECT_EQ(faultOf(R"({"gradient_clipping": -1})"),
              "ds.json:1:2: gradient_clipping: found -1; allowed: a number from 0 on");
}

TEST(DeepSpeedConfig, AutoValuesAreUnresolved) {
    const DeepSpeedSettings s = settingsFrom(R"({"train_batch_size": "auto",
        "train_micro_batch_size_per_gpu": "auto", "gradient_accumulation_steps": "auto",
        "gradient_clipping": "auto", "bf16": {"enabled": "auto"}, "fp16": {"enabled": "auto"},
        "zero_optimization": {"stage": 3, "reduce_bucket_size": "auto",
        "stage3_prefetch_bucket_size": "auto"},
        "optimizer": {"type": "AdamW", "params": {"lr": "auto", "betas": "auto", "eps": "auto",
        "weight_decay": "auto"}}})");
    std::vector<std::string> keys;
    for (const DeepSpeedAuto& value : s.unresolved) keys.push_back(value.key);
    EXPECT_EQ(keys, (std::vector<std::string>{"zero_optimization.reduce_bucket_size",
                                              "bf16.enabled", "fp16.enabled", "optimizer.params.lr",
                                              "train_micro_batch_size_per_gpu",
                                              "gradient_accumulation_steps", "gradient_clipping"}));
    EXPECT_EQ(s.unresolved[4].option, "--micro-batch");
    EXPECT_NE(textOf(s.remarks, "optimizer.params.betas"), "(none)");
}

TEST(DeepSpeedKeys, AreListedOnceAndEachSectionIsListed) {
    for (const DeepSpeedKey& key : deepSpeedKeys()) {
        EXPECT_EQ(std::ranges::count(deepSpeedKeys(), key.path, &DeepSpeedKey::path), 1)
            << key.path;
        const size_t dot = key.path.rfind('.');
        if (dot == std::string_view::npos) continue;
        const DeepSpeedKey* section = findDeepSpeedKey(key.path.substr(0, dot));
        ASSERT_NE(section, nullptr) << key.path;
        EXPECT_EQ(section->use, DeepSpeedUse::Section) << key.path;
    }
}

}  // namespace
}  // namespace shardscope::core
