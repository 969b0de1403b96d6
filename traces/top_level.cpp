#include "traces/top_level.h"

#include <algorithm>
#include <array>
#include <string_view>

#include "traces/text/numbers.h"

namespace shardscope::traces {

namespace {

constexpr std::array<const char*, 4> kFirstKeys = {"schemaVersion", "traceName", "deviceProperties",
                                                   "distributedInfo"};

std::string textIn(const Json& object, const char* key, const char* otherwise) {
    if (!object.is_object()) return otherwise;
    const auto found = object.find(key);
    return found != object.end() && found->is_string() ? found->get<std::string>() : otherwise;
}

int64_t integerOf(const Json& value) {
    if (value.is_number_integer()) return value.get<int64_t>();
    if (value.is_string()) return parseInteger(value.get<std::string>()).value_or(0);
    return 0;
}

/// One file holds all ranks, so there is a world size and no rank (exportHta writes one a file).
Json distributedInfoOf(const Json& run) {
    Json info = {{"backend", textIn(run, "device", "unknown")}};
    if (run.is_object() && run.contains("ranks")) info["world_size"] = run["ranks"];
    return info;
}

/// What stands under @p key when Trace::other has none; null: nothing.
Json defaultOf(std::string_view key, const Trace& trace) {
    if (key == "schemaVersion") return 1;
    if (trace.run.is_null()) return nullptr;
    if (key == "traceName") return textIn(trace.run, "name", "shardscope");
    if (key == "deviceProperties") return Json::array();
    return distributedInfoOf(trace.run);
}

bool isHeldElsewhere(std::string_view key) {
    return key == "displayTimeUnit" || key == "baseTimeNanoseconds" || key == "shardscope" ||
           key == "traceEvents" || key == "incomplete" || key == "unreadable";
}

void addFirstKey(const char* key, const Trace& trace, Json& out) {
    Json value = trace.other.contains(key) ? trace.other[key] : defaultOf(key, trace);
    if (!value.is_null()) out[key] = std::move(value);
}

}  // namespace

Json topLevelOf(const Trace& trace) {
    Json out = Json::object();
    addFirstKey("schemaVersion", trace, out);
    out["displayTimeUnit"] = "ns";
    out["baseTimeNanoseconds"] = trace.baseTimeNs;
    for (const char* key : kFirstKeys) addFirstKey(key, trace, out);
    for (const auto& [key, value] : trace.other.items()) {
        if (!isHeldElsewhere(key)) out[key] = value;
    }
    if (trace.incomplete) out["incomplete"] = true;
    if (trace.unreadable != 0) out["unreadable"] = trace.unreadable;
    if (!trace.run.is_null()) out["shardscope"] = trace.run;
    return out;
}

void orderTopLevel(Trace& trace) {
    Json ordered = Json::object();
    for (const char* key : kFirstKeys) {
        if (!trace.other.contains(key)) continue;
        if (trace.other[key] != defaultOf(key, trace)) ordered[key] = trace.other[key];
    }
    for (const auto& [key, value] : trace.other.items()) {
        const bool first = std::ranges::find(kFirstKeys, key) != kFirstKeys.end();
        if (!first && !isHeldElsewhere(key)) ordered[key] = value;
    }
    trace.other = std::move(ordered);
}

void setTopLevel(const std::string& key, Json value, Trace& trace) {
    if (key == "shardscope") {
        trace.run = std::move(value);
    } else if (key == "baseTimeNanoseconds") {
        trace.baseTimeNs = integerOf(value);
    } else if (key == "incomplete") {
        trace.incomplete |= value.is_boolean() && value.get<bool>();
    } else if (key == "unreadable") {
        trace.unreadable += integerOf(value);
    } else if (key != "displayTimeUnit") {
        trace.other[key] = std::move(value);
    }
}

}  // namespace shardscope::traces
