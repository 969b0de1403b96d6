#include "gui/model/event_rows.h"

#include <algorithm>
#include <array>

namespace shardscope::gui {
namespace {

constexpr std::array<std::string_view, 6> kLifeNames{"full",  "dead",      "shard",
                                                     "stale", "gathering", "ready"};
constexpr std::array<std::string_view, kMarkKinds> kMarkNames{"born", "ready", "reduce start",
                                                              "reduced", "released"};

template <size_t N>
std::optional<size_t> placeIn(const std::array<std::string_view, N>& names, std::string_view name) {
    const auto place = std::ranges::find(names, name);
    if (place == names.end()) return std::nullopt;
    return static_cast<size_t>(place - names.begin());
}

core::Category categoryNamed(std::string_view name) {
    const auto place = placeIn(core::kCategoryNames, name);
    return place ? static_cast<core::Category>(*place) : core::Category::Workspace;
}

}  // namespace

using traces::Event;
using traces::StringId;

EventRows::EventRows(const traces::Trace& trace, std::vector<std::string>& names)
    : trace_(trace), names_(names), args_(trace), keys_(args_) {}

void EventRows::renew(bool ours) {
    ours_ = ours;
    if (args_.learn()) keys_ = EventKeys(args_);
    nameIds_.resize(trace_.strings.size(), 0);
}

int64_t EventRows::integer(const Event& event, StringId key, int64_t otherwise) const {
    return args_.integer(event, key, otherwise);
}

int32_t EventRows::small(const Event& event, StringId key) const {
    return static_cast<int32_t>(std::clamp<int64_t>(integer(event, key, -1), -1, INT32_MAX));
}

int16_t EventRows::microBatchOf(const Event& event) const {
    return static_cast<int16_t>(
        std::clamp<int64_t>(integer(event, keys_.microBatch, -1), -1, INT16_MAX));
}

uint32_t EventRows::nameOf(StringId id) {
    uint32_t& known = nameIds_[id];
    if (known == 0 && id != 0) {
        known = static_cast<uint32_t>(names_.size());
        names_.emplace_back(trace_.text(id));
    }
    return known;
}

SpanKind EventRows::kindOf(const Event& event) const {
    if (!ours_) return SpanKind::Other;
    if (event.category == keys_.stalls) return SpanKind::Stall;
    if (event.category == keys_.phases) return SpanKind::Phase;
    if (event.category == keys_.steps) return SpanKind::Step;
    if (event.category != keys_.kernels) return SpanKind::Other;
    return args_.has(event, keys_.collective) ? SpanKind::Collective : SpanKind::Operation;
}

Span EventRows::span(const Event& event) {
    Span span{.beginNs = event.tsNs,
              .endNs = event.tsNs + std::max<int64_t>(0, event.durNs),
              .name = nameOf(event.name),
              .bucket = small(event, keys_.bucket),
              .step = small(event, keys_.step),
              .microBatch = microBatchOf(event),
              .kind = kindOf(event)};
    if (span.kind == SpanKind::Collective) {
        span.bytes = integer(event, keys_.payload);
        span.wireBytes = integer(event, keys_.wire);
        span.detail = std::clamp<int64_t>(integer(event, keys_.wait), 0, event.durNs);
    } else if (span.kind == SpanKind::Operation) {
        span.bytes = integer(event, keys_.bytes);
        span.detail = integer(event, keys_.flops);
    }
    return span;
}

PlanPosition EventRows::position(const Event& event) const {
    const std::string_view phase = args_.text(event, keys_.phase);
    const bool after = phase == "optimizer" || phase == "gather";
    const int16_t microBatch = microBatchOf(event);
    return {.step = small(event, keys_.step),
            .section = microBatch < 0 && after ? kEpilogue : microBatch,
            .action = small(event, keys_.action)};
}

PlacedCall EventRows::call(const Event& event) {
    const int64_t requested = integer(event, keys_.requested);
    return {.position = position(event),
            .seq = static_cast<uint32_t>(integer(event, keys_.seq)),
            .call = {.hostNs = event.tsNs,
                     .change = event.name == keys_.allocate ? requested : -requested,
                     .bucket = small(event, keys_.bucket),
                     .microBatch = microBatchOf(event),
                     .category = categoryNamed(args_.text(event, keys_.category))},
            .pool = entryOf(event),
            .buffer = small(event, keys_.buffer),
            .allocated = integer(event, keys_.allocated),
            .reserved = integer(event, keys_.reserved)};
}

PoolEntry EventRows::entryOf(const Event& event) {
    return {.offset = integer(event, keys_.offset),
            .block = integer(event, keys_.block),
            .segment = small(event, keys_.segment),
            .step = small(event, keys_.step),
            .action = small(event, keys_.action),
            .name = nameOf(args_.textId(event, keys_.name)),
            .phase = nameOf(args_.textId(event, keys_.phase)),
            .home = small(event, keys_.stream)};
}

std::optional<LifeKind> EventRows::lifeKind(const Event& event) const {
    const auto place = placeIn(kLifeNames, trace_.text(event.name));
    return place ? std::optional(static_cast<LifeKind>(*place)) : std::nullopt;
}

std::optional<Mark> EventRows::mark(const Event& event) const {
    const auto kind = placeIn(kMarkNames, trace_.text(event.name));
    if (!kind) return std::nullopt;
    return Mark{.timeNs = event.tsNs,
                .step = small(event, keys_.step),
                .microBatch = microBatchOf(event),
                .kind = static_cast<MarkKind>(*kind)};
}

Life EventRows::life(const Event& event) const {
    return {.beginNs = event.tsNs,
            .bytes = integer(event, keys_.bytes),
            .step = small(event, keys_.step),
            .microBatch = microBatchOf(event)};
}

}  // namespace shardscope::gui
