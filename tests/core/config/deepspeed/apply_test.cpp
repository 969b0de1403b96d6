#include "core/config/deepspeed/apply.h"

#include <gtest/gtest.h>

#include "core/config/deepspeed/ds_config.h"

namespace shardscope::core {
namespace {

Settings options(std::initializer_list<std::pair<const char*, const char*>> pairs) {
    Settings settings;
    for (const auto& [key, text] : pairs) settings[key] = {.text = text, .where = "--option"};
    return settings;
}

Result<Settings> said(std::string_view json, const Settings& given = {}, int64_t ranks = 4) {
    const auto ds = parseDeepSpeedConfig(json, "ds.json");
    if (!ds) return tl::unexpected(ds.error());
    return settingsOf(*ds, given, ranks);
}

std::string textOf(const Result<Settings>& settings, std::string_view key) {
    if (!settings) return toString(settings.error());
    const auto found = settings->find(key);
    return found == settings->end() ? "(none)" : found->second.text;
}

TEST(DeepSpeedApply, ItsWordsBecomeAWorkloadFiles) {
    const auto settings = said(R"({"train_micro_batch_size_per_gpu": 2, "bf16": {"enabled": true},
        "gradient_accumulation_steps": 3, "communication_data_type": "fp32",
        "zero_optimization": {"stage": 2, "reduce_bucket_size": 1e6, "overlap_comm": true},
        "optimizer": {"type": "SGD", "params": {"lr": 0.5}}})");
    EXPECT_EQ(textOf(settings, "microBatch"), "2");
    EXPECT_EQ(textOf(settings, "gradAccum"), "3");
    EXPECT_EQ(textOf(settings, "globalBatch"), "(none)");
    EXPECT_EQ(textOf(settings, "dtype"), "bf16");
    EXPECT_EQ(textOf(settings, "reduceDtype"), "fp32");
    EXPECT_EQ(textOf(settings, "accumulateDtype"), "(none)");
    EXPECT_EQ(textOf(settings, "strategy"), "deepspeed-2");
    EXPECT_EQ(textOf(settings, "bucket"), "1000000");
    EXPECT_EQ(textOf(settings, "overlap"), "on");
    EXPECT_EQ(textOf(settings, "inFlight"), "2");
    EXPECT_EQ(textOf(settings, "optimizer"), "sgd");
    EXPECT_EQ(textOf(settings, "lr"), "0.5");
    EXPECT_EQ(textOf(settings, "clip"), "0");
    EXPECT_EQ(settings->at("microBatch").where, "ds.json:1:2: train_micro_batch_size_per_gpu");
}

TEST(DeepSpeedApply, MicsBecomesAShardGroup) {
    EXPECT_EQ(textOf(said(R"({"train_micro_batch_size_per_gpu": 2,
        "zero_optimization": {"stage": 3, "mics_shard_size": 8}})"),
                     "shardGroup"),
              "8");
    EXPECT_EQ(textOf(said(R"({"train_micro_batch_size_per_gpu": 2,
        "zero_optimization": {"stage": 3, "mics_shard_size": -1}})"),
                     "shardGroup"),
              "(none)");
    EXPECT_NE(textOf(said(R"({"train_micro_batch_size_per_gpu": 2,
        "zero_optimization": {"stage": 2, "mics_shard_size": 8}})"),
                     "shardGroup")
                  .find("mics_shard_size: found 8 at stage 2; allowed: at stage 3"),
              std::string::npos);
}

TEST(DeepSpeedApply, OptionsWin) {
    const auto settings =
        said(R"({"train_micro_batch_size_per_gpu": 2, "zero_optimization": {"stage": 2}})",
             options({{"microBatch", "8"}, {"stage", "1,2"}, {"clip", "1"}}));
    EXPECT_EQ(textOf(settings, "microBatch"), "(none)");
    EXPECT_EQ(textOf(settings, "strategy"), "(none)");
    EXPECT_EQ(textOf(settings, "clip"), "(none)");
}

TEST(DeepSpeedApply, TheBatchGivesAMissingMicroBatch) {
    constexpr std::string_view kBatch =
        R"({"train_batch_size": 64, "gradient_accumulation_steps": 4})";
    EXPECT_EQ(textOf(said(kBatch), "microBatch"), "4");
    EXPECT_EQ(textOf(said(R"({"train_batch_size": 64})"), "microBatch"), "16");
    EXPECT_EQ(textOf(said(kBatch, options({{"gradAccum", "8"}})), "microBatch"), "2");
    EXPECT_EQ(
        textOf(said(kBatch, {}, 5), "microBatch"),
        "ds.json:1:2: train_batch_size: found 64; allowed: a multiple of "
        "gradient_accumulation_steps x ranks = 4 x 5 = 20; --global-batch N is taken before it");
    EXPECT_EQ(
        textOf(said("{}"), "microBatch"),
        "ds.json: train_micro_batch_size_per_gpu: is missing, and so is train_batch_size; give "
        "one of them, or --micro-batch");
}

TEST(DeepSpeedApply, AnAutoValueMustBeGiven) {
    constexpr std::string_view kAuto =
        "{\"train_micro_batch_size_per_gpu\": 1,\n\"gradient_accumulation_steps\": \"auto\"}";
    EXPECT_EQ(textOf(said(kAuto), "gradAccum"),
              "ds.json:2:1: gradient_accumulation_steps: is \"auto\", which Hugging Face's Trainer "
              "fills in and this file does not say; give --grad-accum");
    EXPECT_EQ(textOf(said(kAuto, options({{"gradAccum", "2"}})), "microBatch"), "1");
    EXPECT_EQ(textOf(said(kAuto, options({{"globalBatch", "8"}})), "microBatch"), "1");
    EXPECT_NE(textOf(said(R"({"train_batch_size": 8, "bf16": {"enabled": "auto"}})"), "dtype")
                  .find("bf16.enabled: is \"auto\""),
              std::string::npos);
    EXPECT_EQ(textOf(said(R"({"train_batch_size": 8, "bf16": {"enabled": "auto"}})",
                          options({{"dtype", "bf16"}})),
                     "microBatch"),
              "2");
}

TEST(DeepSpeedApply, SetsWhatSettingsHaveNoWordFor) {
    const auto ds = parseDeepSpeedConfig(R"({"fp16": {"initial_scale_power": 8},
        "zero_optimization": {"stage": 1, "use_multi_rank_bucket_allreduce": false},
        "optimizer": {"type": "Adam", "params": {"lr": 1, "betas": [0.5, 0.6]}}})",
                                         "ds.json");
    ASSERT_TRUE(ds) << toString(ds.error());
    Workload workload;
    workload.optimizer.learningRate = 0.25;  // an option said so
    Strategy strategy{.preset = "deepspeed-1", .collective = GradientCollective::AllReduce};
    applyDeepSpeed(*ds, workload, strategy);
    EXPECT_EQ(workload.lossScaling.initial, 256);
    EXPECT_EQ(workload.optimizer.learningRate, 0.25);
    EXPECT_EQ(workload.optimizer.beta1, 0.5);
    EXPECT_EQ(workload.optimizer.weightDecay, 0.0);
    EXPECT_EQ(strategy.collective, GradientCollective::ReduceToOwner);
    Strategy zero{.preset = "zero-1"};
    applyDeepSpeed(*ds, workload, zero);
    EXPECT_EQ(zero.collective, GradientCollective::ReduceScatter);
}

}  // namespace
}  // namespace shardscope::core
