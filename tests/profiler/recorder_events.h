#pragma once
// Looking at a trace's events by name, in tests.

#include <algorithm>
#include <map>
#include <string>
#include <vector>

#include "traces/trace.h"

namespace shardscope::profiler {

/// An event with its strings; an async pair is one with both its times.
struct Seen {
    std::string name;
    int64_t tsNs = 0, endNs = 0;
    uint32_t tid = 0;
    uint64_t id = 0;
    char phase = 'X';
    std::map<std::string, int64_t> numbers;
    std::map<std::string, std::string> texts;

    int64_t operator[](const std::string& key) const {
        const auto place = numbers.find(key);
        return place != numbers.end() ? place->second : -999;
    }
    std::string text(const std::string& key) const {
        const auto place = texts.find(key);
        return place != texts.end() ? place->second : "(none)";
    }
    bool overlaps(const Seen& other) const { return tsNs < other.endNs && other.tsNs < endNs; }
};

inline Seen seenOf(const traces::Trace& trace, const traces::Event& event) {
    Seen seen{.name = std::string(trace.text(event.name)),
              .tsNs = event.tsNs,
              .endNs = event.tsNs + event.durNs,
              .tid = event.tid,
              .id = event.id,
              .phase = static_cast<char>(event.phase)};
    for (const traces::Arg& arg : trace.argsOf(event)) {
        const std::string key(trace.text(arg.key));
        if (arg.kind == traces::Arg::Kind::Integer) seen.numbers[key] = arg.value;
        if (arg.kind == traces::Arg::Kind::Text) {
            seen.texts[key] = trace.text(static_cast<traces::StringId>(arg.value));
        }
    }
    return seen;
}

/// Events of a category, in file order. @param name empty: any.
inline std::vector<Seen> eventsOf(const traces::Trace& trace, std::string_view category,
                                  std::string_view name = {}) {
    std::vector<Seen> found;
    for (const traces::Event& event : trace.events) {
        if (trace.text(event.category) != category) continue;
        if (name.empty() || trace.text(event.name) == name) found.push_back(seenOf(trace, event));
    }
    return found;
}

/// Lifetimes of a category and name by the time they begin; one that has no end has endNs -1.
inline std::vector<Seen> lifetimesOf(const traces::Trace& trace, std::string_view category,
                                     std::string_view name) {
    std::vector<Seen> lives;
    for (Seen& event : eventsOf(trace, category, name)) {
        if (event.phase == 'b') {
            event.endNs = -1;
            lives.push_back(event);
            continue;
        }
        for (Seen& life : lives) {
            if (life.id == event.id) life.endNs = event.tsNs;
        }
    }
    return lives;
}

/// How many of @p lives exist at once at most.
inline int mostAtOnce(const std::vector<Seen>& lives) {
    int most = 0;
    for (const Seen& at : lives) {
        most = std::max(most, static_cast<int>(
                                  std::count_if(lives.begin(), lives.end(), [&](const Seen& other) {
                                      return other.tsNs <= at.tsNs && at.tsNs < other.endNs;
                                  })));
    }
    return most;
}

}  // namespace shardscope::profiler
