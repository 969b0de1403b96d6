#pragma once
// Process and thread ids of a file as 32-bit numbers, and the lanes that metadata events name.
// One thread.

#include <map>
#include <string>
#include <tuple>

#include "traces/read/raw_event.h"
#include "traces/trace.h"

namespace shardscope::traces {

class LaneReader {
  public:
    /// Integers 0 … 2^32-1 as such, -1 as 2^32-1 and so on, numbers in quotes too. What is no such
    /// number ("Spans", a 64-bit thread id) gets a number from 2^31 up, the same for the same text.
    uint32_t pidOf(const Token& token) { return number(token, -1); }
    /// As pidOf; a thread with a text for an id is named by it.
    uint32_t tidOf(uint32_t pid, const Token& token) { return number(token, pid); }

    /// Takes process_name, thread_name and their sort indices; others are not kept.
    void metadata(const RawEvent& event);

    /// All lanes in canonical order.
    std::vector<Lane> lanes() const;

  private:
    uint32_t number(const Token& token, int64_t pid);
    uint32_t alias(const Token& token, int64_t pid);
    Lane& lane(uint32_t pid, uint32_t tid, bool isProcess);

    std::map<std::string, uint32_t, std::less<>> aliases_;
    std::map<std::tuple<uint32_t, bool, uint32_t>, Lane> lanes_;
};

/// The text of a name: decoded when it is a string, as it stands when it is another bare value.
std::string nameText(const Token& token);

}  // namespace shardscope::traces
