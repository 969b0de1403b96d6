#include "core/capacity/blueprint_cache.h"

#include <algorithm>

namespace shardscope::core {

BlueprintCache::Entry& BlueprintCache::entryOf(std::deque<Entry>& entries, std::mutex& mutex,
                                               const Configuration& key) {
    const std::lock_guard lock(mutex);
    const auto found = std::ranges::find(entries, key, &Entry::key);
    return found == entries.end() ? entries.emplace_back(key) : *found;
}

Result<const Blueprint*> BlueprintCache::of(const Configuration& configuration) {
    Entry& structure = entryOf(structures_, mutex_, structureOf(configuration));
    std::call_once(structure.once,
                   [&] { structure.blueprint = makeBlueprint(base_, structure.key, timed_); });
    if (structure.blueprint) return &*structure.blueprint;
    Configuration unnamed = configuration;
    unnamed.strategy.preset.clear();
    Entry& point = entryOf(points_, mutex_, unnamed);
    std::call_once(point.once, [&] {
        auto made = makePointBlueprint(base_, configuration, timed_);
        if (made)
            point.blueprint = std::move(*made);
        else
            point.error = made.error();
    });
    if (!point.blueprint) return tl::unexpected(*point.error);
    return &*point.blueprint;
}

}  // namespace shardscope::core
