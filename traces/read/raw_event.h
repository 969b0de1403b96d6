#pragma once
// One event object of a file, cut into tokens that borrow its text. One thread.

#include <vector>

#include "traces/text/cursor.h"

namespace shardscope::traces {

struct RawArg {
    Token key, value;
};

/// The fields we know; absent ones have Token::Kind::None.
struct RawFields {
    Token phase, category, name, ts, dur, pid, tid, id, id2, scope, bindingPoint;
    bool any = false;  ///< the object has some key
};

struct RawEvent {
    RawFields fields;
    std::vector<RawArg> args;  ///< kept between events for its memory
};

/// Cuts the object at @p cursor. @return false when it is cut or no JSON (Cursor::stop()).
bool parseEvent(Cursor& cursor, RawEvent& event);

}  // namespace shardscope::traces
