#include "traces/read/begin_end.h"

#include <algorithm>
#include <limits>
#include <unordered_map>

namespace shardscope::traces {

namespace {

class Pairing {
  public:
    explicit Pairing(Trace& trace) : trace_(trace) {}

    void run() {
        std::vector<Event> events = std::move(trace_.events);
        trace_.events.clear();
        for (const Event& event : events) {
            lastNs_ = std::max(lastNs_, event.tsNs + std::max<int64_t>(event.durNs, 0));
            if (event.phase == kEnd) {
                end(event);
            } else {
                if (event.phase == kBegin) open(event).push_back(trace_.events.size());
                trace_.events.push_back(event);
            }
        }
        closeAll();
    }

  private:
    std::vector<size_t>& open(const Event& event) {
        return open_[uint64_t{event.pid} << 32 | event.tid];
    }

    void end(const Event& event) {
        std::vector<size_t>& begins = open(event);
        if (begins.empty()) {
            ++trace_.unreadable;
            return;
        }
        Event& begin = trace_.events[begins.back()];
        begins.pop_back();
        complete(begin, event.tsNs);
        addArgs(begin, event.firstArg, event.argCount);
    }

    void complete(Event& begin, int64_t endNs) {
        begin.phase = Phase::Complete;
        begin.durNs = endNs - begin.tsNs;
    }

    /// Args of an event lie side by side, so both lists are copied behind the others.
    void addArgs(Event& event, uint32_t first, uint16_t count) {
        const size_t both = size_t{event.argCount} + count;
        if (count == 0 || both > std::numeric_limits<uint16_t>::max() ||
            trace_.args.size() + both > std::numeric_limits<uint32_t>::max()) {
            return;
        }
        const auto newFirst = static_cast<uint32_t>(trace_.args.size());
        for (uint32_t i = 0; i < event.argCount; ++i) copyArg(event.firstArg + i);
        for (uint32_t i = 0; i < count; ++i) copyArg(first + i);
        event.firstArg = newFirst;
        event.argCount = static_cast<uint16_t>(both);
    }
    void copyArg(uint32_t index) {
        const Arg arg = trace_.args[index];
        trace_.args.push_back(arg);
    }

    void closeAll() {
        const auto key = static_cast<StringId>(trace_.strings.size());
        trace_.strings.insert(trace_.strings.end(), {"unfinished", "true"});
        const auto unfinished = static_cast<uint32_t>(trace_.args.size());
        trace_.args.push_back({key, Arg::Kind::Raw, key + 1});
        for (Event& event : trace_.events) {
            if (event.phase != kBegin) continue;
            complete(event, lastNs_);
            addArgs(event, unfinished, 1);
        }
    }

    Trace& trace_;
    int64_t lastNs_ = std::numeric_limits<int64_t>::min();
    std::unordered_map<uint64_t, std::vector<size_t>> open_;
};

}  // namespace

bool pairBeginEnd(Trace& trace) {
    const bool any = std::ranges::any_of(trace.events, [](const Event& event) {
        return event.phase == kBegin || event.phase == kEnd;
    });
    if (any) Pairing(trace).run();
    return any;
}

}  // namespace shardscope::traces
