#pragma once
// The two streams of one simulated rank: what was issued to each, in order, and when it happens. A
// stream's work is placed only when the other stream's is known as far, so that an operation and a
// collective that run at the same time slow each other (contention.h). One thread.

#include <array>
#include <cstdint>
#include <vector>

#include "core/engine/observer.h"
#include "core/sim/cost_model.h"

namespace shardscope::core {

/// Who is told what happened; on each stream in order of time.
class StreamWatcher {
  public:
    virtual ~StreamWatcher() = default;
    virtual void operated(ActionRef, StreamId, int64_t /*startNs*/, int64_t /*endNs*/) {}
    virtual void communicated(ActionRef, StreamId, int64_t /*arrivedNs*/, int64_t /*startNs*/,
                              int64_t /*endNs*/) {}
    virtual void waited(ActionRef, StreamId, int64_t /*startNs*/, int64_t /*endNs*/) {}
    virtual void marked(ActionRef, StreamId, int64_t /*timeNs*/) {}
    /// When all ranks have arrived at a collective that this one reached at @p arrivedNs, @p sinceNs
    /// after the last one ended.
    virtual int64_t meetNs(int64_t arrivedNs, int64_t sinceNs) = 0;
};

class StreamClocks {
  public:
    /// @param wakeUpNs a stream that slept goes on this long after what it waited for.
    explicit StreamClocks(int64_t wakeUpNs) : wakeUpNs_(wakeUpNs) {}

    /// What the host issues at @p hostNs, which never goes back. @param endsNs it is not over before: its
    /// last part is issued only then, less what that takes.
    void operate(StreamId stream, ActionRef ref, int64_t hostNs, int64_t durationNs,
                 const OperationCost& cost, int64_t endsNs = 0);
    void communicate(StreamId stream, ActionRef ref, int64_t hostNs, const CollectiveCost& cost);
    void record(StreamId stream, int64_t hostNs, EventId event);
    void wait(StreamId stream, ActionRef ref, int64_t hostNs, EventId event);
    void mark(StreamId stream, ActionRef ref, int64_t hostNs);

    /// Places what nothing that is issued later can change.
    void advance(StreamWatcher& watcher) { place(watcher, false); }
    /// Places everything: nothing is issued until then.
    void finish(StreamWatcher& watcher);

    /// How much was issued and is not placed yet.
    size_t waiting() const { return lanes_[0].waiting() + lanes_[1].waiting(); }
    /// Whether everything that was issued to @p stream is placed.
    bool placed(StreamId stream) const { return lane(stream).empty(); }
    /// How far @p stream has come with what is placed.
    int64_t reachedNs(StreamId stream) const { return lane(stream).ns; }
    /// When who waits since @p sinceNs for what happens at @p whenNs goes on. Whoever waits longer than
    /// waking up takes has gone to sleep.
    int64_t goingOnNs(int64_t sinceNs, int64_t whenNs) const;
    /// Neither stream goes on before @p ns.
    void hold(int64_t ns);
    /// Both streams and all events, everything placed, @p ns later.
    void shift(int64_t ns);

  private:
    /// What of an operation's or a collective's cost is about the other.
    struct Load {
        Bound bound = Bound::Arithmetic;  ///< an operation's
        double memoryShare = 0.0;
        double arithmeticSlowdown = 1.0, memorySlowdown = 1.0;  ///< a collective's
    };
    struct Item {
        enum class Kind : uint8_t { Operate, Communicate, Record, Wait, Mark };
        Kind kind = Kind::Mark;
        ActionRef ref;
        int32_t ticket = -1;  ///< of a record: which time it sets; of a wait: which it waits for
        int64_t hostNs = 0;
        int64_t durationNs = 0, endsNs = 0;  ///< alone
        Load load;
    };
    struct Lane {
        std::vector<Item> items;
        size_t next = 0;                     ///< the first that is not placed
        bool busy = false;                   ///< it runs
        int64_t ns = 0;                      ///< how far the stream has come
        int64_t arrivedNs = 0, startNs = 0;  ///< of what runs
        double leftNs = 0;                   ///< of it, as if alone

        size_t waiting() const { return items.size() - next; }
        bool empty() const { return next == items.size(); }
        const Item& front() const { return items[next]; }
    };

    const Lane& lane(StreamId stream) const { return lanes_[stream.index()]; }
    Lane& lane(StreamId stream) { return lanes_[stream.index()]; }
    void place(StreamWatcher& watcher, bool all);
    bool begin(StreamId stream, StreamWatcher& watcher);
    void pop(Lane& lane);
    bool passWait(StreamId stream, StreamWatcher& watcher);
    void beginWork(Lane& lane, StreamWatcher& watcher);
    void runAlone(StreamId stream, StreamWatcher& watcher);
    void runBoth(StreamWatcher& watcher);
    static double slowdown(const Item& item, const Item& beside);
    void complete(StreamId stream, int64_t endNs, StreamWatcher& watcher);
    void keepLatestTimes();

    int64_t wakeUpNs_;
    std::array<Lane, kStreams> lanes_;
    std::vector<int32_t> tickets_;  ///< by event: its latest record
    std::vector<int64_t> timesNs_;  ///< by ticket; -1 = not placed yet
    int64_t metNs_ = 0;             ///< end of the last collective
    int64_t placed_ = 0;            ///< items
};

}  // namespace shardscope::core
