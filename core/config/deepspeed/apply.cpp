#include "core/config/deepspeed/apply.h"

#include <fmt/format.h>

#include <charconv>

namespace shardscope::core {

namespace {

std::optional<int64_t> given(const Settings& settings, std::string_view key) {
    const auto found = settings.find(key);
    if (found == settings.end()) return std::nullopt;
    const std::string& text = found->second.text;
    int64_t value = 0;
    const auto [end, code] = std::from_chars(text.data(), text.data() + text.size(), value);
    const bool whole = code == std::errc() && end == text.data() + text.size() && value > 0;
    return whole ? std::optional(value) : std::nullopt;
}

/// Gathers what the file says, leaving out what was given already.
class Gatherer {
  public:
    Gatherer(const DeepSpeedSettings& ds, const Settings& given) : ds_(ds), given_(given) {}

    void add(const char* setting, std::string_view key, std::string text) {
        if (given_.contains(setting)) return;
        settings_[setting] = {.text = std::move(text), .where = ds_.where(key)};
    }
    void add(const char* setting, std::string_view key, std::optional<int64_t> value) {
        if (value) add(setting, key, std::to_string(*value));
    }
    Settings take() { return std::move(settings_); }

  private:
    const DeepSpeedSettings& ds_;
    const Settings& given_;
    Settings settings_;
};

/// An "auto" that options give, or that the product rule does.
bool isResolved(const DeepSpeedAuto& value, const DeepSpeedSettings& ds, const Settings& options) {
    const bool batch = ds.batch.train || options.contains("globalBatch");
    if (value.setting == "strategy" && options.contains("stage")) return true;
    if (value.setting == "microBatch" || value.setting == "gradAccum") {
        if (batch) return true;
    }
    return options.contains(value.setting);
}

Result<void> checkResolved(const DeepSpeedSettings& ds, const Settings& options) {
    for (const DeepSpeedAuto& value : ds.unresolved) {
        if (isResolved(value, ds, options)) continue;
        return invalidInput(
            value.where, fmt::format("is \"auto\", which Hugging Face's Trainer fills in and this "
                                     "file does not say; give {}",
                                     value.option));
    }
    return {};
}

/// DeepSpeed's rule for a missing micro-batch: the batch over ranks and accumulation (1 if missing).
Result<std::optional<int64_t>> microBatchOf(const DeepSpeedSettings& ds, const Settings& options,
                                            int64_t ranks) {
    if (ds.batch.micro || options.contains("microBatch")) return ds.batch.micro;
    const auto train =
        options.contains("globalBatch") ? given(options, "globalBatch") : ds.batch.train;
    if (!train) return std::optional<int64_t>();
    const int64_t accumulation = options.contains("gradAccum")
                                     ? given(options, "gradAccum").value_or(1)
                                     : ds.batch.accumulation.value_or(1);
    if (*train % (accumulation * ranks) == 0) return std::optional(*train / (accumulation * ranks));
    return invalidInput(
        ds.where("train_batch_size"),
        fmt::format(
            "found {}; allowed: a multiple of gradient_accumulation_steps x ranks = {} x {} "
            "= {}; --global-batch N is taken before it",
            *train, accumulation, ranks, accumulation * ranks));
}

Result<void> addBatch(Gatherer& out, const DeepSpeedSettings& ds, const Settings& options,
                      int64_t ranks) {
    const auto micro = microBatchOf(ds, options, ranks);
    if (!micro) return tl::unexpected(micro.error());
    if (!*micro && !ds.batch.train && !options.contains("microBatch")) {
        return invalidInput(ds.where("train_micro_batch_size_per_gpu"),
                            "is missing, and so is train_batch_size; give one of them, or "
                            "--micro-batch");
    }
    out.add("microBatch", ds.batch.micro ? "train_micro_batch_size_per_gpu" : "train_batch_size",
            *micro);
    out.add("globalBatch", "train_batch_size", ds.batch.train);
    // Both given: the product is checked. Accumulation alone missing: the batch gives it.
    out.add("gradAccum", "gradient_accumulation_steps", ds.batch.accumulation);
    return {};
}

void addPrecision(Gatherer& out, const DeepSpeedSettings& ds) {
    const char* section = ds.dtype == DType::Fp16 ? "fp16.enabled" : "bf16.enabled";
    out.add("dtype", section, std::string(nameOf(ds.dtype)));
    if (ds.communicationDtype) {
        out.add("reduceDtype", "communication_data_type",
                std::string(nameOf(*ds.communicationDtype)));
    }
    if (ds.accumulateDtype) {
        out.add("accumulateDtype", "data_types.grad_accum_dtype",
                std::string(nameOf(*ds.accumulateDtype)));
    }
    out.add("clip", "gradient_clipping", fmt::format("{}", ds.clip));
}

void addStrategy(Gatherer& out, const DeepSpeedSettings& ds, const Settings& options) {
    if (!options.contains("stage")) {
        out.add("strategy", "zero_optimization.stage", std::string(ds.preset()));
    }
    out.add("bucket", "zero_optimization.reduce_bucket_size", std::to_string(ds.reduceBucket));
    out.add("overlap", "zero_optimization.overlap_comm", ds.overlap ? "on" : "off");
    if (ds.shardGroup > 0) {
        out.add("shardGroup", "zero_optimization.mics_shard_size", std::to_string(ds.shardGroup));
    }
    // Two buffers take turns with overlap_comm, one serves without it.
    out.add("inFlight", "zero_optimization.overlap_comm", ds.overlap ? "2" : "1");
}

}  // namespace

Result<Settings> settingsOf(const DeepSpeedSettings& ds, const Settings& options, int64_t ranks) {
    if (auto resolved = checkResolved(ds, options); !resolved) {
        return tl::unexpected(resolved.error());
    }
    Gatherer out(ds, options);
    if (auto batch = addBatch(out, ds, options, ranks); !batch) {
        return tl::unexpected(batch.error());
    }
    addPrecision(out, ds);
    addStrategy(out, ds, options);
    if (ds.optimizer) {
        const bool sgd = ds.optimizer->kind == OptimizerKind::Sgd;
        out.add("optimizer", "optimizer.type", sgd ? "sgd" : "adamw");
        out.add("lr", "optimizer.params.lr", fmt::format("{}", ds.optimizer->learningRate));
    }
    return out.take();
}

void applyDeepSpeed(const DeepSpeedSettings& ds, Workload& workload, Strategy& strategy) {
    workload.lossScaling = ds.lossScaling;
    if (ds.optimizer && workload.optimizer.kind == ds.optimizer->kind) {
        const double learningRate = workload.optimizer.learningRate;  // an option may have set it
        workload.optimizer = *ds.optimizer;
        workload.optimizer.learningRate = learningRate;
    }
    const bool perOwner = ds.reduceScatter && !ds.multiRankAllReduce;
    if (perOwner && strategy.preset.starts_with("deepspeed-")) {
        strategy.collective = GradientCollective::ReduceToOwner;
    }
}

}  // namespace shardscope::core
