#include "core/sim/stream_clocks.h"

#include <algorithm>
#include <cmath>

#include "core/base/result.h"

namespace shardscope::core {

namespace {

constexpr int64_t kUnknown = -1;
constexpr size_t kKept = 4096;  // placed items that stay where they are

StreamId other(StreamId stream) { return stream == kCompute ? kCommunication : kCompute; }

}  // namespace

void StreamClocks::pop(Lane& lane) {
    ++placed_;
    ++lane.next;
    if (2 * lane.next < lane.items.size() || (!lane.empty() && lane.next < kKept)) return;
    lane.items.erase(lane.items.begin(), lane.items.begin() + static_cast<ptrdiff_t>(lane.next));
    lane.next = 0;
}

void StreamClocks::operate(StreamId stream, ActionRef ref, int64_t hostNs, int64_t durationNs,
                           const OperationCost& cost, int64_t endsNs) {
    lane(stream).items.push_back({.kind = Item::Kind::Operate,
                                  .ref = ref,
                                  .hostNs = hostNs,
                                  .durationNs = durationNs,
                                  .endsNs = endsNs,
                                  .load = {.bound = cost.bound, .memoryShare = cost.memoryShare}});
}

void StreamClocks::communicate(StreamId stream, ActionRef ref, int64_t hostNs,
                               const CollectiveCost& cost) {
    lane(stream).items.push_back({.kind = Item::Kind::Communicate,
                                  .ref = ref,
                                  .hostNs = hostNs,
                                  .durationNs = cost.durationNs,
                                  .load = {.memoryShare = cost.memoryShare,
                                           .arithmeticSlowdown = cost.arithmeticSlowdown,
                                           .memorySlowdown = cost.memorySlowdown}});
}

void StreamClocks::record(StreamId stream, int64_t hostNs, EventId event) {
    if (tickets_.size() <= event.index()) tickets_.resize(event.index() + 1, -1);
    tickets_[event.index()] = static_cast<int32_t>(timesNs_.size());
    lane(stream).items.push_back({.kind = Item::Kind::Record,
                                  .ticket = static_cast<int32_t>(timesNs_.size()),
                                  .hostNs = hostNs});
    timesNs_.push_back(kUnknown);
}

void StreamClocks::wait(StreamId stream, ActionRef ref, int64_t hostNs, EventId event) {
    const int32_t ticket = event.index() < tickets_.size() ? tickets_[event.index()] : -1;
    lane(stream).items.push_back(
        {.kind = Item::Kind::Wait, .ref = ref, .ticket = ticket, .hostNs = hostNs});
}

void StreamClocks::mark(StreamId stream, ActionRef ref, int64_t hostNs) {
    lane(stream).items.push_back({.kind = Item::Kind::Mark, .ref = ref, .hostNs = hostNs});
}

int64_t StreamClocks::goingOnNs(int64_t sinceNs, int64_t whenNs) const {
    if (whenNs <= sinceNs) return sinceNs;
    return whenNs - sinceNs > wakeUpNs_ ? whenNs + wakeUpNs_ : whenNs;
}

/// What takes no time is placed as it is met. @return whether the stream has begun something that does, or
/// stands before nothing: false while it waits for the other.
bool StreamClocks::begin(StreamId stream, StreamWatcher& watcher) {
    Lane& me = lane(stream);
    while (!me.empty() && !me.busy) {
        const Item& item = me.front();
        const int64_t reached = std::max(me.ns, item.hostNs);
        switch (item.kind) {
            case Item::Kind::Operate:
            case Item::Kind::Communicate:
                beginWork(me, watcher);
                return true;
            case Item::Kind::Record:
                timesNs_[static_cast<size_t>(item.ticket)] = reached;
                break;
            case Item::Kind::Wait:
                if (!passWait(stream, watcher)) return false;
                break;
            case Item::Kind::Mark:
                watcher.marked(item.ref, stream, reached);
                break;
        }
        pop(me);
    }
    return true;
}

bool StreamClocks::passWait(StreamId stream, StreamWatcher& watcher) {
    Lane& me = lane(stream);
    const Item& item = me.front();
    const int64_t recorded = item.ticket < 0 ? 0 : timesNs_[static_cast<size_t>(item.ticket)];
    if (recorded == kUnknown) return false;
    const int64_t reached = std::max(me.ns, item.hostNs);
    me.ns = goingOnNs(reached, recorded);
    watcher.waited(item.ref, stream, reached, me.ns);
    return true;
}

void StreamClocks::beginWork(Lane& me, StreamWatcher& watcher) {
    const Item& item = me.front();
    me.arrivedNs = me.startNs = goingOnNs(me.ns, item.hostNs);
    if (item.kind == Item::Kind::Communicate) {
        const int64_t since = std::max<int64_t>(0, me.arrivedNs - metNs_);
        me.startNs = watcher.meetNs(me.arrivedNs, since);
    }
    me.ns = me.startNs;
    me.leftNs = static_cast<double>(std::max(item.durationNs, item.endsNs - me.startNs));
    me.busy = true;
}

void StreamClocks::complete(StreamId stream, int64_t endNs, StreamWatcher& watcher) {
    Lane& me = lane(stream);
    const Item& item = me.front();
    me.ns = endNs;
    me.busy = false;
    if (item.kind == Item::Kind::Communicate) {
        metNs_ = endNs;
        watcher.communicated(item.ref, stream, me.arrivedNs, me.startNs, endNs);
    } else {
        watcher.operated(item.ref, stream, me.startNs, endNs);
    }
    pop(me);
}

void StreamClocks::runAlone(StreamId stream, StreamWatcher& watcher) {
    const Lane& me = lane(stream);
    complete(stream, me.ns + std::llround(me.leftNs), watcher);
}

/// Two operations, or two collectives, leave each other alone.
double StreamClocks::slowdown(const Item& item, const Item& beside) {
    if (item.kind == beside.kind) return 1.0;
    const bool operates = item.kind == Item::Kind::Operate;
    const Load& operation = operates ? item.load : beside.load;
    const Load& collective = operates ? beside.load : item.load;
    const Slowdowns both =
        together({.bound = operation.bound, .memoryShare = operation.memoryShare},
                 {.arithmeticSlowdown = collective.arithmeticSlowdown,
                  .memorySlowdown = collective.memorySlowdown,
                  .memoryShare = collective.memoryShare});
    return operates ? both.operation : both.collective;
}

/// Until one ends, or the one behind has caught up with the other's start.
void StreamClocks::runBoth(StreamWatcher& watcher) {
    const StreamId first = lane(kCompute).ns <= lane(kCommunication).ns ? kCompute : kCommunication;
    Lane& behind = lane(first);
    Lane& ahead = lane(other(first));
    const auto gap = static_cast<double>(ahead.ns - behind.ns);
    if (behind.leftNs <= gap) return runAlone(first, watcher);
    behind.leftNs -= gap;
    behind.ns = ahead.ns;
    const double slowBehind = slowdown(behind.front(), ahead.front());
    const double slowAhead = slowdown(ahead.front(), behind.front());
    const double needsBehind = behind.leftNs * slowBehind, needsAhead = ahead.leftNs * slowAhead;
    const bool behindEnds = needsBehind <= needsAhead;
    const int64_t passes = std::llround(std::min(needsBehind, needsAhead));
    Lane& stays = behindEnds ? ahead : behind;
    const double done = static_cast<double>(passes) / (behindEnds ? slowAhead : slowBehind);
    stays.leftNs = std::max(0.0, stays.leftNs - done);
    stays.ns += passes;
    complete(behindEnds ? first : other(first), stays.ns, watcher);
}

/// A stream without work could be given some that begins at once: unless @p all is issued, the other
/// one has to stand still then.
void StreamClocks::place(StreamWatcher& watcher, bool all) {
    while (true) {
        bool compute = false, communication = false;
        for (int64_t before = -1; before < placed_;) {  // each may free the other
            before = placed_;
            compute = begin(kCompute, watcher);
            communication = begin(kCommunication, watcher);
        }
        const bool computes = lane(kCompute).busy, communicates = lane(kCommunication).busy;
        if (computes && communicates) {
            runBoth(watcher);
        } else if (computes && (all || !communication)) {
            runAlone(kCompute, watcher);
        } else if (communicates && (all || !compute)) {
            runAlone(kCommunication, watcher);
        } else {
            return;
        }
    }
}

void StreamClocks::finish(StreamWatcher& watcher) {
    place(watcher, true);
    if (!placed(kCompute) || !placed(kCommunication)) broken("a stream waits for itself");
    keepLatestTimes();
}

/// Earlier records of an event are not waited for any more.
void StreamClocks::keepLatestTimes() {
    std::vector<int64_t> latest;
    for (int32_t& ticket : tickets_) {
        if (ticket < 0) continue;
        latest.push_back(timesNs_[static_cast<size_t>(ticket)]);
        ticket = static_cast<int32_t>(latest.size()) - 1;
    }
    timesNs_ = std::move(latest);
}

void StreamClocks::hold(int64_t ns) {
    for (Lane& lane : lanes_) lane.ns = std::max(lane.ns, ns);
}

void StreamClocks::shift(int64_t ns) {
    for (Lane& lane : lanes_) lane.ns += ns;
    for (int64_t& time : timesNs_) time += ns;
    metNs_ += ns;
}

}  // namespace shardscope::core
