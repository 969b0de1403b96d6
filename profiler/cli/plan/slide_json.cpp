#include "profiler/cli/plan/slide_json.h"

#include <set>

namespace shardscope::cli {

namespace {

using traces::Json;

Json rowJson(const SlideRow& row) {
    Json json = {
        {"buckets", row.buckets}, {"overlaps", row.overlaps}, {"gradientBytes", row.gradientBytes}};
    for (const auto& [key, member] : {std::pair{"computeNs", &SlideTimes::computeNs},
                                      std::pair{"communicationNs", &SlideTimes::communicationNs},
                                      std::pair{"exposedNs", &SlideTimes::exposedNs},
                                      std::pair{"tailNs", &SlideTimes::tailNs}}) {
        json[key] = row.times ? Json((*row.times).*member) : Json();
    }
    return json;
}

Json pairJson(const SlideFacts& facts, std::optional<size_t> pair) {
    if (!pair) return {};
    const SlidePair& at = facts.pairs[*pair];
    return {{"stage1Row", at.one},
            {"stage2Row", at.two},
            {"extraBytes", at.extraBytes},
            {"savedBytes", at.savedBytes}};
}

Json valuesJson(const PlanRequest& request, const PlanOutcome& outcome) {
    std::set<SlideValue> values;
    for (const core::PlanRow& row : outcome.rows) values.insert(slideValueOf(request, row));
    Json texts = Json::array();
    for (const SlideValue& value : values) texts.push_back(value.text);
    return texts;
}

}  // namespace

void addSlide(const PlanRequest& request, const PlanOutcome& outcome, Json& document) {
    const SlideFacts& facts = *outcome.slide;
    document["slide"] = {
        {"setting", request.slide == Slide::GradAccum ? "grad-accum" : "bucket"},
        {"values", valuesJson(request, outcome)},
        {"compared", !facts.pairs.empty()},
        {"sendsMoreFrom", pairJson(facts, facts.sendsMoreFrom)},
        {"outweighedFrom", pairJson(facts, facts.outweighedFrom)},
        {"noOverlapFrom", facts.noOverlapFrom ? Json(*facts.noOverlapFrom) : Json()}};
    for (size_t i = 0; i < outcome.rows.size(); ++i) {
        const core::PlanRow& row = outcome.rows[i];
        Json& json = document["rows"][i]["slide"];
        if (row.result) json = rowJson(facts.rows[i]);
        json["value"] = slideValueOf(request, row).text;
    }
}

}  // namespace shardscope::cli
