// `shardscope.report/1`: names and order as the design's section 5; readers depend on them.

#include <initializer_list>
#include <string_view>

#include "traces/analysis/json_access.h"
#include "traces/analysis/report.h"
#include "traces/vocabulary.h"

namespace shardscope::traces {

namespace {

/// @p keys of @p object in this order; null where the recording lacks one.
Json pick(const Json& object, std::initializer_list<std::string_view> keys) {
    Json picked = Json::object();
    for (const std::string_view key : keys) picked[std::string(key)] = memberOf(object, key);
    return picked;
}

template <class T>
Json orNull(const std::optional<T>& value) {
    return value ? Json(*value) : Json();
}

/// "modelName" is there where the catalogue or a file named the model; "attention", "checkpointing" and
/// "logits" when they are not what they are by default.
Json workloadJson(const Json& workload) {
    Json picked = pick(workload, {"model", "parameters", "paddingElements", "microBatch",
                                  "gradAccum", "globalBatch", "sequence", "dtype", "reduceDtype",
                                  "accumulateDtype", "optimizer", "seed", "data"});
    const std::string name = textOf(workload, "modelName");
    if (!name.empty()) picked["modelName"] = name;
    if (textOf(workload, "attention") == "flash") picked["attention"] = "flash";
    const std::string checkpointing = textOf(workload, "checkpointing");
    if (!checkpointing.empty()) picked["checkpointing"] = checkpointing;
    const std::string logits = textOf(workload, "logits");
    if (!logits.empty()) picked["logits"] = logits;
    return picked;
}

/// "optimizerState" is there when it is not what it is by default.
Json strategyJson(const Json& strategy) {
    Json picked =
        pick(strategy, {"preset", "stage", "optimizer", "layout", "collective", "cadence",
                        "storage", "parameters", "weightReturn", "bucket", "inFlight", "overlap"});
    const std::string state = textOf(strategy, "optimizerState");
    if (!state.empty()) picked["optimizerState"] = state;
    picked["shardGroup"] = memberOf(strategy, "shardGroup");
    return picked;
}

Json observedJson(const Observed& observed) {
    return {{"stage", orNull(observed.stage)},
            {"closest", observed.closest.empty() ? Json() : Json(observed.closest)},
            {"agrees", observed.agrees},
            {"distinguishable", observed.distinguishable},
            {"axes", Json(observed.axes)},
            {"evidence", observed.evidence}};
}

Json compositionJson(const core::CategoryBytes& bytes) {
    Json json = Json::object();
    for (size_t c = 0; c < bytes.size(); ++c) json[std::string(core::kCategoryNames[c])] = bytes[c];
    return json;
}

Json secondJson(const Peak& peak) {
    return {{"bytes", peak.bytes}, {"phase", peak.phase},
            {"step", peak.step},   {"microBatch", peak.microBatch},
            {"rank", peak.rank},   {"atPeak", compositionJson(peak.composition)}};
}

Json memoryJson(const MemoryReport& memory) {
    Json json = {{"peakBytes", memory.peak.bytes},
                 {"peakPhase", memory.peak.phase},
                 {"peakStep", memory.peak.step},
                 {"peakRank", memory.peak.rank},
                 {"atPeak", compositionJson(memory.peak.composition)},
                 {"peakPerPhase", Json(memory.peakPerPhase)},
                 {"perRankPeakBytes", memory.perRankPeakBytes},
                 {"perRankPeakOf", memory.perRankPeakOf},
                 {"allocatedPeakBytes", memory.allocatedPeakBytes},
                 {"reservedPeakBytes", memory.reservedPeakBytes},
                 {"deviceUsedPeakBytes", orNull(memory.deviceUsedPeakBytes)},
                 {"smallestLimitBytes", memory.smallestLimitBytes},
                 {"callSequenceHash", memory.callSequenceHash},
                 {"fits", orNull(memory.fits)},
                 {"modelStates",
                  {{"bytes", memory.modelStateBytes},
                   {"paperBytes", memory.paperBytes},
                   {"convention", memory.convention}}},
                 {"peakMicroBatch", memory.peak.microBatch},
                 {"second", memory.second ? secondJson(*memory.second) : Json()}};
    // Only simulated devices have terms.
    if (!memory.deviceMemory.is_null()) json["deviceMemory"] = memory.deviceMemory;
    return json;
}

Json lifetimesJson(const std::vector<BucketLifetime>& buckets) {
    Json list = Json::array();
    for (const BucketLifetime& bucket : buckets) {
        list.push_back({{"label", bucket.label},
                        {"fullBytes", bucket.fullBytes},
                        {"heldShare", bucket.heldShare},
                        {"deadShare", bucket.deadShare},
                        {"bornNs", bucket.bornNs},
                        {"releasedNs", bucket.releasedNs},
                        {"releaseLagNs", bucket.releaseLagNs}});
    }
    return list;
}

/// null where nothing piles up.
Json growthJson(const LiveGrowth& growth) {
    if (growth.over.empty()) return {};
    return {{"over", growth.over},
            {"firstBuckets", growth.first},
            {"lastBuckets", growth.last},
            {"bytes", growth.bytes}};
}

Json gradientsJson(const GradientReport& gradients) {
    return {{"buckets", gradients.buckets},
            {"peakLiveFullBytes", gradients.peakLiveFullBytes},
            {"peakLiveFullBuckets", gradients.peakLiveFullBuckets},
            {"tiedFullBytes", gradients.tiedFullBytes},
            {"shardBytes", gradients.shardBytes},
            {"heldShare", gradients.heldShare},
            {"deadByteSeconds", gradients.deadByteSeconds},
            {"perBucket", lifetimesJson(gradients.perBucket)},
            {"liveGrowth", growthJson(gradients.growth)}};
}

Json collectiveJson(const CollectiveTraffic& traffic) {
    return {{"calls", traffic.calls},
            {"elements", traffic.elements},
            {"payloadBytes", traffic.payloadBytes},
            {"wireBytes", traffic.wireBytes}};
}

Json trafficJson(const TrafficReport& traffic) {
    return {{"perStep",
             {{"reduceScatter", collectiveJson(traffic.reduceScatter)},
              {"allGather", collectiveJson(traffic.allGather)},
              {"allReduce", collectiveJson(traffic.allReduce)},
              {"reduce", collectiveJson(traffic.reduce)},
              {"broadcast", collectiveJson(traffic.broadcast)},
              {"small", collectiveJson(traffic.small)}}},
            {"elementsPerParameter", traffic.elementsPerParameter},
            {"paperElementsPerParameter", traffic.paperElementsPerParameter}};
}

/// null where no step is whole.
Json splitJson(const StepSplit& split) {
    if (split.rank < 0) return {};
    return {{"rank", split.rank},
            {"step", split.step},
            {"stepNs", split.stepNs},
            {"computeNs", split.computeNs},
            {"stallNs", split.stallNs},
            {"stallByCauseNs", Json(split.stallByCauseNs)},
            {"otherNs", split.otherNs},
            {"communicationNs", split.communicationNs},
            {"hiddenCommunicationNs", split.hiddenNs()},
            {"exposedCommunicationNs", split.exposedNs},
            {"waitingNs", split.waitingNs}};
}

Json timeJson(const TimeReport& time) {
    return {{"stepNs",
             {{"median", time.stepNs.median},
              {"p5", time.stepNs.p5},
              {"p95", time.stepNs.p95},
              {"n", time.stepNs.n},
              {"interval95", {time.stepNs.low, time.stepNs.high}}}},
            {"computeNs", time.computeNs},
            {"communicationNs", time.communicationNs},
            {"exposedCommunicationNs", time.exposedCommunicationNs},
            {"waitingNs", time.waitingNs},
            {"stallNs", time.stallNs},
            {"tokensPerSecond", time.tokensPerSecond},
            {"mfu", orNull(time.mfu)},
            {"stallByCauseNs", Json(time.stallByCauseNs)},
            {"slowestRank", splitJson(time.slowest)},
            {"hostBoundNs", orNull(time.hostBoundNs)}};
}

Json recorderJson(const RunReport& report) {
    Json json = pick(report.recorder, {"events", "dropped", "unmatched", "openAtEnd",
                                       "clockResidualNs", "recordNs"});
    json["stepShare"] = orNull(report.recorderShare);
    return json;
}

}  // namespace

Json toJson(const RunReport& report) {
    return {{"name", report.name},
            {"status", report.status},
            {"error", report.error},
            {"source", report.source},
            {"device", report.device},
            {"hardware", report.hardware},
            {"ranks", report.ranks},
            {"steps", report.steps},
            {"steadySteps", report.steadySteps},
            {"recording", report.recording},
            {"workload", workloadJson(report.workload)},
            {"strategy", strategyJson(report.strategy)},
            {"observed", observedJson(report.observed)},
            {"memory", memoryJson(report.memory)},
            {"gradients", gradientsJson(report.gradients)},
            {"traffic", trafficJson(report.traffic)},
            {"time", timeJson(report.time)},
            {"numerics", pick(report.numerics, {"loss", "gradientNorm", "skippedSteps", "lossScale",
                                                "weightHash", "ranksAgree"})},
            {"recorder", recorderJson(report)},
            {"assumptions", report.assumptions},
            {"validatedOn", report.validatedOn},
            {"notes", report.notes},
            {"memoryLimit", report.memoryLimit > 0 ? Json(report.memoryLimit) : Json()},
            {"outOfMemory", report.outOfMemory},
            {"stragglers", report.stragglers},
            {"replayRatio", orNull(report.replayRatio)}};
}

Json reportDocument(const std::vector<RunReport>& reports, const Json& tool) {
    Json runs = Json::array();
    for (const RunReport& report : reports) runs.push_back(toJson(report));
    return {{"schema", kReportSchema},
            {"tool", pick(tool, {"version", "commit", "commandLine"})},
            {"runs", std::move(runs)}};
}

}  // namespace shardscope::traces
