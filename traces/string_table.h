#pragma once
// Finds a string's id in a trace's string column. One thread; the column is passed in with each
// call, so that the trace that owns it may be moved.

#include <cstdint>
#include <deque>
#include <string>
#include <string_view>
#include <vector>

namespace shardscope::traces {

/// Open-addressing index over a column of strings whose entry 0 is the empty string.
class StringTable {
  public:
    /// The id of @p text in @p strings, appended when new. Ids follow the order of first appearance.
    uint32_t intern(std::string_view text, std::deque<std::string>& strings);

  private:
    struct Slot {
        uint32_t hash = 0;
        uint32_t id = 0;  ///< 0: free (the empty string needs no slot)
    };
    void grow();

    std::vector<Slot> slots_ = std::vector<Slot>(256);
    size_t used_ = 0;
};

}  // namespace shardscope::traces
