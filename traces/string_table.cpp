#include "traces/string_table.h"

#include <functional>

namespace shardscope::traces {

namespace {
uint32_t hashOf(std::string_view text) {
    const uint64_t hash = std::hash<std::string_view>{}(text);
    return static_cast<uint32_t>(hash ^ (hash >> 32));
}
}  // namespace

uint32_t StringTable::intern(std::string_view text, std::deque<std::string>& strings) {
    if (text.empty()) return 0;
    const uint32_t hash = hashOf(text);
    const size_t mask = slots_.size() - 1;
    size_t at = hash & mask;
    for (; slots_[at].id != 0; at = (at + 1) & mask) {
        if (slots_[at].hash == hash && strings[slots_[at].id] == text) return slots_[at].id;
    }
    const auto id = static_cast<uint32_t>(strings.size());
    strings.emplace_back(text);
    slots_[at] = {.hash = hash, .id = id};
    if (++used_ * 2 > slots_.size()) grow();
    return id;
}

void StringTable::grow() {
    std::vector<Slot> old(slots_.size() * 2);
    old.swap(slots_);
    const size_t mask = slots_.size() - 1;
    for (const Slot& slot : old) {
        if (slot.id == 0) continue;
        size_t at = slot.hash & mask;
        while (slots_[at].id != 0) at = (at + 1) & mask;
        slots_[at] = slot;
    }
}

}  // namespace shardscope::traces
