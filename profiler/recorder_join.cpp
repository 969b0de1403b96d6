#include "profiler/recorder_join.h"

#include <algorithm>

namespace shardscope::profiler {

namespace {

/// One plan's actions by index, and where its micro-batches begin.
class ActionIndex {
  public:
    explicit ActionIndex(const core::StepPlan& plan)
        : actions_(plan.flat()), prologue_(static_cast<int32_t>(plan.prologue.size())) {}

    const core::Action* find(int32_t index) const {
        if (index < 0 || static_cast<size_t>(index) >= actions_.size()) return nullptr;
        return actions_[static_cast<size_t>(index)];
    }
    PlanOrder orderOf(const core::ActionRef& where) const {
        int32_t section = where.action < prologue_ ? 0 : 2;
        if (where.microBatch >= 0) section = 1;
        return {where.step, section, where.microBatch, where.action};
    }

  private:
    std::vector<const core::Action*> actions_;
    int32_t prologue_;
};

/// Whether an action of this kind makes reports of that kind.
bool fits(const core::Action& action, StreamEvent kind) {
    switch (kind) {
        case StreamEvent::Operation:
            return std::holds_alternative<core::Launch>(action.what);
        case StreamEvent::Collective:
            return std::holds_alternative<core::Collective>(action.what);
        case StreamEvent::Wait:
            return std::holds_alternative<core::WaitEvent>(action.what);
        case StreamEvent::Mark:
            return std::holds_alternative<core::Mark>(action.what);
    }
    return false;
}

/// The buffer that an action allocates or frees; invalid for others.
core::BufferId bufferOf(const core::Action& action) {
    if (const auto* allocate = std::get_if<core::Allocate>(&action.what)) return allocate->buffer;
    if (const auto* free = std::get_if<core::Free>(&action.what)) return free->buffer;
    return {};
}

struct Joiner {
    const ActionIndex setup, step;
    const int64_t offsetNs;
    Joined out{};

    const ActionIndex& indexOf(const core::ActionRef& where) const {
        return where.step < 0 ? setup : step;
    }
    int64_t shifted(int64_t timeNs) {
        const int64_t ns = timeNs - offsetNs;
        out.lastNs = std::max(out.lastNs, ns);
        return ns;
    }

    void add(const PoolRecord& record) {
        const core::Action* action = indexOf(record.where).find(record.where.action);
        const core::BufferId buffer = action != nullptr ? bufferOf(*action) : core::BufferId{};
        if (!buffer.valid() || buffer.index() >= out.layout->buffers.size()) {
            ++out.unmatched;
            return;
        }
        out.pool.push_back({.order = indexOf(record.where).orderOf(record.where),
                            .action = action,
                            .buffer = buffer,
                            .allocate = std::holds_alternative<core::Allocate>(action->what),
                            .block = {record.segment, record.offset, record.blockBytes},
                            .after = {record.live, record.allocated, record.reserved},
                            .timeNs = shifted(record.timeNs)});
    }

    void add(const StreamRecord& record, core::StreamId stream) {
        const core::Action* action = indexOf(record.where).find(record.where.action);
        if (action == nullptr || !fits(*action, record.kind)) {
            ++out.unmatched;
            return;
        }
        out.streams[stream.index()].push_back({.order = indexOf(record.where).orderOf(record.where),
                                               .action = action,
                                               .stream = stream,
                                               .kind = record.kind,
                                               .arrivedNs = shifted(record.arrivedNs),
                                               .startNs = shifted(record.startNs),
                                               .endNs = shifted(record.endNs)});
    }

    void add(const HostWaitRecord& record) {
        const core::Action* action = indexOf(record.where).find(record.where.action);
        if (action == nullptr) {
            ++out.unmatched;
            return;
        }
        out.hostWaits.push_back({.order = indexOf(record.where).orderOf(record.where),
                                 .action = action,
                                 .what = record.what,
                                 .startNs = shifted(record.startNs),
                                 .endNs = shifted(record.endNs)});
    }

    void add(const StepRecord& record) {
        out.steps.push_back({record.step, shifted(record.beginNs), shifted(record.endNs)});
    }
};

std::vector<std::string> labelsOf(const core::BucketMap& buckets) {
    std::vector<std::string> labels;
    for (int32_t bucket = 0; bucket < buckets.count(); ++bucket) {
        labels.push_back(buckets.labelOf(core::BucketId{bucket}));
    }
    return labels;
}

/// A stream is first in, first out, so that its records are in plan order already; records that a
/// driver hands over late are not.
void sortByOrder(std::vector<SeenOnStream>& seen) {
    const auto before = [](const SeenOnStream& a, const SeenOnStream& b) {
        return a.order < b.order;
    };
    if (!std::is_sorted(seen.begin(), seen.end(), before)) {
        std::stable_sort(seen.begin(), seen.end(), before);
    }
}

}  // namespace

Joined join(const RecordStore& store, const RecordWindow& window, const core::Problem& problem,
            const core::StepPlan& setup, const core::StepPlan& step, int64_t offsetNs) {
    Joiner joiner{ActionIndex(setup), ActionIndex(step), offsetNs};
    joiner.out.problem = &problem;
    joiner.out.layout = &step.layout;
    joiner.out.rank = store.rank;
    joiner.out.place = store.place;
    joiner.out.labels = labelsOf(problem.buckets);
    for (int64_t at = window.pool; at < store.pool.size(); ++at) joiner.add(store.pool[at]);
    for (int64_t at = window.steps; at < store.steps.size(); ++at) joiner.add(store.steps[at]);
    for (int64_t at = window.hostWaits; at < store.hostWaits.size(); ++at) {
        joiner.add(store.hostWaits[at]);
    }
    std::ranges::stable_sort(joiner.out.hostWaits, {}, &SeenHostWait::startNs);
    for (int32_t id = 0; id < core::kStreams; ++id) {
        const core::StreamId stream{id};
        const auto& buffer = store.streams[stream.index()];
        for (int64_t at = window.streams[stream.index()]; at < buffer.size(); ++at) {
            joiner.add(buffer[at], stream);
        }
        sortByOrder(joiner.out.streams[stream.index()]);
    }
    return std::move(joiner.out);
}

bool isCollectiveFor(const SeenOnStream& seen, core::Purpose purpose) {
    return seen.kind == StreamEvent::Collective && collectiveOf(seen).purpose == purpose;
}

bool isMark(const SeenOnStream& seen, core::MarkKind kind) {
    return seen.kind == StreamEvent::Mark && std::get<core::Mark>(seen.action->what).kind == kind;
}

}  // namespace shardscope::profiler
