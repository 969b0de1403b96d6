#include "profiler/cli/explain/storyboard.h"

#include <algorithm>

#include "profiler/cli/explain/observation.h"

namespace shardscope::explain {

namespace {

class Board {
  public:
    explicit Board(const std::vector<Track>& tracks)
        : tracks_(tracks), gradAccum_(tracks.front().problem.workload.gradAccum) {}

    std::vector<Scene> make() {
        int skippedFrom = 0;
        int skippedTo = 0;
        for (size_t i = 0; i < count(); ++i) {
            const int m = instant(i).microBatch;
            if (repeats(m)) {
                if (skippedFrom == 0) skippedFrom = m + 1;
                skippedTo = m + 1;
                continue;
            }
            if (!isShown(i)) continue;
            scenes_.push_back({.moment = i, .alikeFrom = skippedFrom, .alikeTo = skippedTo});
            skippedFrom = skippedTo = 0;
        }
        return std::move(scenes_);
    }

  private:
    size_t count() const { return tracks_.front().moments.size(); }
    const Instant& instant(size_t i) const { return tracks_.front().moments[i].instant; }

    bool isShown(size_t i) const {
        switch (instant(i).kind) {
            case InstantKind::ForwardUse:
                return changed(i);
            case InstantKind::BackwardUse:
                return gathers() && changed(i);
            case InstantKind::NextForward:
                return !nextShown() && (changed(i) || spoilt(i));
            default:
                return true;
        }
    }

    bool nextShown() const {
        return std::ranges::any_of(scenes_, [&](const Scene& scene) {
            return instant(scene.moment).kind == InstantKind::NextForward;
        });
    }

    bool changed(size_t i) const {
        return std::ranges::any_of(tracks_, [&](const Track& track) {
            return track.moments[i].snapshot != track.moments[scenes_.back().moment].snapshot;
        });
    }

    /// Whether some strategy gathers parameters for backward, so that reading them is news.
    bool gathers() const {
        return std::ranges::any_of(tracks_, [&](const Track& track) {
            return track.problem.strategy.parameters == core::ParameterStorage::GatheredPerUse;
        });
    }

    bool spoilt(size_t i) const {
        return std::ranges::any_of(tracks_, [&](const Track& track) {
            const Snapshot& snapshot = track.moments[i].snapshot;
            return anyParameter(snapshot, ParameterState::Stale) ||
                   anyParameter(snapshot, ParameterState::Wrong);
        });
    }

    /// Whether every instant of a middle micro-batch looks as it did in the micro-batch before.
    bool repeats(int microBatch) const {
        if (microBatch < 2 || microBatch >= gradAccum_ - 1) return false;
        return std::ranges::all_of(tracks_, [&](const Track& track) {
            return momentsOf(track, microBatch) == momentsOf(track, microBatch - 1);
        });
    }

    static std::vector<Snapshot> momentsOf(const Track& track, int microBatch) {
        std::vector<Snapshot> snapshots;
        for (const Moment& moment : track.moments) {
            if (moment.instant.microBatch == microBatch) snapshots.push_back(moment.snapshot);
        }
        return snapshots;
    }

    const std::vector<Track>& tracks_;
    int gradAccum_;
    std::vector<Scene> scenes_;
};

}  // namespace

std::vector<Scene> storyboardOf(const std::vector<Track>& tracks) { return Board(tracks).make(); }

}  // namespace shardscope::explain
