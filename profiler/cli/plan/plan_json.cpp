// `shardscope.plan/1`. Names stay stable.

#include "profiler/cli/plan/plan_render.h"
#include "profiler/cli/plan/plan_states.h"
#include "profiler/cli/plan/slide_json.h"
#include "profiler/run/run_metadata.h"

namespace shardscope::cli {

namespace {

using core::PlanRow;
using traces::Json;

Json modelJson(const PlanRequest& request, const PlanOutcome& outcome) {
    if (request.unplanned) return {{"name", request.model}, {"parameters", outcome.parameters}};
    const core::ModelShape& model = request.question.base.model;
    return {{"name", request.model},      {"parameters", outcome.parameters},
            {"architecture", model.name}, {"layers", model.layers},
            {"hidden", model.hidden},     {"heads", model.heads},
            {"vocab", model.vocab},       {"sequence", model.sequence}};
}

Json namesOf(const std::vector<core::Strategy>& strategies) {
    Json names = Json::array();
    for (const core::Strategy& strategy : strategies) names.push_back(strategy.preset);
    return names;
}

Json questionJson(const PlanRequest& request) {
    const core::PlanQuestion& q = request.question;
    Json checkpointings = Json::array();
    for (const core::Checkpointing each : q.checkpointings) {
        checkpointings.push_back(core::nameOf(each));
    }
    Json attentions = Json::array();
    for (const core::Attention each : q.attentions) attentions.push_back(core::nameOf(each));
    if (q.attentions.empty()) attentions.push_back(core::nameOf(q.base.attention));
    Json buckets = Json::array();
    for (const core::BucketSize& bucket : q.buckets) buckets.push_back(core::wordOf(bucket));
    return {{"ranks", q.ranks},
            {"strategies", namesOf(q.strategies)},
            {"microBatches", q.microBatches},
            {"gradAccums", q.globalBatch ? Json() : Json(q.gradAccums)},
            {"globalBatch", q.globalBatch ? Json(*q.globalBatch) : Json()},
            {"buckets", buckets},
            {"inFlights", q.inFlights},
            {"checkpointings", checkpointings},
            {"attentions", attentions},
            {"shardGroups", q.shardGroups},
            {"gpu", request.hardware ? Json(request.hardware->name) : Json()},
            {"fabric", request.hardware ? Json(request.hardware->fabric) : Json()},
            {"gpuBytes", request.gpuBytes > 0 ? Json(request.gpuBytes) : Json()},
            {"memoryBytes", q.budgetBytes > 0 ? Json(q.budgetBytes) : Json()},
            {"dtype", core::nameOf(q.base.dtype)},
            {"reduceDtype", core::nameOf(q.base.reduceDtype)},
            {"accumulateDtype", core::nameOf(q.base.accumulateDtype)},
            {"allocator", core::nameOf(q.policy)},
            {"steps", q.base.steps}};
}

Json categoriesJson(const core::CategoryBytes& bytes) {
    Json out = Json::object();
    for (size_t c = 0; c < bytes.size(); ++c) out[std::string(core::kCategoryNames[c])] = bytes[c];
    return out;
}

Json statesJson(const PlanRequest& request, const PlanOutcome& outcome, const PlanRow& row) {
    Json out = Json::object();
    for (const core::StateConvention& convention : request.conventions) {
        const auto bytes = countedBy(request, convention, outcome.parameters, row.at);
        out[std::string(convention.name)] = bytes ? Json(*bytes) : Json();
    }
    return out;
}

Json memoryJson(const PlanRequest& request, const PlanOutcome& outcome, const PlanRow& row) {
    const core::MemoryFootprint& memory = row.result->memory;
    const int64_t least = row.result->smallestLimitBytes;
    return {{"peakBytes", memory.peakBytes},
            {"peakPhase", core::nameOf(memory.peakPhase)},
            {"peakStep", memory.peakStep},
            {"atPeak", categoriesJson(memory.atPeak)},
            {"allocatedPeakBytes", memory.allocatedPeakBytes},
            {"reservedPeakBytes", memory.reservedPeakBytes},
            {"smallestLimitBytes", least > 0 ? Json(least) : Json()},
            {"neededBytes", row.neededBytes()},
            {"modelStates", statesJson(request, outcome, row)},
            {"modelStateBytes", modelStateBytes(request, outcome.parameters, row.at)}};
}

Json configurationJson(const PlanRequest& request, const core::Configuration& at) {
    const core::Attention attention = at.attention.value_or(request.question.base.attention);
    const int stage = core::stageOf(at.strategy);
    return {{"strategy", at.strategy.preset},
            {"stage", stage < 0 ? Json() : Json(stage)},
            {"ranks", at.ranks},
            {"microBatch", at.microBatch},
            {"gradAccum", at.gradAccum},
            {"globalBatch", at.globalBatch()},
            {"bucket", core::wordOf(at.strategy.bucket)},
            {"inFlight", at.strategy.inFlight},
            {"overlap", at.strategy.overlap},
            {"checkpointing", core::nameOf(at.checkpointing)},
            {"attention", core::nameOf(attention)},
            {"shardGroup", at.strategy.shardGroup > 0 ? Json(at.strategy.shardGroup) : Json()}};
}

/// All that is known of a model that is only counted: states, and that they are too large alone.
void addStates(const PlanRequest& request, const PlanOutcome& outcome, const PlanRow& row,
               Json& json) {
    const int64_t bytes = modelStateBytes(request, outcome.parameters, row.at);
    json["memory"] = {{"modelStates", statesJson(request, outcome, row)},
                      {"modelStateBytes", bytes}};
    const int64_t budget = request.question.budgetBytes;
    if (budget > 0 && bytes > budget) json["fits"] = false;
}

Json rowJson(const PlanRequest& request, const PlanOutcome& outcome, const PlanRow& row) {
    Json json = configurationJson(request, row.at);
    if (!row.result) {
        json["gradAccum"] = Json();
        json["globalBatch"] = Json();
        json["reason"] = row.reason;
        for (const char* key : {"fits", "marginBytes", "memory", "stepNs", "traffic"}) {
            json[key] = Json();
        }
        if (request.unplanned) addStates(request, outcome, row, json);
        json["stepNsReason"] = row.reason;
        return json;
    }
    const bool limited = request.question.budgetBytes > 0;
    const core::Evaluation& result = *row.result;
    json["reason"] = Json();
    json["fits"] = limited ? Json(result.fits) : Json();
    json["marginBytes"] = limited ? Json(marginOf(request, row)) : Json();
    json["memory"] = memoryJson(request, outcome, row);
    json["stepNs"] = result.stepNs ? Json(*result.stepNs) : Json();
    json["stepNsReason"] = result.stepNs ? Json() : Json(whyNoStepTime());
    json["traffic"] = {{"calls", result.sent.calls},
                       {"wireBytes", result.sent.wireBytes},
                       {"elementsPerParameter", static_cast<double>(result.sent.weightedElements) /
                                                    static_cast<double>(outcome.parameters)}};
    return json;
}

Json decidedByJson(const core::Recommendation& found) {
    Json by = Json::array();
    if (found.roomy) by.push_back("headroom");
    if (found.fewestRanks) by.push_back("ranks");
    if (found.leastTraffic) by.push_back("traffic");
    if (found.mostFree) by.push_back("memory");
    return by;
}

/// What the recommendation's reason says, for whoever says it in another language.
Json becauseJson(const PlanRequest& request, const PlanOutcome& outcome) {
    const core::Recommendation& found = *outcome.recommendation;
    const bool byTime = found.basis != core::CostBasis::SentBytes;
    Json lower;
    if (found.lower) {
        lower = {{"row", *found.lower},
                 {"missingBytes", -marginOf(request, outcome.rows[*found.lower])}};
    }
    return {{"fitting", found.fitting},
            {"configurations", outcome.rows.size()},
            {"least", byTime ? "stepNs" : "wireBytesPerSequence"},
            {"value", found.cost},
            {"alike", found.alike},
            {"error", byTime ? Json(core::kTimeError) : Json()},
            {"decidedBy", decidedByJson(found)},
            {"oneMachine", request.question.oneMachine},
            {"headroom", core::kHeadroom},
            {"tight", found.tight},
            {"lowerStage", lower}};
}

Json changesJson(const PlanRequest& request, const core::NothingFits& nothing) {
    Json changes = Json::array();
    for (const core::Change& change : nothing.changes) {
        Json json = {{"what", change.what},
                     {"marginBytes", marginOf(request, change.row)},
                     {"neededBytes", change.row.neededBytes()}};
        json["configuration"] = configurationJson(request, change.row.at);
        changes.push_back(std::move(json));
    }
    return {{"closestRow", nothing.closest}, {"together", nothing.together}, {"changes", changes}};
}

Json termsJson(const PlanOutcome& outcome) {
    Json terms = Json::object();
    for (const core::Term& term : outcome.terms) {
        terms[std::string(core::nameOf(term.category))] = term.bytes;
    }
    return {{"row", outcome.about}, {"bytes", terms}};
}

}  // namespace

std::string planJson(const PlanRequest& request, const PlanOutcome& outcome) {
    Json document = {{"schema", "shardscope.plan/1"},
                     {"tool", profiler::toolMetadata(request.commandLine)},
                     {"model", modelJson(request, outcome)},
                     {"question", questionJson(request)}};
    Json rows = Json::array();
    for (const PlanRow& row : outcome.rows) rows.push_back(rowJson(request, outcome, row));
    document["rows"] = std::move(rows);
    document["frontBasis"] =
        outcome.basis == core::CostBasis::SentBytes ? "traffic.wireBytes" : "stepNs";
    document["front"] = outcome.front;
    document["recommendation"] = Json();
    if (outcome.recommendation) {
        document["recommendation"] = {{"row", outcome.recommendation->row},
                                      {"reason", outcome.recommendation->reason},
                                      {"because", becauseJson(request, outcome)}};
    }
    document["nothingFits"] = outcome.nothing ? changesJson(request, *outcome.nothing) : Json();
    document["possible"] = {{"ranks", outcome.possible.ranks},
                            {"globalBatches", outcome.possible.globalBatches}};
    document["termsThatStay"] = termsJson(outcome);
    if (outcome.slide) addSlide(request, outcome, document);
    document["assumptions"] = outcome.assumptions;
    return document.dump(2, ' ', false, Json::error_handler_t::replace) + "\n";
}

}  // namespace shardscope::cli
