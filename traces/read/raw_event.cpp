#include "traces/read/raw_event.h"

namespace shardscope::traces {

namespace {

bool parseArgs(Cursor& cursor, std::vector<RawArg>& args) {
    if (!cursor.expect('{')) return false;
    while (!cursor.take('}')) {
        RawArg& arg = args.emplace_back();
        if (!cursor.key(arg.key) || !cursor.value(arg.value)) return false;
        if (!cursor.take(',') && cursor.peek() != '}') return cursor.expect('}');
    }
    return true;
}

Token* fieldOf(std::string_view key, RawFields& fields) {
    if (key == "ph") return &fields.phase;
    if (key == "cat") return &fields.category;
    if (key == "name") return &fields.name;
    if (key == "pid") return &fields.pid;
    if (key == "tid") return &fields.tid;
    if (key == "ts") return &fields.ts;
    if (key == "dur") return &fields.dur;
    if (key == "id") return &fields.id;
    if (key == "id2") return &fields.id2;
    if (key == "s") return &fields.scope;
    if (key == "bp") return &fields.bindingPoint;
    return nullptr;
}

bool parseMember(Cursor& cursor, RawEvent& event) {
    Token key, ignored;
    if (!cursor.key(key)) return false;
    event.fields.any = true;
    if (key.text == "args" && cursor.peek() == '{') return parseArgs(cursor, event.args);
    Token* field = fieldOf(key.text, event.fields);
    return cursor.value(field ? *field : ignored);
}

}  // namespace

bool parseEvent(Cursor& cursor, RawEvent& event) {
    event.fields = {};
    event.args.clear();
    if (!cursor.expect('{')) return false;
    while (!cursor.take('}')) {
        if (!parseMember(cursor, event)) return false;
        if (!cursor.take(',') && cursor.peek() != '}') return cursor.expect('}');
    }
    return true;
}

}  // namespace shardscope::traces
