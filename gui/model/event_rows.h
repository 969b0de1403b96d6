#pragma once
// An event of a recording as a row of the timeline: its arguments by name, within the row's limits. One
// thread; no errors: what an event does not say is 0 or -1.

#include <optional>
#include <string>
#include <vector>

#include "gui/model/device_clock.h"
#include "gui/model/event_keys.h"
#include "gui/model/rank_builder.h"
#include "gui/model/timeline.h"

namespace shardscope::gui {

class EventRows {
  public:
    /// Borrows both; adds to @p names (Timeline::names) those that rows have.
    EventRows(const traces::Trace& trace, std::vector<std::string>& names);
    /// Before events are read that the trace has got since. @param ours whether it is a recording.
    void renew(bool ours);

    const EventKeys& keys() const { return keys_; }
    bool has(const traces::Event& event, traces::StringId key) const {
        return args_.has(event, key);
    }
    int64_t bucketOf(const traces::Event& event) const { return integer(event, keys_.bucket, -1); }
    Span span(const traces::Event& event);
    PlanPosition position(const traces::Event& event) const;
    PlacedCall call(const traces::Event& event);
    /// None: the event's name is none of a life, or of a mark.
    std::optional<LifeKind> lifeKind(const traces::Event& event) const;
    std::optional<Mark> mark(const traces::Event& event) const;
    /// That begins with @p event.
    Life life(const traces::Event& event) const;

  private:
    int64_t integer(const traces::Event& event, traces::StringId key, int64_t otherwise = 0) const;
    int32_t small(const traces::Event& event, traces::StringId key) const;
    int16_t microBatchOf(const traces::Event& event) const;
    uint32_t nameOf(traces::StringId id);
    SpanKind kindOf(const traces::Event& event) const;
    PoolEntry entryOf(const traces::Event& event);

    const traces::Trace& trace_;
    std::vector<std::string>& names_;
    traces::EventArgs args_;
    EventKeys keys_;
    std::vector<uint32_t> nameIds_;  ///< by StringId; 0: not used yet
    bool ours_ = false;
};

}  // namespace shardscope::gui
