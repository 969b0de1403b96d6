#pragma once
// Blueprints of one workload, each made once by whoever asks first. Any thread.

#include <deque>
#include <mutex>
#include <optional>

#include "core/capacity/blueprint.h"

namespace shardscope::core {

class BlueprintCache {
  public:
    /// @p base is borrowed. @param timed whether blueprints have time programs.
    BlueprintCache(const Workload& base, bool timed) : base_(base), timed_(timed) {}

    /// The blueprint lives as long as the cache. Errors: InvalidInput that says why it cannot be.
    Result<const Blueprint*> of(const Configuration& configuration);

  private:
    struct Entry {
        explicit Entry(Configuration of) : key(std::move(of)) {}
        Configuration key;
        std::once_flag once;
        std::optional<Blueprint> blueprint;
        std::optional<Error> error;
    };
    static Entry& entryOf(std::deque<Entry>& entries, std::mutex& mutex, const Configuration& key);

    const Workload& base_;
    bool timed_;
    std::mutex mutex_;  ///< guards the lists, not what is in their entries
    std::deque<Entry> structures_, points_;
};

}  // namespace shardscope::core
