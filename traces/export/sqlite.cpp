#include "traces/export/sqlite.h"

#include "traces/export/sqlite_file.h"
#include "traces/text/json_text.h"
#include "traces/top_level.h"
#include "traces/write/atomic_file.h"

namespace shardscope::traces {

namespace {

constexpr const char* kSchema = R"(
CREATE TABLE run(key TEXT PRIMARY KEY, value TEXT NOT NULL);
CREATE TABLE lane(pid INTEGER, tid INTEGER, is_process INTEGER, name TEXT, sort_index INTEGER);
CREATE TABLE string(id INTEGER PRIMARY KEY, text TEXT NOT NULL);
CREATE TABLE event(
  id INTEGER PRIMARY KEY,  -- place in the trace, from 0
  ts_ns INTEGER NOT NULL,  -- since baseTimeNanoseconds in run
  dur_ns INTEGER,          -- complete events
  phase TEXT NOT NULL,     -- Trace Event Format: X i C b e n s t f
  pid INTEGER NOT NULL,    -- lane
  tid INTEGER NOT NULL,    -- lane
  category INTEGER NOT NULL REFERENCES string(id),
  name INTEGER NOT NULL REFERENCES string(id),
  flow INTEGER,            -- id of async and flow events
  scope TEXT);
CREATE TABLE arg(
  event INTEGER NOT NULL REFERENCES event(id),
  position INTEGER NOT NULL,
  key INTEGER NOT NULL REFERENCES string(id),
  kind TEXT NOT NULL,      -- integer, text, json
  value,
  PRIMARY KEY(event, position)) WITHOUT ROWID;
CREATE VIEW events AS
  SELECT e.id, ts_ns, dur_ns, phase, pid, tid, c.text AS category, n.text AS name, flow, scope
  FROM event e JOIN string c ON c.id = e.category JOIN string n ON n.id = e.name;
CREATE VIEW args AS
  SELECT event, position, k.text AS key, kind, value FROM arg JOIN string k ON k.id = arg.key;
BEGIN;
)";

constexpr const char* kEnd = R"(
COMMIT;
CREATE INDEX event_by_lane ON event(pid, tid, ts_ns);
)";

using Done = core::Result<void>;

Done fillRun(SqliteFile& file, const Trace& trace) {
    SqliteInsert insert(file, "INSERT INTO run VALUES(?, ?)");
    const Json top = topLevelOf(trace);
    for (const auto& [key, value] : top.items()) {
        std::string json;
        appendJson(value, json);
        if (auto done = insert.text(key).text(json).row(); !done) return done;
    }
    return {};
}

Done fillLanes(SqliteFile& file, const Trace& trace) {
    SqliteInsert insert(file, "INSERT INTO lane VALUES(?, ?, ?, ?, ?)");
    for (const Lane& lane : trace.lanes) {
        insert.integer(lane.pid).integer(lane.tid).integer(lane.isProcess).text(lane.name);
        if (auto done = insert.integer(lane.sortIndex).row(); !done) return done;
    }
    return {};
}

Done fillStrings(SqliteFile& file, const Trace& trace) {
    SqliteInsert insert(file, "INSERT INTO string VALUES(?, ?)");
    for (size_t id = 0; id < trace.strings.size(); ++id) {
        insert.integer(static_cast<int64_t>(id)).text(trace.strings[id]);
        if (auto done = insert.row(); !done) return done;
    }
    return {};
}

bool hasId(Phase phase) {
    return phase != Phase::Complete && phase != Phase::Instant && phase != Phase::Counter;
}

Done fillEvents(SqliteFile& file, const Trace& trace) {
    SqliteInsert insert(file, "INSERT INTO event VALUES(?, ?, ?, ?, ?, ?, ?, ?, ?, ?)");
    int64_t id = 0;
    for (const Event& event : trace.events) {
        const char phase = static_cast<char>(event.phase);
        insert.integer(id++).integer(event.tsNs);
        event.phase == Phase::Complete ? insert.integer(event.durNs) : insert.null();
        insert.text({&phase, 1}).integer(event.pid).integer(event.tid);
        insert.integer(event.category).integer(event.name);
        hasId(event.phase) ? insert.integer(static_cast<int64_t>(event.id)) : insert.null();
        event.scope ? insert.text({&event.scope, 1}) : insert.null();
        if (auto done = insert.row(); !done) return done;
    }
    return {};
}

Done fillArgs(SqliteFile& file, const Trace& trace) {
    SqliteInsert insert(file, "INSERT INTO arg VALUES(?, ?, ?, ?, ?)");
    for (size_t id = 0; id < trace.events.size(); ++id) {
        int64_t position = 0;
        for (const Arg& arg : trace.argsOf(trace.events[id])) {
            const bool integer = arg.kind == Arg::Kind::Integer;
            insert.integer(static_cast<int64_t>(id)).integer(position++).integer(arg.key);
            insert.text(integer ? "integer" : arg.kind == Arg::Kind::Text ? "text" : "json");
            integer ? insert.integer(arg.value)
                    : insert.text(trace.text(static_cast<StringId>(arg.value)));
            if (auto done = insert.row(); !done) return done;
        }
    }
    return {};
}

Done fill(SqliteFile& file, const Trace& trace) {
    if (auto done = file.run(kSchema); !done) return done;
    for (auto* part : {fillRun, fillLanes, fillStrings, fillEvents, fillArgs}) {
        if (auto done = part(file, trace); !done) return done;
    }
    return file.run(kEnd);
}

}  // namespace

core::Result<void> exportSqlite(const Trace& trace, const std::string& path) {
    auto place = AtomicFile::create(path);
    if (!place) return tl::unexpected(place.error());
    auto file = SqliteFile::open(place->temporaryPath(), path);
    if (!file) return tl::unexpected(file.error());
    if (auto done = fill(*file, trace); !done) return done;
    if (auto closed = file->close(); !closed) return closed;
    return place->commit();
}

}  // namespace shardscope::traces
