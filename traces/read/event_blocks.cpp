#include "traces/read/event_blocks.h"

#include <algorithm>

#include "traces/canonical.h"
#include "traces/read/begin_end.h"
#include "traces/text/utf8.h"

namespace shardscope::traces {

void EventBlocks::end() {
    if (broken_ || trace_.events.empty()) return;
    begun_ ? giveBlock() : give();
}

void EventBlocks::giveBlock() {
    if (trace_.run.is_object() && isInOrder()) return give();
    keeping_ = !begun_;
    broken_ = begun_;
}

void EventBlocks::give() {
    begun_ = true;
    last_ = trace_.events.back();
    take_();
    trace_.events.clear();
    trace_.args.clear();
}

/// In itself, and behind the block before. Putting in order what is not does no harm: either all is
/// kept and sorted in the end, or the file is read again.
bool EventBlocks::isInOrder() {
    const auto isPart = [](const Event& event) {
        return event.phase == kBegin || event.phase == kEnd;
    };
    auto& strings = trace_.strings;
    for (; checkedStrings_ < strings.size(); ++checkedStrings_) {
        if (!isUtf8(strings[checkedStrings_])) return false;
    }
    if (std::ranges::any_of(trace_.events, isPart) || sortEvents(trace_.events)) return false;
    return !begun_ || !goesBefore(trace_.events.front(), last_);
}

}  // namespace shardscope::traces
