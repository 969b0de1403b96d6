#include "core/plan/check_plan.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <optional>
#include <set>

#include "core/base/overloaded.h"

namespace shardscope::core {

namespace {

/// How much of each stream's work is known to be over. Index: stream.
using Clock = std::array<int64_t, kStreams>;

struct Access {
    StreamId stream;
    int64_t time = 0;  ///< position in the stream's own order
    Range bytes;
    bool write = false;
    std::string name;
};

/// A buffer between its allocate and its free.
struct Life {
    bool live = false;
    Clock atAllocate{};  ///< the home stream's knowledge when the block was handed out
    int64_t homeTime = 0;
    std::vector<Access> accesses;  ///< those that a later access may still conflict with
};

bool overlap(const Range& a, const Range& b) { return a.begin < b.end && b.begin < a.end; }
bool covers(const Range& outer, const Range& inner) {
    return outer.begin <= inner.begin && inner.end <= outer.end;
}

/// Executes a plan's order with vector clocks instead of work.
class Checker {
  public:
    void run(const StepPlan& plan, bool commit) {
        layout_ = &plan.layout;
        lives_.resize(plan.layout.buffers.size());
        events_.resize(static_cast<size_t>(plan.events));
        forEachAction(plan, commit, [&](const Action& action, int microBatch) {
            if (!action.once || !updated_) visit(action, microBatch);
        });
        updated_ = updated_ || (commit && !plan.commit.empty());
    }
    /// What follows the last step.
    void save(const StepPlan& plan) {
        for (const Action& action : plan.checkpoint) visit(action, -1);
    }
    std::vector<std::string> violations() && { return std::move(violations_); }

  private:
    void visit(const Action& action, int microBatch) {
        action_ = &action;
        microBatch_ = microBatch;
        std::visit(Overloaded{
                       [&](const Allocate& a) { allocate(a.buffer); },
                       [&](const Free& a) { free(a.buffer); },
                       [&](const Launch& a) { launch(a); },
                       [&](const Collective& a) { collective(a); },
                       [&](const RecordEvent& a) { events_[a.event.index()] = now(a.stream); },
                       [&](const WaitEvent& a) { wait(a); },
                       [&](const Mark&) {},
                   },
                   action.what);
    }

    void allocate(BufferId id) {
        Life& life = lives_[id.index()];
        const StreamId home = (*layout_)[id].home;
        if (life.live) complain(fmt::format("{} is already allocated", (*layout_)[id].name));
        life = {.live = true,
                .atAllocate = clocks_[home.index()],
                .homeTime = clocks_[home.index()][home.index()],
                .accesses = {}};
    }

    void free(BufferId id) {
        Life& life = lives_[id.index()];
        const StreamId home = (*layout_)[id].home;
        if (!life.live) complain(fmt::format("{} is not allocated", (*layout_)[id].name));
        for (const Access& access : life.accesses) {
            if (access.stream != home && !known(home, access)) {
                complain(fmt::format("{} is freed, but its home stream has not waited for {}",
                                     (*layout_)[id].name, access.name));
            }
        }
        life.live = false;
    }

    void launch(const Launch& launch) {
        tick(launch.stream);
        const Operands operands = operandsOf(launch.operation, std::max(microBatch_, 0));
        for (TensorId id : operands.reads) read(launch.stream, id);
        for (TensorId id : operands.writes) write(launch.stream, id);
    }

    void collective(const Collective& call) {
        tick(call.stream);
        read(call.stream, call.input);
        write(call.stream, call.output);
    }

    void wait(const WaitEvent& wait) {
        const auto& recorded = events_[wait.event.index()];
        if (!recorded) return complain("waits for an event that was never recorded");
        Clock& mine = clocks_[wait.stream.index()];
        for (size_t s = 0; s < mine.size(); ++s) mine[s] = std::max(mine[s], (*recorded)[s]);
    }

    void read(StreamId stream, TensorId id) {
        const Range bytes = bytesOfTensor(id);
        Life* life = use(stream, id);
        if (!life) return;
        std::vector<Range> missing{bytes};
        for (const Access& access : life->accesses) {
            if (!access.write || !overlap(access.bytes, bytes)) continue;
            if (!known(stream, access)) conflict("reads", id, access);
            subtract(missing, access.bytes);
        }
        if (!missing.empty()) {
            complain(fmt::format("reads {} that nothing has written", (*layout_)[id].name));
        }
        note(*life, stream, id, bytes, false);
    }

    void write(StreamId stream, TensorId id) {
        const Range bytes = bytesOfTensor(id);
        Life* life = use(stream, id);
        if (!life) return;
        for (const Access& access : life->accesses) {
            if (overlap(access.bytes, bytes) && !known(stream, access)) {
                conflict("writes", id, access);
            }
        }
        note(*life, stream, id, bytes, true);
    }

