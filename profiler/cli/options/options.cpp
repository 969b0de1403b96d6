#include "profiler/cli/options/options.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <limits>

#include "profiler/cli/options/batch_options.h"
#include "profiler/cli/options/llama_options.h"
#include "profiler/cli/options/machine_options.h"
#include "profiler/cli/options/setting_reader.h"
#include "profiler/cli/options/strategy_options.h"
#include "profiler/cli/options/user_files.h"

namespace shardscope::cli {

namespace {

constexpr int64_t kLargest = int64_t{1} << 30;
constexpr std::array<std::string_view, 3> kDTypes{"fp32", "bf16", "fp16"};
constexpr std::array<std::string_view, 2> kAttention{"materialized", "flash"};
constexpr std::array<std::string_view, 4> kCheckpointing{"none", "selective", "alternate", "full"};
constexpr std::array<std::string_view, 2> kLogits{"fused", "fp32"};
constexpr std::array<std::string_view, 3> kCheckpoints{"none", "sharded", "consolidated"};
constexpr std::array<std::string_view, 2> kOptimizers{"adamw", "sgd"};

core::DType readDType(SettingReader& read, std::string_view key, core::DType fallback) {
    const std::string_view name = read.choice(key, core::nameOf(fallback), kDTypes);
    return *core::parseDType(name, read.where(key));
}

core::ModelShape readModel(SettingReader& read) {
    const core::ModelShape d;
    core::ModelShape model{
        .name = std::string(read.choice("model.name", d.name, core::modelNames())),
        .layers = read.integer("model.layers", d.layers, 1, kLargest),
        .hidden = read.integer("model.hidden", d.hidden, 1, kLargest),
        .heads = read.integer("model.heads", d.heads, 1, kLargest),
        .vocab = read.integer("model.vocab", d.vocab, 2, kLargest),
        .sequence = read.integer("model.sequence", d.sequence, 1, kLargest)};
    readLlamaShape(read, model);
    return model;
}

core::Attention readAttention(SettingReader& read) {
    return read.choice("attention", kAttention[0], kAttention) == kAttention[1]
               ? core::Attention::Flash
               : core::Attention::Materialized;
}

core::Checkpointing readCheckpointing(SettingReader& read) {
    const auto name = read.choice("checkpointing", kCheckpointing[0], kCheckpointing);
    const auto place = std::ranges::find(kCheckpointing, name) - kCheckpointing.begin();
    return static_cast<core::Checkpointing>(place);
}

core::CheckpointKind readCheckpoint(SettingReader& read, Commands command, bool record) {
    const auto name = read.choice("saveCheckpoint", kCheckpoints[0], kCheckpoints);
    if (name == kCheckpoints[0]) return core::CheckpointKind::None;
    if (command == kRun && !record) {
        read.fail("saveCheckpoint",
                  "is written beside the recordings, and --record off writes none; allowed: "
                  "--record on");
    }
    return name == kCheckpoints[1] ? core::CheckpointKind::Sharded
                                   : core::CheckpointKind::Consolidated;
}

core::Workload readWorkload(SettingReader& read) {
    core::Workload w;
    w.model = readModel(read);
    w.microBatch = read.integer("microBatch", w.microBatch, 1, kLargest);
    w.steps = read.integer("steps", w.steps, 1, kLargest);
    w.dtype = readDType(read, "dtype", w.dtype);
    w.reduceDtype = readDType(read, "reduceDtype", w.dtype);
    w.accumulateDtype = readDType(read, "accumulateDtype", w.dtype);
    w.attention = readAttention(read);
    w.checkpointing = readCheckpointing(read);
    w.logits = read.choice("logits", kLogits[0], kLogits) == kLogits[1] ? core::Logits::Fp32
                                                                        : core::Logits::Fused;
    w.optimizer.kind = read.choice("optimizer", "adamw", kOptimizers) == "sgd"
                           ? core::OptimizerKind::Sgd
                           : core::OptimizerKind::AdamW;
    w.optimizer.learningRate = read.number("lr", w.optimizer.learningRate);
    w.clip = read.number("clip", w.clip);
    w.seed = static_cast<uint64_t>(read.integer("seed", 0, 0, std::numeric_limits<int64_t>::max()));
    w.data = read.text("data", w.data);
    return w;
}

/// validate() speaks of options; says the file and key where that is what was given.
core::Error atItsPlace(core::Error error, const SettingReader& read) {
    const std::string_view key = keyOf(error.where);
    if (!key.empty()) error.where = read.where(key);
    return error;
}

void check(const core::Workload& workload, SettingReader& read) {
    if (read.error()) return;
    if (auto valid = core::validate(workload); !valid) read.fail(atItsPlace(valid.error(), read));
}

/// A shard group needs shards, and the usual stages have 0.
void checkUsualStages(SettingReader& read) {
    if (!read.has("shardGroup") || read.has("stage") || read.has("strategy")) return;
    read.fail("shardGroup",
              "the usual stages have 0, whose replicated optimizer has no shards; give --stage "
              "1,2,3 beside it");
}

}  // namespace

core::Settings merged(core::Settings file, const core::Settings& options) {
    if (options.contains("stage") || options.contains("strategy")) {
        file.erase("stage");
        file.erase("strategy");
    }
    for (const auto& [key, setting] : options) file[key] = setting;
    return file;
}

core::Result<profiler::RunRequest> makeRequest(const core::Settings& settings, Commands command,
                                               std::optional<MpiWorld> world) {
    core::Settings all = settings;
    const auto files = UserFiles::read(all, world);
    if (!files) return tl::unexpected(files.error());
    SettingReader read(all);
    profiler::RunRequest request;
    request.workload = readWorkload(read);
    readMachine(read, command, world, request);
    const bool ownG =
        command == kPlan && (settings.contains("globalBatch") || !read.has("gradAccum"));
    readBatch(read, !ownG, request);
    readStrategies(read, request);
    if (command & (kRun | kSimulate)) checkUsualStages(read);
    request.record = read.onOff("record", request.record);
    request.checkpoint = readCheckpoint(read, command, request.record);
    files->apply(read, settings, request);
    if (command == kRun) files->checkRuns(read);
    check(request.workload, read);
    if (read.error()) return tl::unexpected(*read.error());
    return request;
}

}  // namespace shardscope::cli
