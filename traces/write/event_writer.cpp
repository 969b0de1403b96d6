#include "traces/write/event_writer.h"

#include <algorithm>

#include "traces/text/json_text.h"
#include "traces/text/strict_json.h"

namespace shardscope::traces {

namespace {

/// The text of a raw arg in the file; what turns out to be no JSON becomes a string.
std::string fileText(std::string_view raw) {
    const ArgValue value = argOfJson(raw);
    if (value.kind == Arg::Kind::Raw) return value.text;
    std::string out;
    if (value.kind == Arg::Kind::Text) {
        appendQuoted(value.text, out);
    } else if (value.integer > kExactInteger || value.integer < -kExactInteger) {
        appendQuoted(hexText(value.integer), out);
    } else {
        appendInteger(value.integer, out);
    }
    return out;
}

void appendId(uint64_t id, std::string& out) {
    out += R"(, "id": )";
    if (id <= static_cast<uint64_t>(kExactInteger)) {
        appendUnsigned(id, out);
    } else {
        appendQuoted(hexText(id), out);
    }
}

/// What a phase has beside what all have.
void appendPhaseFields(const Event& event, std::string& out) {
    switch (event.phase) {
        case Phase::Complete:
            out += R"(, "dur": )";
            appendMicroseconds(std::max<int64_t>(event.durNs, 0), out);
            break;
        case Phase::Instant:
            out += R"(, "s": ")";
            out += event.scope == 'p' || event.scope == 'g' ? event.scope : 't';
            out += '"';
            break;
        case Phase::Counter:
            break;
        case Phase::FlowEnd:
            appendId(event.id, out);
            if (event.scope == 'e') out += R"(, "bp": "e")";
            break;
        default:
            appendId(event.id, out);
    }
}

void appendMetadata(const Lane& lane, std::string_view name, std::string_view key,
                    std::string& out) {
    out += R"({"ph": "M", "name": ")";
    out += name;
    out += R"(", "pid": )";
    appendInteger(lane.pid, out);
    out += R"(, "tid": )";
    appendInteger(lane.tid, out);
    out += R"(, "args": {")";
    out += key;
    out += R"(": )";
}

}  // namespace

EventWriter::EventWriter(const Trace& trace)
    : trace_(trace), quoted_(trace.strings.size()), raw_(trace.strings.size()) {
    for (size_t id = 0; id < quoted_.size(); ++id) appendQuoted(trace.strings[id], quoted_[id]);
    for (const Arg& arg : trace.args) {
        if (arg.kind != Arg::Kind::Raw) continue;
        std::string& text = raw_[static_cast<size_t>(arg.value)];
        if (text.empty()) text = fileText(trace.strings[static_cast<size_t>(arg.value)]);
    }
}

void EventWriter::append(const Event& event, std::string& out) const {
    out += R"({"ph": ")";
    out += static_cast<char>(event.phase);
    if (event.category != 0) {
        out += R"(", "cat": )";
        out += quoted_[event.category];
        out += R"(, "name": )";
    } else {
        out += R"(", "name": )";
    }
    out += quoted_[event.name];
    out += R"(, "pid": )";
    appendInteger(event.pid, out);
    out += R"(, "tid": )";
    appendInteger(event.tid, out);
    out += R"(, "ts": )";
    appendMicroseconds(event.tsNs, out);
    appendPhaseFields(event, out);
    if (event.argCount != 0) {
        out += R"(, "args": )";
        appendArgs(event, out);
    }
    out += '}';
}

void EventWriter::appendArgs(const Event& event, std::string& out) const {
    out += '{';
    const char* separator = "";
    for (const Arg& arg : trace_.argsOf(event)) {
        out += separator;
        appendArg(arg, out);
        separator = ", ";
    }
    out += '}';
}

void EventWriter::appendArg(const Arg& arg, std::string& out) const {
    out += quoted_[arg.key];
    out += ": ";
    if (arg.kind == Arg::Kind::Text) {
        out += quoted_[static_cast<size_t>(arg.value)];
    } else if (arg.kind == Arg::Kind::Raw) {
        out += raw_[static_cast<size_t>(arg.value)];
    } else if (arg.value > kExactInteger || arg.value < -kExactInteger) {
        appendQuoted(hexText(arg.value), out);
    } else {
        appendInteger(arg.value, out);
    }
}

void appendLane(const Lane& lane, std::string_view labels, std::string& out) {
    const std::string kind = lane.isProcess ? "process" : "thread";
    appendMetadata(lane, kind + "_name", "name", out);
    appendQuoted(lane.name, out);
    if (lane.isProcess && !labels.empty()) {
        out += "}},\n";
        appendMetadata(lane, "process_labels", "labels", out);
        appendQuoted(labels, out);
    }
    out += "}},\n";
    appendMetadata(lane, kind + "_sort_index", "sort_index", out);
    appendInteger(lane.sortIndex, out);
    out += "}}";
}

}  // namespace shardscope::traces