    /// The buffer's life, when it may be used on @p stream now.
    Life* use(StreamId stream, TensorId id) {
        const BufferId buffer = (*layout_)[id].buffer;
        Life& life = lives_[buffer.index()];
        const StreamId home = (*layout_)[buffer].home;
        if (!life.live) {
            complain(fmt::format("uses {} while {} is not allocated", (*layout_)[id].name,
                                 (*layout_)[buffer].name));
            return nullptr;
        }
        // The block may have been the home stream's until now: others wait for it first.
        if (stream != home && clocks_[stream.index()][home.index()] < life.homeTime) {
            complain(fmt::format("uses {} before its home stream is done with the block",
                                 (*layout_)[id].name));
        }
        return &life;
    }

    void note(Life& life, StreamId stream, TensorId id, Range bytes, bool isWrite) {
        // What this access makes impossible to conflict with unnoticed is forgotten: every later
        // conflict with it is a conflict with this one too.
        std::erase_if(life.accesses, [&](const Access& old) {
            if (!covers(bytes, old.bytes) || old.write != isWrite) return false;
            return old.stream == stream || (isWrite && known(stream, old));
        });
        life.accesses.push_back({.stream = stream,
                                 .time = clocks_[stream.index()][stream.index()],
                                 .bytes = bytes,
                                 .write = isWrite,
                                 .name = (*layout_)[id].name});
    }

    static void subtract(std::vector<Range>& missing, const Range& written) {
        std::vector<Range> rest;
        for (const Range& range : missing) {
            if (!overlap(range, written)) {
                rest.push_back(range);
                continue;
            }
            if (range.begin < written.begin) rest.push_back({range.begin, written.begin});
            if (written.end < range.end) rest.push_back({written.end, range.end});
        }
        missing = std::move(rest);
    }

    bool known(StreamId stream, const Access& access) const {
        return clocks_[stream.index()][access.stream.index()] >= access.time;
    }
    Clock now(StreamId stream) const { return clocks_[stream.index()]; }
    void tick(StreamId stream) { ++clocks_[stream.index()][stream.index()]; }

    Range bytesOfTensor(TensorId id) const {
        const TensorSpec& spec = (*layout_)[id];
        const int64_t size = bytesOf(spec.dtype);
        return {spec.offset * size, (spec.offset + spec.elements) * size};
    }

    void conflict(const char* verb, TensorId id, const Access& access) {
        complain(fmt::format("{} {} without having waited for the {} of {} on the other stream",
                             verb, (*layout_)[id].name, access.write ? "write" : "read",
                             access.name));
    }
    void complain(const std::string& what) {
        violations_.push_back(
            fmt::format("action {} ({}): {}", action_->index, describe(*action_, *layout_), what));
    }

    const Layout* layout_ = nullptr;
    const Action* action_ = nullptr;
    int microBatch_ = -1;
    bool updated_ = false;  ///< a step committed
    std::array<Clock, kStreams> clocks_{};
    std::vector<std::optional<Clock>> events_;
    std::vector<Life> lives_;
    std::vector<std::string> violations_;
};

std::vector<std::string> collectivesOf(const StepPlan& plan) {
    std::vector<std::string> calls;
    for (const Action* action : plan.flat()) {
        if (const auto* call = std::get_if<Collective>(&action->what)) {
            calls.push_back(fmt::format("{} {} {} x {} [{}] root {} of {} by {}",
                                        nameOf(call->kind), action->name, call->elements,
                                        nameOf(call->dtype), static_cast<int>(action->when),
                                        call->root.value, call->group.count, call->group.stride));
        }
    }
    return calls;
}

}  // namespace

std::vector<std::string> checkPlan(const StepPlan& setup, const StepPlan& step) {
    std::vector<std::string> all;
    if (setup.layout != step.layout) all.push_back("set-up and step have different layouts");
    for (bool firstCommits : {true, false}) {
        if (!firstCommits && !step.branches) break;
        Checker checker;
        checker.run(setup, true);
        checker.run(step, firstCommits);
        checker.run(step, true);
        checker.save(step);
        for (std::string& text : std::move(checker).violations()) all.push_back(std::move(text));
    }
    return all;
}

std::vector<std::string> checkRanksAgree(const std::vector<StepPlan>& steps) {
    std::vector<std::string> all;
    if (steps.empty()) return all;
    const std::vector<std::string> first = collectivesOf(steps.front());
    for (size_t rank = 1; rank < steps.size(); ++rank) {
        const std::vector<std::string> other = collectivesOf(steps[rank]);
        if (other == first) continue;
        const auto [a, b] = std::mismatch(first.begin(), first.end(), other.begin(), other.end());
        all.push_back(fmt::format("rank {} launches {} where rank 0 launches {}", rank,
                                  b == other.end() ? "nothing" : *b,
                                  a == first.end() ? "nothing" : *a));
    }
    return all;
}

}  // namespace shardscope::core
