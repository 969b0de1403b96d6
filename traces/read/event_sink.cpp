#include "traces/read/event_sink.h"

#include <algorithm>
#include <functional>
#include <limits>

#include "traces/canonical.h"
#include "traces/read/begin_end.h"
#include "traces/text/numbers.h"
#include "traces/text/strict_json.h"
#include "traces/text/utf8.h"
#include "traces/top_level.h"

namespace shardscope::traces {

namespace {

constexpr int64_t kLongestForeignNs = int64_t{7} * 24 * 3600 * 1'000'000'000;

/// The phase that @p phase is kept as; 0: not kept; '?': not known.
char keptPhase(char phase) {
    constexpr std::string_view kKnown = "XBEiIRCbenSFTpstfMPNODVvc()";
    constexpr std::string_view kKeptAs = "XBEiiiCbenbennstfM";
    const size_t place = kKnown.find(phase);
    if (place == std::string_view::npos) return '?';
    return place < kKeptAs.size() ? kKeptAs[place] : '\0';
}

char scopeOf(Phase phase, const RawFields& fields) {
    if (phase == Phase::FlowEnd) return fields.bindingPoint.text == "e" ? 'e' : '\0';
    if (phase != Phase::Instant) return 0;
    return fields.scope.text == "p" || fields.scope.text == "g" ? fields.scope.text[0] : 't';
}

/// The id in {"local": "0x1"} or {"global": …}.
Token innerId(const Token& id2) {
    RawEvent inner;
    Token key, value;
    Cursor cursor(id2.text);
    const bool found = cursor.expect('{') && cursor.key(key) && cursor.value(value) &&
                       (key.text == "local" || key.text == "global");
    return found ? value : Token{};
}

/// Strings are hexadecimal, as Perfetto reads them; other text is an id by its hash.
uint64_t idOf(const Token& token) {
    if (token.kind == Token::Kind::Bare) {
        if (const auto value = parseUnsigned(token.text)) return *value;
        if (const auto value = parseInteger(token.text)) return static_cast<uint64_t>(*value);
    }
    if (const auto value = parseHex(token.text, true)) return *value;
    return std::hash<std::string_view>{}(token.text);
}

}  // namespace

void EventSink::add(const RawEvent& raw) {
    if (take(raw) == Kept::Unreadable) ++trace_.unreadable;
    if (blocks_) blocks_->added();
}

EventSink::Kept EventSink::take(const RawEvent& raw) {
    const RawFields& fields = raw.fields;
    if (!fields.any) return Kept::No;
    if (fields.phase.text.size() != 1) return Kept::Unreadable;
    const char phase = keptPhase(fields.phase.text[0]);
    if (phase == '?') return Kept::Unreadable;
    if (phase == 0) return Kept::No;
    if (phase != 'M') return takeTimed(phase, raw);
    if (fields.name.text == "shardscope") {
        takeRun(raw.args);
    } else {
        lanes_.metadata(raw);
    }
    return Kept::No;
}

EventSink::Kept EventSink::takeTimed(char phase, const RawEvent& raw) {
    const RawFields& fields = raw.fields;
    Event event{.phase = static_cast<Phase>(phase)};
    const size_t allArgs = trace_.args.size() + raw.args.size();
    if (raw.args.size() > std::numeric_limits<uint16_t>::max() ||
        allArgs > std::numeric_limits<uint32_t>::max() || !takeTimes(event, fields) ||
        !takeId(event, fields)) {
        return Kept::Unreadable;
    }
    event.scope = scopeOf(event.phase, fields);
    event.pid = lanes_.pidOf(fields.pid);
    event.tid = lanes_.tidOf(event.pid, fields.tid);
    event.name = text(fields.name);
    event.category = text(fields.category);
    takeArgs(event, raw.args);
    trace_.events.push_back(event);
    return Kept::Yes;
}

bool EventSink::takeTimes(Event& event, const RawFields& fields) const {
    const auto ts = parseMicroseconds(fields.ts.text);
    if (!ts) return false;
    event.tsNs = *ts;
    if (event.phase != Phase::Complete || fields.dur.kind == Token::Kind::None ||
        fields.dur.text == "null") {
        return true;
    }
    const auto dur = parseMicroseconds(fields.dur.text);
    if (!dur || *dur < 0) return false;
    event.durNs = *dur;
    return !trace_.run.is_null() || *dur <= kLongestForeignNs;
}

bool EventSink::takeId(Event& event, const RawFields& fields) const {
    if (std::string_view("bnestf").find(static_cast<char>(event.phase)) == std::string_view::npos) {
        return true;
    }
    const Token id = fields.id.kind == Token::Kind::None ? innerId(fields.id2) : fields.id;
    event.id = idOf(id);
    return id.kind != Token::Kind::None;
}

StringId EventSink::text(const Token& token) {
    const bool asItStands = !token.escaped && token.kind != Token::Kind::Bare;
    return strings_.intern(asItStands ? token.text : std::string_view(nameText(token)),
                           trace_.strings);
}

void EventSink::takeArgs(Event& event, const std::vector<RawArg>& args) {
    event.firstArg = static_cast<uint32_t>(trace_.args.size());
    event.argCount = static_cast<uint16_t>(args.size());
    for (const RawArg& raw : args) trace_.args.push_back(argOf(raw));
}

Arg EventSink::argOf(const RawArg& raw) {
    const StringId key = text(raw.key);
    const Token& token = raw.value;
    if (token.kind == Token::Kind::Bare) {
        if (const auto value = parseInteger(token.text)) return {key, Arg::Kind::Integer, *value};
    }
    const bool isText = token.kind == Token::Kind::Text;
    const bool mayBeHex = token.text.starts_with("0x") || token.text.starts_with("-0x");
    if (isText && !token.escaped && !mayBeHex) return {key, Arg::Kind::Text, text(token)};
    const ArgValue value = isText ? argOfText(nameText(token)) : argOfJson(token.text);
    if (value.kind == Arg::Kind::Integer) return {key, value.kind, value.integer};
    return {key, value.kind, strings_.intern(value.text, trace_.strings)};
}

void EventSink::takeRun(const std::vector<RawArg>& args) {
    for (const RawArg& arg : args) {
        const auto quoted = arg.value.kind == Token::Kind::Text
                                ? '"' + std::string(arg.value.text) + '"'
                                : std::string(arg.value.text);
        const auto strict = strictJson(quoted);
        Json value = Json::parse(strict.value_or(""), nullptr, false);
        if (!value.is_discarded()) setTopLevel(nameText(arg.key), std::move(value), trace_);
    }
}

void EventSink::finish() {
    trace_.lanes = lanes_.lanes();
    if (blocks_ && blocks_->begun()) {
        orderTopLevel(trace_);
    } else {
        putInOrder();
    }
    if (blocks_) blocks_->end();
}

void EventSink::putInOrder() {
    const bool moved = sortEvents(trace_.events);
    const bool paired = pairBeginEnd(trace_);
    const bool valid = std::ranges::all_of(trace_.strings, [](const auto& s) { return isUtf8(s); });
    if (moved || paired || !valid) {
        canonicalise(trace_);
    } else {
        orderTopLevel(trace_);
    }
}

}  // namespace shardscope::traces
