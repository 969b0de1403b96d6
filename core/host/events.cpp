#include "core/host/events.h"

namespace shardscope::core {

RecordTicket EventTable::record(StreamId stream, EventId event) {
    if (event.index() >= slots_.size()) slots_.resize(event.index() + 1);
    return slots_[event.index()] = {.stream = stream, .count = ++issued_[stream.index()]};
}

RecordTicket EventTable::latest(EventId event) const {
    return event.index() < slots_.size() ? slots_[event.index()] : RecordTicket{};
}

void RecordCounter::advance() {
    passed_.fetch_add(1);
    passed_.notify_all();
}

void RecordCounter::waitFor(uint32_t count) const {
    for (uint32_t passed = passed_.load(); static_cast<int32_t>(passed - count) < 0;
         passed = passed_.load()) {
        passed_.wait(passed);
    }
}

}  // namespace shardscope::core
