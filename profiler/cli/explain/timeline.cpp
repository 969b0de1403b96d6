#include "profiler/cli/explain/timeline.h"

#include <algorithm>

namespace shardscope::explain {

using namespace core;  // NOLINT(google-build-using-namespace): the plan's action types

namespace {

struct Stop {
    Instant instant;
    size_t position = 0;  ///< of the compute stream: all before it is done
};

bool isUpdate(const Action& action) {
    const auto* launch = std::get_if<Launch>(&action.what);
    return launch && (std::holds_alternative<AdamW>(launch->operation) ||
                      std::holds_alternative<SgdMomentum>(launch->operation));
}

/// Finds the instants in the compute stream of rank 0; the other ranks' streams are alike.
class StopFinder {
  public:
    explicit StopFinder(const World& world)
        : world_(world), entries_(world.program(Rank{0}).streams[kCompute.index()]) {}

    std::vector<Stop> find() && {
        for (size_t at = 0; at < entries_.size(); ++at) {
            const ProgramEntry& entry = entries_[at];
            if (entry.step < 0) continue;
            if (stops_.empty()) stop({.kind = InstantKind::StepStart}, at);
            if (entry.step == 1) endStep(at);
            look(entry, at);
        }
        endStep(entries_.size());
        return std::move(stops_);
    }

  private:
    void look(const ProgramEntry& entry, size_t at) {
        const Action& action = *entry.action;
        const auto* mark = std::get_if<Mark>(&action.what);
        if (mark && mark->kind == MarkKind::PhaseBegin) read_.clear();
        if (mark && mark->kind == MarkKind::GradientReady) {
            stop({InstantKind::GradientReady, entry.microBatch, action.bucket}, at);
        }
        if (action.phase == Phase::Forward || action.phase == Phase::Backward) {
            lookForUse(entry, at);
        }
        if (isUpdate(action)) once({.kind = InstantKind::BeforeUpdate}, at);
        if (action.phase == Phase::Gather) once({.kind = InstantKind::AfterUpdate}, at);
    }

    /// The first time that a forward or a backward reads a bucket's weights.
    void lookForUse(const ProgramEntry& entry, size_t at) {
        const auto* launch = std::get_if<Launch>(&entry.action->what);
        if (!launch) return;
        const Layout& layout = world_.step(Rank{0}).layout;
        for (TensorId id : operandsOf(launch->operation, 0).reads) {
            const auto place = world_.memory(Rank{0}).placeOf(id);
            if (!place || layout[place->buffer].category != Category::Weights) continue;
            if (std::ranges::count(read_, place->bucket) > 0) continue;
            read_.push_back(place->bucket);
            stop({useKind(entry), entry.step == 0 ? entry.microBatch : -1, place->bucket}, at);
        }
    }

    static InstantKind useKind(const ProgramEntry& entry) {
        if (entry.step == 1) return InstantKind::NextForward;
        return entry.action->phase == Phase::Forward ? InstantKind::ForwardUse
                                                     : InstantKind::BackwardUse;
    }

    void endStep(size_t at) {
        once({.kind = InstantKind::AfterUpdate}, at);
        once({.kind = InstantKind::AfterGather}, at);
    }

    void stop(const Instant& instant, size_t at) {
        stops_.push_back({.instant = instant, .position = at});
    }
    void once(const Instant& instant, size_t at) {
        if (std::ranges::find(stops_, instant, &Stop::instant) == stops_.end()) stop(instant, at);
    }

    const World& world_;
    const std::vector<ProgramEntry>& entries_;
    std::vector<Stop> stops_;
    std::vector<BucketId> read_;  ///< by this forward
};

}  // namespace

Result<std::vector<Moment>> timelineOf(const Problem& problem) {
    auto world = World::make(problem);
    if (!world) return tl::unexpected(world.error());
    std::vector<Moment> moments;
    for (const Stop& at : StopFinder(*world).find()) {
        // Communication keeps the pace of buckets: it does not go on where backward reads one.
        const bool sends = at.instant.kind != InstantKind::BackwardUse;
        world->runTo(at.position, sends);
        moments.push_back({.instant = at.instant, .snapshot = snapshotOf(*world)});
    }
    return moments;
}

}  // namespace shardscope::explain
