#pragma once
// Finding an event's arguments by name without comparing strings: a key's id is looked up once.

#include <optional>
#include <string_view>
#include <unordered_map>

#include "traces/trace.h"

namespace shardscope::traces {

/// Borrows the trace.
class EventArgs {
  public:
    explicit EventArgs(const Trace& trace) : trace_(trace) { learn(); }

    /// Takes the strings that the trace has got since. @return whether there were any: ids that were
    /// looked up before may differ now.
    bool learn();

    /// The id of @p text, or an id that no event has.
    StringId idOf(std::string_view text) const;
    int64_t integer(const Event& event, StringId key, int64_t otherwise = 0) const;
    std::string_view text(const Event& event, StringId key) const;
    StringId textId(const Event& event, StringId key) const;  ///< 0: no text
    bool has(const Event& event, StringId key) const;

  private:
    std::optional<Arg> find(const Event& event, StringId key) const;

    const Trace& trace_;
    std::unordered_map<std::string_view, StringId> ids_;
    size_t learned_ = 0;  ///< strings of the trace
};

}  // namespace shardscope::traces
