#include "profiler/cli/options/setting_options.h"

#include <algorithm>
#include <array>
#include <string>

#include "profiler/cli/options/arguments.h"

namespace shardscope::cli {

namespace {

constexpr uint8_t kAll = kRun | kSimulate | kExplain;
constexpr uint8_t kPlanned = kAll | kPlan;
constexpr std::string_view kModel = "Model";
constexpr std::string_view kBatch = "Ranks and batch";
constexpr std::string_view kStrategy = "Strategy";
constexpr std::string_view kNumbers = "Number formats";
constexpr std::string_view kTraining = "Training";
constexpr std::string_view kMachine = "Memory and device";
constexpr std::string_view kSimulated = "Simulated machine";
constexpr std::string_view kOutput = "Output";

constexpr std::array kOptions{
    SettingOption{"model.name", "--model", "NAME|FILE", "gpt", kModel,
                  "gpt (GPT-2's architecture), llama, mlp,\nconformance (integers, exact sums), a "
                  "Hugging Face\nname (gpt2-xl, llama-3.1-8b; help lists them),\nor a config.json",
                  kPlanned},
    SettingOption{"model.layers", "--layers", "N", "6", kModel, "transformer blocks", kPlanned},
    SettingOption{"model.hidden", "--hidden", "N", "384", kModel, "width of a token's vector",
                  kPlanned},
    SettingOption{"model.heads", "--heads", "N", "6", kModel, "attention heads; divide --hidden",
                  kPlanned},
    SettingOption{"model.vocab", "--vocab", "N", "256", kModel,
                  "token values; a file read as bytes needs 256", kPlanned},
    SettingOption{
        "model.sequence", "--seq", "TOKENS", "64", kModel,
        "length of a sequence; without it, a named model\nhas its positions, at most 2048",
        kPlanned},
    SettingOption{
        "model.intermediate", "--intermediate", "N", "8/3 of --hidden", kModel,
        "llama: width of the feed-forward; the default is\nrounded up to a multiple of 256",
        kPlanned},
    SettingOption{"model.kvHeads", "--kv-heads", "N", "--heads", kModel,
                  "llama: heads of keys and values; divide --heads", kPlanned},
    SettingOption{"model.headDim", "--head-dim", "N", "--hidden / --heads", kModel,
                  "llama: columns of a head, an even number", kPlanned},
    SettingOption{"model.qkvBias", "--qkv-bias", "on|off", "off", kModel,
                  "llama: biases of queries, keys, values (Qwen2)", kPlanned},
    SettingOption{"model.qkNorm", "--qk-norm", "on|off", "off", kModel,
                  "llama: RMSNorm of queries and keys (Qwen3)", kPlanned},
    SettingOption{"model.tied", "--tied", "on|off", "off", kModel,
                  "llama: the head is the token embedding", kPlanned},
    SettingOption{"model.ropeTheta", "--rope-theta", "X", "10000", kModel,
                  "llama: base of the rotary embedding", kPlanned},
    SettingOption{"model.ropeScaling", "--rope-scaling", "KIND,FACTOR[,LENGTH]", "none", kModel,
                  "llama: stretch of the rotary embedding: linear, llama3, yarn;\n"
                  "LENGTH: tokens it was trained with before",
                  kPlanned},
    SettingOption{"model.normEpsilon", "--norm-epsilon", "X", "1e-05", kModel,
                  "llama: what RMSNorm adds to the mean square", kPlanned},
    SettingOption{"ranks", "--ranks,--world-size", "N", "4", kBatch,
                  "data-parallel ranks; with --comm mpi, mpirun's -n", kAll},
    SettingOption{"microBatch", "--micro-batch", "N", "1", kBatch,
                  "sequences a rank and micro-batch", kAll},
    SettingOption{"gradAccum", "--grad-accum,--gradient-accumulation-steps", "G[,G...]", "1",
                  kBatch, "micro-batches a step; several: every strategy\nunder each",
                  kRun | kSimulate},
    SettingOption{"gradAccum", "--grad-accum,--gradient-accumulation-steps", "G", "1", kBatch,
                  "micro-batches a step", kExplain},
    SettingOption{"globalBatch", "--global-batch", "N", "", kBatch,
                  "sequences a step over all ranks; gives G,\nor is checked against it", kAll},
    SettingOption{"stage", "--stage", "S[,S...]", "0,1,2,3", kStrategy,
                  "ZeRO stages: short for --strategy zero-S", kPlanned},
    SettingOption{"strategy", "--strategy", "NAME[,...]", "", kStrategy,
                  "presets by name, described below", kPlanned},
    SettingOption{"deepspeed", "--deepspeed", "FILE", "", kStrategy,
                  "settings from a DeepSpeed configuration\n(ds_config.json); options override it",
                  kPlanned},
    SettingOption{"bucket", "--bucket", "SIZE", "layer", kStrategy,
                  "gradient bucket: layer (one a layer), elements\n(4000000), or bytes (25MiB); "
                  "a system's preset has\nits own default",
                  kAll},
    SettingOption{"inFlight", "--in-flight", "K", "2", kStrategy,
                  "full-size buckets alive at once, stages 2 and 3", kAll},
    SettingOption{"overlap", "--overlap", "on|off", "on", kStrategy,
                  "communicate while backward computes; off by default\nin deepspeed-1, "
                  "deepspeed-2",
                  kPlanned},
    SettingOption{"shardGroup", "--shard-group", "S", "all ranks", kStrategy,
                  "shard among S neighbouring ranks, replicate across\nthe groups (hybrid "
                  "sharding)",
                  kAll},
    SettingOption{
        "optimizerState", "--optimizer-state", "WHEN", "set-up", kStrategy,
        "when m and v get their memory: set-up, or first-step\nas in PyTorch's optimizers "
        "(DDP, DeepSpeed, FSDP2)",
        kRun | kSimulate | kPlan},
    SettingOption{
        "without", "--without", "COLLECTIVE", "", kStrategy,
        "break it on purpose: leave out all-gather or\n"
        "reduce-scatter, and see ranks part (exit 1);\nstages 1,2 unless --stage is given",
        kAll},
    SettingOption{"dtype", "--dtype", "TYPE", "bf16", kNumbers,
                  "weights and activations: fp32, bf16, fp16", kPlanned},
    SettingOption{"reduceDtype", "--reduce-dtype", "TYPE", "--dtype's", kNumbers,
                  "what gradient collectives carry", kPlanned},
    SettingOption{"accumulateDtype", "--accumulate-dtype", "TYPE", "--dtype's", kNumbers,
                  "what micro-batches add into", kPlanned},
    SettingOption{
        "attention", "--attention", "KIND", "materialized", kNumbers,
        "materialized: scores are kept for backward;\nflash: computed again, tile by tile", kAll},
    SettingOption{"checkpointing", "--checkpointing", "KIND", "none", kNumbers,
                  "activation checkpointing. none; selective: attention\n"
                  "scores are computed again in backward; full: whole\n"
                  "layers are, from their input; alternate: as full, but\n"
                  "attention and every second matrix product are kept",
                  kAll},
    SettingOption{"logits", "--logits", "KIND", "fused", kNumbers,
                  "the loss reads and writes them as they are; fp32: as\n"
                  "a framework without a fused loss, three fp32 copies",
                  kPlanned},
    SettingOption{"optimizer", "--optimizer", "NAME", "adamw", kTraining, "adamw or sgd", kPlanned},
    SettingOption{"lr", "--lr", "X", "0.001", kTraining, "learning rate"},
    SettingOption{"clip", "--clip", "X", "1", kTraining, "gradient norm limit; 0: none", kPlanned},
    SettingOption{"seed", "--seed", "N", "0", kTraining, "of weights and synthetic data"},
    SettingOption{"data", "--data", "FILE", "synthetic", kTraining,
                  "any file as bytes, or llm.c's token .bin"},
    SettingOption{"steps", "--steps", "N", "20", kTraining, "optimizer steps a strategy"},
    SettingOption{"memoryLimit", "--memory-limit", "SIZE", "none", kMachine,
                  "bytes a rank may reserve: 68MiB, 16GiB"},
    SettingOption{"allocator", "--allocator", "KIND", "expandable", kMachine,
                  "segments: expandable or classic (PyTorch's rules)", kRun | kSimulate | kPlan},
    SettingOption{"device", "--device", "NAME", "host", kMachine,
                  "host: CPU threads; cuda: NVIDIA GPUs", kRun},
    SettingOption{"comm", "--comm", "KIND", "inproc", kMachine,
                  "host: inproc (ranks in one process) or mpi (one a\n"
                  "process: mpirun -n N shardscope run --comm mpi);\n"
                  "cuda: nccl (one rank a GPU; its default where there\n"
                  "are as many) or same-gpu (all ranks on one GPU)",
                  kRun},
    SettingOption{"gpu", "--gpu", "NAME", "h100-sxm", kSimulated,
                  "the GPU that is stood for; help: list them", kSimulate},
    SettingOption{"gpusPerNode", "--gpus-per-node", "K", "the fabric's", kSimulated,
                  "GPUs that share a node", kSimulate},
    SettingOption{"fabric", "--fabric", "NAME[,NAME]", "the GPU's", kSimulated,
                  "links in a node and the network between\nnodes: nvlink-4,8x400g", kSimulate},
    SettingOption{"hardware", "--hardware", "FILE", "none", kSimulated,
                  "a machine of one's own (JSON), instead of --gpu", kSimulate},
    SettingOption{"costsFrom", "--costs-from", "FILE[,FILE]", "none", kSimulated,
                  "what if: the times of a recording instead of a\nmachine's. Its workload is the "
                  "default, options\nchange it; several files fill each other's gaps",
                  kSimulate},
    SettingOption{"stragglers", "--stragglers", "SIGMA[,SEED]", "0", kSimulated,
                  "ranks slower by 1 + SIGMA*|z|, z normal", kSimulate},
    SettingOption{"timing", "--timing", "KIND", "cupti", kMachine,
                  "what times a GPU: cupti, or events where CUPTI cannot", kRun},
    SettingOption{"tf32", "--tf32", "on|off", "off", kMachine,
                  "fp32 matrix products of a GPU in tf32", kRun},
    SettingOption{"out", "--out", "DIR", "shardscope-out/<time>", kOutput,
                  "folder of the recordings; without it, the link\nshardscope-out/latest follows"},
    SettingOption{"record", "--record", "on|off", "on", kOutput, "off: no files, the table only"},
    SettingOption{
        "saveCheckpoint", "--save-checkpoint", "KIND", "none", kOutput,
        "after the last step, a file a rank in\nDIR/NAME.checkpoint: sharded, what each rank "
        "owns;\nconsolidated, with weights gathered on rank 0.\nsimulate: its memory and "
        "times alone"},
    SettingOption{"progress", "--progress", "KIND", "auto", kOutput,
                  "on stderr: bar, json (a line a step), off;\nauto: bar on a terminal",
                  kRun | kSimulate | kPlan},
};

/// `calibrate` has the options that decide which kernels there are, on what, and how many ranks.
bool hasOption(const SettingOption& row, Commands command) {
    if (command != kCalibrate) return (row.commands & command) != 0;
    constexpr std::array<std::string_view, 8> kKeys{"ranks", "microBatch", "optimizer", "device",
                                                    "comm",  "timing",     "tf32",      "gpu"};
    return row.group == kModel || row.group == kNumbers ||
           std::ranges::find(kKeys, row.key) != kKeys.end();
}

/// `explain` compares two strategies, by default on a model whose plans fit a screen.
std::string_view defaultOf(const SettingOption& row, Commands command) {
    if (command == kCalibrate && row.key == "model.name") return "gpt and llama";
    if (command == kCalibrate && row.key == "ranks") return "cores, at most 8; cuda: GPUs";
    if (command == kCalibrate && row.key == "gpu") return "by the GPU's name";
    if (command != kExplain) return row.shownDefault;
    if (row.key == "stage") return "1,2";
    if (row.key == "model.name") return "mlp";
    return row.key == "model.layers" ? "3" : row.shownDefault;
}

std::string_view helpOf(const SettingOption& row, Commands command) {
    if (command != kCalibrate || row.key != "gpu") return row.help;
    return "with --device cuda: the catalogue's GPU that is nearest\nto this one, for what one "
           "machine cannot measure";
}
std::string_view groupOf(const SettingOption& row, Commands command) {
    return command == kCalibrate && row.key == "gpu" ? kMachine : row.group;
}

}  // namespace

std::span<const SettingOption> settingOptions() { return kOptions; }

std::string_view optionOf(std::string_view key) {
    const auto* found = std::ranges::find(kOptions, key, &SettingOption::key);
    return found == kOptions.end() ? key : found->names.substr(0, found->names.find(','));
}

std::string_view keyOf(std::string_view option) {
    for (const SettingOption& row : kOptions) {
        const std::string names = "," + std::string(row.names) + ",";
        if (names.find("," + std::string(option) + ",") != std::string::npos) return row.key;
    }
    return {};
}

void addSettingOptions(CLI::App& app, Commands command, core::Settings& settings) {
    for (const SettingOption& row : kOptions) {
        if (!hasOption(row, command)) continue;
        const std::string key(row.key), where(optionOf(row.key));
        addValue(app, std::string(row.names), std::string(row.valueName),
                 std::string(defaultOf(row, command)), std::string(helpOf(row, command)),
                 std::string(groupOf(row, command)),
                 [&settings, key, where](const std::string& text) {
                     settings[key] = {.text = text, .where = where};
                 });
    }
}

}  // namespace shardscope::cli
