#include "traces/trace.h"

#include "traces/canonical.h"
#include "traces/overlap.h"

namespace shardscope::traces {

StringId TraceBuilder::intern(std::string_view text) { return ids_.intern(text, trace_.strings); }

TraceBuilder& TraceBuilder::arg(std::string_view key, int64_t value) {
    trace_.args.push_back({.key = intern(key), .kind = Arg::Kind::Integer, .value = value});
    ++pendingArgs_;
    return *this;
}

TraceBuilder& TraceBuilder::arg(std::string_view key, std::string_view text) {
    trace_.args.push_back({.key = intern(key), .kind = Arg::Kind::Text, .value = intern(text)});
    ++pendingArgs_;
    return *this;
}

TraceBuilder& TraceBuilder::raw(std::string_view key, std::string_view json) {
    trace_.args.push_back({.key = intern(key), .kind = Arg::Kind::Raw, .value = intern(json)});
    ++pendingArgs_;
    return *this;
}

Event& TraceBuilder::add(Phase phase, uint32_t pid, uint32_t tid, std::string_view category,
                         std::string_view name, int64_t tsNs) {
    Event& event = trace_.events.emplace_back();
    event.phase = phase;
    event.pid = pid;
    event.tid = tid;
    event.category = intern(category);
    event.name = intern(name);
    event.tsNs = tsNs;
    event.firstArg = static_cast<uint32_t>(trace_.args.size()) - pendingArgs_;
    event.argCount = static_cast<uint16_t>(pendingArgs_);
    pendingArgs_ = 0;
    return event;
}

void TraceBuilder::complete(uint32_t pid, uint32_t tid, std::string_view category,
                            std::string_view name, int64_t tsNs, int64_t durNs) {
    add(Phase::Complete, pid, tid, category, name, tsNs).durNs = durNs;
}

void TraceBuilder::instant(uint32_t pid, uint32_t tid, std::string_view category,
                           std::string_view name, int64_t tsNs) {
    add(Phase::Instant, pid, tid, category, name, tsNs).scope = 't';
}

void TraceBuilder::counter(uint32_t pid, std::string_view name, std::string_view key, int64_t tsNs,
                           int64_t value) {
    arg(key, value);
    add(Phase::Counter, pid, 0, "", name, tsNs);
}

void TraceBuilder::async(Phase phase, uint32_t pid, std::string_view category,
                         std::string_view name, uint64_t id, int64_t tsNs) {
    add(phase, pid, 0, category, name, tsNs).id = id;
}

void TraceBuilder::flow(Phase phase, uint32_t pid, uint32_t tid, std::string_view category,
                        std::string_view name, uint64_t id, int64_t tsNs) {
    Event& event = add(phase, pid, tid, category, name, tsNs);
    event.id = id;
    event.scope = phase == Phase::FlowEnd ? 'e' : 0;
}

void TraceBuilder::process(uint32_t pid, std::string_view name, int32_t sortIndex) {
    trace_.lanes.push_back({pid, 0, true, std::string(name), sortIndex});
}

void TraceBuilder::thread(uint32_t pid, uint32_t tid, std::string_view name, int32_t sortIndex) {
    trace_.lanes.push_back({pid, tid, false, std::string(name), sortIndex});
}

Trace TraceBuilder::finish() {
    sortEvents(trace_.events);
    spreadOverlaps(trace_);
    canonicalise(trace_);
    return std::move(trace_);
}

}  // namespace shardscope::traces
