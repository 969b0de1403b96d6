#include "profiler/run/run_metadata.h"

#include <fmt/format.h>

#include <cmath>

#include "profiler/run/simulation_facts.h"
#include "traces/vocabulary.h"

namespace shardscope::profiler {

namespace {

using traces::Json;

/// null for what JSON has no number for.
Json number(double value) { return std::isfinite(value) ? Json(value) : Json(); }

Json numbers(const std::vector<double>& values) {
    Json list = Json::array();
    for (double value : values) list.push_back(number(value));
    return list;
}

Json texts(const std::vector<std::string>& values) {
    Json list = Json::array();
    for (const std::string& value : values) list.push_back(value);
    return list;
}

template <class T>
Json orNull(const std::optional<T>& value) {
    return value ? Json(*value) : Json();
}

std::string_view nameOf(core::OptimizerKind kind) {
    return kind == core::OptimizerKind::AdamW ? "adamw" : "sgd";
}

/// fp32 state beside the working weights: momentum, AdamW's variance, and master weights where the
/// working weights are 16-bit. Source: ZeRO, arXiv 1910.02054, section 3.1 (K = 12 with Adam).
int64_t optimizerStateBytes(const core::Workload& workload) {
    const int64_t moments = workload.optimizer.kind == core::OptimizerKind::AdamW ? 2 : 1;
    return 4 * (moments + (workload.hasMasterWeights() ? 1 : 0));
}

Json bucketList(const core::BucketMap& buckets) {
    Json list = Json::array();
    for (int32_t at = 0; at < buckets.count(); ++at) {
        const core::BucketId id{at};
        list.push_back({{"label", buckets.labelOf(id)},
                        {"elements", buckets[id].elements},
                        {"realElements", buckets[id].realElements},
                        {"tied", buckets[id].tied}});
    }
    return list;
}

Json numericsOf(const Numerics& numerics) {
    Json out = {{"loss", numbers(numerics.loss)},
                {"gradientNorm", numbers(numerics.gradientNorm)},
                {"skippedSteps", numerics.skippedSteps},
                {"lossScale", numerics.lossScale ? number(*numerics.lossScale) : Json()},
                {"weightHash", Json()},
                {"ranksAgree", numerics.ranksAgree}};
    if (numerics.weightHash) out["weightHash"] = fmt::format("{:016x}", *numerics.weightHash);
    if (numerics.ranksPartAtStep) out["ranksPartAtStep"] = *numerics.ranksPartAtStep;
    return out;
}

Json recorderOf(const RecorderCounts& counts) {
    return {{"events", counts.events},
            {"dropped", counts.dropped},
            {"unmatched", counts.unmatched},
            {"openAtEnd", counts.openAtEnd},
            {"clockResidualNs", counts.clockResidualNs}};
}

Json largestOf(const core::OutOfMemoryReport& report) {
    Json list = Json::array();
    for (const auto& tensor : report.largest) {
        list.push_back({{"name", tensor.name},
                        {"category", core::nameOf(tensor.category)},
                        {"bytes", tensor.bytes}});
    }
    return list;
}

Json categoriesOf(const core::CategoryBytes& bytes) {
    Json out = Json::object();
    for (size_t at = 0; at < bytes.size(); ++at) {
        if (bytes[at] != 0) out[std::string(core::kCategoryNames[at])] = bytes[at];
    }
    return out;
}

Json outOfMemoryOf(const core::OutOfMemoryReport& report, const core::BucketMap& buckets) {
    const bool hasBucket = report.bucket.valid();
    return {{"rank", report.rank.value},
            {"step", report.step},
            {"microBatch", report.microBatch},
            {"phase", core::nameOf(report.phase)},
            {"bucket", hasBucket ? Json(report.bucket.value) : Json()},
            {"label", hasBucket ? Json(buckets.labelOf(report.bucket)) : Json()},
            {"buffer", report.buffer},
            {"requested", report.requested},
            {"live", report.totals.requested},
            {"allocated", report.totals.allocated},
            {"reserved", report.totals.reserved},
            {"limit", report.limit},
            {"enough", report.enough},
            {"liveByCategory", categoriesOf(report.live)},
            {"largest", largestOf(report)}};
}

/// Sizes as they are used, not as they were given.
void addLlama(Json& out, const core::ModelShape& model) {
    if (model.name != "llama") return;
    out["intermediate"] = model.feedForwardWidth();
    out["kvHeads"] = model.kvHeadCount();
    out["headDim"] = model.headColumns();
    out["qkvBias"] = model.qkvBias;
    out["qkNorm"] = model.qkNorm;
    out["tied"] = model.tied;
    out["ropeTheta"] = model.ropeTheta;
    out["normEpsilon"] = model.normEpsilon;
    const core::RopeScaling& scaling = model.ropeScaling;
    if (scaling.factor == 1.0) return;
    out["ropeScaling"] = {{"type", core::nameOf(scaling.stretch)},
                          {"factor", scaling.factor},
                          {"lowFrequencyFactor", scaling.lowFrequencyFactor},
                          {"highFrequencyFactor", scaling.highFrequencyFactor},
                          {"originalLength", scaling.originalLength},
                          {"fastTurns", scaling.fastTurns},
                          {"slowTurns", scaling.slowTurns},
                          {"attentionFactor", scaling.attentionFactor}};
}

void addShape(Json& out, const core::Workload& workload) {
    out["clip"] = workload.clip;
    out["layers"] = workload.model.layers;
    out["hidden"] = workload.model.hidden;
    out["heads"] = workload.model.heads;
    out["vocab"] = workload.model.vocab;
    addLlama(out, workload.model);
    out["attention"] = core::nameOf(workload.attention);
    if (workload.checkpointing != core::Checkpointing::None) {
        out["checkpointing"] = core::nameOf(workload.checkpointing);
    }
    if (workload.logits != core::Logits::Fused) out["logits"] = core::nameOf(workload.logits);
    out["learningRate"] = workload.optimizer.learningRate;
    out["workspaceBytes"] = workload.workspaceBytes;
    out["optimizerStateBytesPerParameter"] = optimizerStateBytes(workload);
}

std::string bucketWord(const core::BucketSize& size) {
    if (size.bytes > 0) return fmt::format("{}MiB", size.bytes >> 20);
    return size.elements == 0 ? "layer" : std::to_string(size.elements);
}

/// Who ran what.
void addIdentity(Json& run, const core::Problem& problem, const RunFacts& facts) {
    run["schema"] = traces::kRecordingSchema;
    run["tool"] = toolMetadata(facts.commandLine);
    run["name"] = facts.name;
    run["status"] = facts.status;
    run["error"] = facts.error ? Json(core::toString(*facts.error)) : Json();
    run["source"] = facts.source;
    run["device"] = facts.device;
    run["hardware"] = facts.hardware;
    if (facts.cores > 0) run["cores"] = facts.cores;
    run["ranks"] = problem.buckets.ranks;
    run["steps"] = facts.steps;
    run["memoryLimit"] = facts.memoryLimit;
    run["poolPolicy"] = core::nameOf(facts.policy);
}

/// What came of it.
void addOutcome(Json& run, const core::Problem& problem, const RunFacts& facts) {
    run["numerics"] = numericsOf(facts.numerics);
    run["recorder"] = recorderOf(facts.recorder);
    if (facts.recordNs) run["recorder"]["recordNs"] = *facts.recordNs;
    run["deviceUsedPeakBytes"] = orNull(facts.deviceUsedPeakBytes);
    run["poolIdentity"] = facts.poolIdentity;
    if (facts.fits) run["fits"] = *facts.fits;
    if (!facts.deviceMemory.is_null()) run["deviceMemory"] = facts.deviceMemory;
    for (const core::Rank rank : facts.simulatedRanks) {
        run["simulatedRanks"].push_back(rank.value);
    }
    if (!facts.stragglers.is_null()) run["stragglers"] = facts.stragglers;
    if (facts.replayRatio) run["replayRatio"] = *facts.replayRatio;
    if (facts.peakFlops) {
        run["peakFlops"] = *facts.peakFlops;
        run["flopsPerToken"] = modelFlopsPerToken(problem);
    }
    run["notes"] = texts(facts.notes);
    run["assumptions"] = texts(facts.assumptions);
    run["validatedOn"] = texts(facts.validatedOn);
    run["outOfMemory"] =
        facts.outOfMemory ? outOfMemoryOf(*facts.outOfMemory, problem.buckets) : Json();
}

}  // namespace

traces::Json toolMetadata(const std::string& commandLine) {
    return {{"version", SHARDSCOPE_VERSION},
            {"commit", SHARDSCOPE_COMMIT},
            {"commandLine", commandLine}};
}

traces::Json workloadMetadata(const core::Problem& problem) {
    const core::Workload& workload = problem.workload;
    Json out = {{"model", workload.model.name},
                {"parameters", problem.graph.parameterCount()},
                {"paddingElements", problem.buckets.paddingElements()},
                {"microBatch", workload.microBatch},
                {"gradAccum", workload.gradAccum},
                {"globalBatch", workload.microBatch * workload.gradAccum * problem.buckets.ranks},
                {"sequence", workload.model.sequence},
                {"dtype", core::nameOf(workload.dtype)},
                {"reduceDtype", core::nameOf(workload.reduceDtype)},
                {"accumulateDtype", core::nameOf(workload.accumulateDtype)},
                {"optimizer", nameOf(workload.optimizer.kind)},
                {"seed", workload.seed},
                {"data", workload.data}};
    addShape(out, workload);
    return out;
}

traces::Json strategyMetadata(const core::Strategy& strategy) {
    const int stage = core::stageOf(strategy);
    Json out = {{"preset", strategy.preset}, {"stage", stage < 0 ? Json() : Json(stage)}};
    const std::vector<core::AxisValue> axes = core::axesOf(strategy);
    constexpr size_t kStages = 7;  // axes that tell stages apart; the others are systems' habits
    const auto put = [&](size_t first, size_t end) {
        for (size_t i = first; i < end; ++i) out[std::string(axes[i].key)] = axes[i].value;
    };
    put(0, kStages);
    out["bucket"] = bucketWord(strategy.bucket);
    out["inFlight"] = strategy.inFlight;
    out["overlap"] = strategy.overlap;
    put(kStages, axes.size());
    if (strategy.shardGroup > 0) out["shardGroup"] = strategy.shardGroup;
    if (strategy.stateBirth == core::StateBirth::FirstUpdate) out["optimizerState"] = "first-step";
    if (strategy.omit == core::Omit::AllGather) out["without"] = "all-gather";
    if (strategy.omit == core::Omit::ReduceScatter) out["without"] = "reduce-scatter";
    return out;
}

traces::Json runMetadata(const core::Problem& problem, const RunFacts& facts) {
    Json run = Json::object();
    addIdentity(run, problem, facts);
    run["workload"] = workloadMetadata(problem);
    if (!facts.modelName.empty()) run["workload"]["modelName"] = facts.modelName;
    run["strategy"] = strategyMetadata(problem.strategy);
    run["buckets"] = bucketList(problem.buckets);
    if (problem.checkpoint != core::CheckpointKind::None) {
        run["saveCheckpoint"] = core::nameOf(problem.checkpoint);
    }
    run["gradientBytesPerElement"] = core::bytesOf(problem.workload.accumulateDtype);
    if (problem.poison) run["poison"] = true;
    addOutcome(run, problem, facts);
    return run;
}

}  // namespace shardscope::profiler
