#include "traces/canonical.h"

#include <algorithm>
#include <optional>
#include <tuple>

#include "traces/string_table.h"
#include "traces/text/strict_json.h"
#include "traces/text/utf8.h"
#include "traces/top_level.h"

namespace shardscope::traces {

namespace {

bool hasId(Phase phase) {
    return phase != Phase::Complete && phase != Phase::Instant && phase != Phase::Counter;
}

char scopeOf(const Event& event) {
    if (event.phase == Phase::FlowEnd) return event.scope == 'e' ? 'e' : '\0';
    if (event.phase != Phase::Instant) return 0;
    return event.scope == 'p' || event.scope == 'g' ? event.scope : 't';
}

void clean(Event& event) {
    event.durNs = event.phase == Phase::Complete ? std::max<int64_t>(event.durNs, 0) : 0;
    if (!hasId(event.phase)) event.id = 0;
    event.scope = scopeOf(event);
}

/// Moves args and strings of a trace into columns in order of first use.
class Columns {
  public:
    explicit Columns(const Trace& from)
        : from_(from), texts_(from.strings.size()), values_(from.strings.size() * 2) {
        args_.reserve(from.args.size());
    }

    void move(Event& event) {
        event.name = text(event.name);
        event.category = text(event.category);
        const auto args = from_.argsOf(event);
        event.firstArg = static_cast<uint32_t>(args_.size());
        for (const Arg& arg : args) args_.push_back(moved(arg));
    }

    void giveTo(Trace& trace) {
        trace.args = std::move(args_);
        trace.strings = std::move(strings_);
    }

  private:
    StringId text(StringId old) {
        if (!texts_[old]) {
            const std::string& was = from_.strings[old];
            texts_[old] = isUtf8(was) ? table_.intern(was, strings_)
                                      : table_.intern(repairUtf8(was), strings_);
        }
        return *texts_[old];
    }

    Arg moved(const Arg& arg) {
        const StringId key = text(arg.key);
        if (arg.kind == Arg::Kind::Integer) return {key, arg.kind, arg.value};
        const bool raw = arg.kind == Arg::Kind::Raw;
        auto& known = values_[static_cast<size_t>(arg.value) * 2 + (raw ? 1 : 0)];
        if (!known) known = value(from_.strings[static_cast<size_t>(arg.value)], raw);
        return {key, known->kind, known->value};
    }

    Arg value(std::string_view was, bool raw) {
        const ArgValue now = raw ? argOfJson(was) : argOfText(was);
        const int64_t id =
            now.kind == Arg::Kind::Integer ? now.integer : table_.intern(now.text, strings_);
        return {0, now.kind, id};
    }

    const Trace& from_;
    StringTable table_;
    std::deque<std::string> strings_{""};
    ArgColumn args_;
    std::vector<std::optional<StringId>> texts_;
    std::vector<std::optional<Arg>> values_;  ///< two a string: as text, as JSON
};

auto placeOf(const Lane& lane) { return std::tuple(lane.pid, !lane.isProcess, lane.tid); }

}  // namespace

bool goesBefore(const Event& a, const Event& b) {
    if (a.tsNs != b.tsNs) return a.tsNs < b.tsNs;
    if (a.durNs != b.durNs) return a.durNs > b.durNs;
    return a.phase == Phase::Complete && b.phase != Phase::Complete;
}

bool sortEvents(std::vector<Event>& events) {
    for (Event& event : events) clean(event);
    if (std::is_sorted(events.begin(), events.end(), goesBefore)) return false;
    std::stable_sort(events.begin(), events.end(), goesBefore);
    return true;
}

void sortLanes(std::vector<Lane>& lanes) {
    for (Lane& lane : lanes) {
        if (lane.isProcess) lane.tid = 0;
        if (!isUtf8(lane.name)) lane.name = repairUtf8(lane.name);
    }
    std::stable_sort(lanes.begin(), lanes.end(),
                     [](const Lane& a, const Lane& b) { return placeOf(a) < placeOf(b); });
    const auto samePlace = [](const Lane& a, const Lane& b) { return placeOf(a) == placeOf(b); };
    // From the back, so that the last of equals stays.
    const auto first = std::unique(lanes.rbegin(), lanes.rend(), samePlace).base();
    lanes.erase(lanes.begin(), first);
}

void canonicalise(Trace& trace) {
    sortEvents(trace.events);
    sortLanes(trace.lanes);
    orderTopLevel(trace);
    Columns columns(trace);
    for (Event& event : trace.events) columns.move(event);
    columns.giveTo(trace);
}

}  // namespace shardscope::traces
