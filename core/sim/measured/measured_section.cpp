#include "core/sim/measured/measured_section.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <array>
#include <nlohmann/json.hpp>

#include "core/plan/step_plan.h"

namespace shardscope::core {

namespace {

constexpr double kLeastUs = 1e-6, kMost = 1e15;
constexpr std::array kKinds{CollectiveKind::ReduceScatter, CollectiveKind::AllGather,
                            CollectiveKind::AllReduce, CollectiveKind::Reduce,
                            CollectiveKind::Broadcast};

/// A key that must be there.
void require(JsonReader& reader, std::string_view key) {
    if (!reader.has(key)) reader.fail(key, "is missing");
}

double positive(JsonReader& reader, std::string_view key) {
    require(reader, key);
    return reader.numberOr(key, 1.0, kLeastUs, kMost);
}

double besideIn(JsonReader& reader) {
    return reader.has("besideUs") ? positive(reader, "besideUs") : 0.0;
}

void refuseUnread(JsonReader& reader) {
    for (const JsonMember* member : reader.unread()) {
        reader.fail(member->name, "there is no such key here");
    }
}

std::vector<double> shapeIn(JsonReader& reader) {
    require(reader, "shape");
    std::vector<double> shape;
    const JsonValue* list = reader.get("shape");
    if (!list) return shape;
    for (const JsonValue& item : list->items) {
        if (item.kind == JsonValue::Kind::Integer || item.kind == JsonValue::Kind::Number) {
            if (item.number > 0 && item.number < kMost) shape.push_back(item.number);
        }
    }
    if (list->kind != JsonValue::Kind::List || shape.empty() ||
        shape.size() != list->items.size()) {
        reader.fail("shape", "allowed: a list of positive numbers");
    }
    return shape;
}

MeasuredKernel kernelIn(JsonReader& reader) {
    for (std::string_view key : {"kernel", "variant", "ranks"}) require(reader, key);
    return {.kernel = reader.textOr("kernel", ""),
            .variant = reader.textOr("variant", ""),
            .shape = shapeIn(reader),
            .ranks = static_cast<int>(reader.wholeOr("ranks", 1, {.least = 1, .most = 1 << 20})),
            .work = positive(reader, "work"),
            .us = positive(reader, "us"),
            .besideUs = besideIn(reader)};
}

MeasuredCollective collectiveIn(JsonReader& reader) {
    for (std::string_view key : {"collective", "dtype", "ranks"}) require(reader, key);
    std::vector<std::string_view> names;
    for (const CollectiveKind kind : kKinds) names.push_back(nameOf(kind));
    const std::string_view kind = reader.choiceOr("collective", names.front(), names);
    const std::string_view dtype = reader.choiceOr("dtype", "bf16", {"fp32", "bf16", "fp16"});
    const auto index = static_cast<size_t>(std::ranges::find(names, kind) - names.begin());
    return {.kind = kKinds[index],
            .dtype = *parseDType(dtype, "dtype"),
            .ranks = static_cast<int>(reader.wholeOr("ranks", 2, {.least = 2, .most = 1 << 20})),
            .bytes = positive(reader, "bytes"),
            .us = positive(reader, "us"),
            .besideUs = besideIn(reader)};
}

/// Calls take(reader) for each object of the list @p key.
template <class Take>
void forEachObject(JsonReader& section, std::string_view key, std::optional<Error>& error,
                   Take&& take) {
    const JsonValue* list = section.get(key);
    if (!list) return;
    if (list->kind != JsonValue::Kind::List) return section.fail(key, "allowed: a list of objects");
    for (size_t i = 0; i < list->items.size() && !error; ++i) {
        if (list->items[i].kind != JsonValue::Kind::Object) {
            return section.fail(key, fmt::format("entry {} is no object", i));
        }
        JsonReader entry(section.document(), list->items[i],
                         fmt::format("{}[{}]", section.full(key), i), error);
        take(entry);
        refuseUnread(entry);
    }
}

std::string asJson(const std::string& text) { return nlohmann::json(text).dump(); }

std::string timesText(double us, double besideUs) {
    std::string text = fmt::format("\"us\": {:.6g}", us);
    if (besideUs > 0) text += fmt::format(", \"besideUs\": {:.6g}", besideUs);
    return text;
}

std::string lineOf(const MeasuredKernel& k) {
    return fmt::format(
        R"({{ "kernel": {}, "variant": {}, "shape": [{:.12g}], "ranks": {}, "work": {:.12g}, {} }})",
        asJson(k.kernel), asJson(k.variant), fmt::join(k.shape, ", "), k.ranks, k.work,
        timesText(k.us, k.besideUs));
}

std::string lineOf(const MeasuredCollective& c) {
    return fmt::format(
        R"({{ "collective": "{}", "dtype": "{}", "ranks": {}, "bytes": {:.12g}, {} }})",
        nameOf(c.kind), nameOf(c.dtype), c.ranks, c.bytes, timesText(c.us, c.besideUs));
}

template <class Entry>
std::string listText(const std::vector<Entry>& entries) {
    std::string text;
    for (const Entry& entry : entries) {
        text += (text.empty() ? "\n            " : ",\n            ") + lineOf(entry);
    }
    return "[" + text + " ]";
}

}  // namespace

MeasuredRates readMeasured(JsonReader section, std::optional<Error>& error) {
    MeasuredRates rates{.source = section.textOr("source", "")};
    forEachObject(section, "kernels", error,
                  [&](JsonReader& entry) { rates.kernels.push_back(kernelIn(entry)); });
    forEachObject(section, "collectives", error,
                  [&](JsonReader& entry) { rates.collectives.push_back(collectiveIn(entry)); });
    refuseUnread(section);
    return rates;
}

std::string measuredText(const MeasuredRates& rates) {
    return fmt::format(
        "{{\n        \"source\": {},\n        \"kernels\": {},\n        \"collectives\": {}\n    "
        "}}",
        asJson(rates.source), listText(rates.kernels), listText(rates.collectives));
}

}  // namespace shardscope::core
