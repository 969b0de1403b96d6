#pragma once
// A run as data: the events of a Chrome trace with integer nanoseconds, and what is known of the run.
//
// Columns of plain values, so that ten million events fit in memory and a reader can hand one
// `shared_ptr<const Trace>` to many threads. Built by TraceBuilder or read from a file; then
// immutable. What our own recordings say, and under which names, is in vocabulary.h.

#include <cstdint>
#include <deque>
#include <nlohmann/json.hpp>
#include <string>
#include <string_view>
#include <vector>

#include "traces/arg_column.h"
#include "traces/string_table.h"

namespace shardscope::traces {

using Json = nlohmann::ordered_json;

/// Trace Event Format phases that are kept. 'X' complete, 'i' instant, 'C' counter, 'b'/'e'/'n'
/// nestable async, 's'/'t'/'f' flow.
enum class Phase : char {
    Complete = 'X',
    Instant = 'i',
    Counter = 'C',
    AsyncBegin = 'b',
    AsyncEnd = 'e',
    AsyncInstant = 'n',
    FlowStart = 's',
    FlowStep = 't',
    FlowEnd = 'f',
};

struct Event {
    int64_t tsNs = 0;   ///< since Trace::baseTimeNs
    int64_t durNs = 0;  ///< Complete only
    uint64_t id = 0;    ///< async and flow
    StringId name = 0;
    StringId category = 0;
    uint32_t pid = 0;
    uint32_t tid = 0;
    uint32_t firstArg = 0;  ///< into Trace::args
    uint16_t argCount = 0;
    Phase phase = Phase::Complete;
    char scope = 0;  ///< Instant: 't', 'p' or 'g'; FlowEnd: 'e' when bp is "e"

    bool operator==(const Event&) const = default;
};
static_assert(sizeof(Event) == 48);

/// A process or thread of the trace, as its metadata events name it.
struct Lane {
    uint32_t pid = 0;
    uint32_t tid = 0;  ///< 0 with isProcess
    bool isProcess = false;
    std::string name;
    int32_t sortIndex = 0;

    bool operator==(const Lane&) const = default;
};

struct Trace {
    /// The object under "shardscope" in our recordings (vocabulary.h); null in foreign traces.
    Json run;
    /// Other top-level keys of the file, in order (schemaVersion, deviceProperties, …).
    Json other = Json::object();
    int64_t baseTimeNs = 0;  ///< wall clock (CLOCK_REALTIME) of tsNs 0
    std::vector<Lane> lanes;
    std::vector<Event> events;  ///< by ts; parent before child at equal ts (longer first)
    ArgColumn args;
    std::deque<std::string> strings{""};  ///< each keeps its place in memory while others are added
    bool incomplete = false;              ///< the file was cut; what is here is what could be read
    bool growing = false;  ///< incomplete because its writer had not ended (write/being_written.h)
    int64_t unreadable = 0;  ///< events that could not be parsed

    std::string_view text(StringId id) const { return strings[id]; }
    ArgColumn::View argsOf(const Event& event) const {
        return args.view(event.firstArg, event.argCount);
    }
    bool operator==(const Trace&) const = default;
};

/// Adds events in any order; finish() sorts. Not thread-safe.
class TraceBuilder {
  public:
    StringId intern(std::string_view text);
    /// Args are those given to arg() since the previous event.
    TraceBuilder& arg(std::string_view key, int64_t value);
    TraceBuilder& arg(std::string_view key, std::string_view text);
    TraceBuilder& raw(std::string_view key, std::string_view json);
    void complete(uint32_t pid, uint32_t tid, std::string_view category, std::string_view name,
                  int64_t tsNs, int64_t durNs);
    void instant(uint32_t pid, uint32_t tid, std::string_view category, std::string_view name,
                 int64_t tsNs);
    void counter(uint32_t pid, std::string_view name, std::string_view key, int64_t tsNs,
                 int64_t value);
    void async(Phase phase, uint32_t pid, std::string_view category, std::string_view name,
               uint64_t id, int64_t tsNs);
    void flow(Phase phase, uint32_t pid, uint32_t tid, std::string_view category,
              std::string_view name, uint64_t id, int64_t tsNs);
    void process(uint32_t pid, std::string_view name, int32_t sortIndex);
    void thread(uint32_t pid, uint32_t tid, std::string_view name, int32_t sortIndex);
    Trace& trace() { return trace_; }
    /// Gives the trace away in canonical form (canonical.h: sorted, strings and args in order of
    /// first use), complete events that overlap on a lane moved to overflow lanes (overlap.h).
    /// What readTrace() gives back after writeTrace() equals it.
    Trace finish();

  private:
    Event& add(Phase phase, uint32_t pid, uint32_t tid, std::string_view category,
               std::string_view name, int64_t tsNs);

    Trace trace_;
    StringTable ids_;
    uint32_t pendingArgs_ = 0;
};

}  // namespace shardscope::traces
