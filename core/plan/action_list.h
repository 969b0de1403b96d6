#pragma once
// Appends actions with the phase and layer that are current; shared by the parts of the planner.

#include <string>
#include <utility>
#include <vector>

#include "core/plan/layout.h"
#include "core/plan/step_plan.h"

namespace shardscope::core {

/// Event slots: one of each kind a bucket, then two for the norm.
enum class EventKind : uint8_t { Ready, Reduced, Updated, Gathered, Reserved };
inline constexpr int kEventKinds = 5;
inline EventId eventOf(EventKind kind, BucketId bucket) {
    return EventId{bucket.value * kEventKinds + static_cast<int32_t>(kind)};
}
inline EventId normReady(int buckets) { return EventId{buckets * kEventKinds}; }
inline EventId normSummed(int buckets) { return EventId{buckets * kEventKinds + 1}; }
inline int eventCount(int buckets) { return buckets * kEventKinds + 2; }

class ActionList {
  public:
    ActionList(const Problem& problem, const RankLayout& rank, std::vector<Action>& out)
        : problem_(problem), rank_(rank), out_(out) {}

    void phase(Phase phase) { phase_ = phase; }
    void layer(int layer) { layer_ = layer; }
    /// Repetitions for what is added next.
    void when(When when) { when_ = when; }

    void add(decltype(Action::what) what, std::string name, BucketId bucket = {});
    void allocate(BufferId buffer);
    void free(BufferId buffer);
    void launch(StreamId stream, Operation operation, std::string name, BucketId bucket = {});
    void record(StreamId stream, EventKind kind, BucketId bucket);
    void wait(StreamId stream, EventKind kind, BucketId bucket, WaitCause cause);
    void mark(MarkKind kind, StreamId stream, BucketId bucket = {});
    void phaseBegin(Phase phase);
    /// What collective() sends.
    struct Sending {
        CollectiveKind kind = CollectiveKind::AllReduce;
        Purpose purpose = Purpose::Gradient;
        TensorId input, output, whole;  ///< whole: the array that `elements` counts
        BucketId bucket;
        int64_t realElements = 0;
        Rank root{0};
        RankSet group;
        std::string name;  ///< the bucket's label when empty
    };
    /// A collective over a set of ranks; with one rank a copy where input and output differ, else
    /// nothing.
    void collective(const Sending& sending);
    When current() const { return when_; }

  private:
    const Problem& problem_;
    const RankLayout& rank_;
    std::vector<Action>& out_;
    Phase phase_ = Phase::Forward;
    When when_ = When::Always;
    int layer_ = -1;
};

/// Repetitions of what is added while it lives; then those from before.
class WhenScope {
  public:
    WhenScope(ActionList& actions, When when) : actions_(actions), before_(actions.current()) {
        actions.when(when);
    }
    ~WhenScope() { actions_.when(before_); }
    WhenScope(const WhenScope&) = delete;
    WhenScope& operator=(const WhenScope&) = delete;

  private:
    ActionList& actions_;
    When before_;
};

}  // namespace shardscope::core
