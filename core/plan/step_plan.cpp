#include "core/plan/step_plan.h"

#include <fmt/format.h>

#include <array>

#include "core/base/overloaded.h"
#include "core/base/units.h"

namespace shardscope::core {

namespace {

std::string_view streamName(StreamId stream) {
    return stream == kCompute ? "compute" : "communication";
}

std::string_view whenName(When when) {
    constexpr std::array<std::string_view, 5> names{
        "", " [first micro-batch]", " [from the second micro-batch]", " [last micro-batch]",
        " [before the last micro-batch]"};
    return names[static_cast<size_t>(when)];
}

std::array<std::vector<Action>*, 6> lists(StepPlan& plan) {
    return {&plan.prologue, &plan.microBatch, &plan.epilogue,
            &plan.commit,   &plan.skip,       &plan.checkpoint};
}

}  // namespace

std::string_view nameOf(Phase phase) {
    constexpr std::array<std::string_view, 6> names{"setup",     "forward", "backward",
                                                    "optimizer", "gather",  "checkpoint"};
    return names[static_cast<size_t>(phase)];
}

std::string_view nameOf(CollectiveKind kind) {
    constexpr std::array<std::string_view, 5> names{"reduceScatter", "allGather", "allReduce",
                                                    "reduce", "broadcast"};
    return names[static_cast<size_t>(kind)];
}

std::string_view nameOf(WaitCause cause) {
    constexpr std::array<std::string_view, 6> names{"data",    "in-flight", "drain",
                                                    "reduced", "gather",    "overlap-off"};
    return names[static_cast<size_t>(cause)];
}

bool happens(When when, int microBatch, int gradAccum) {
    switch (when) {
        case When::Always:
            return true;
        case When::First:
            return microBatch == 0;
        case When::NotFirst:
            return microBatch > 0;
        case When::Last:
            return microBatch == gradAccum - 1;
        case When::NotLast:
            return microBatch < gradAccum - 1;
    }
    broken("unknown When");
}

int64_t Saved::elements() const {
    int64_t product = 1;
    for (const int64_t side : shape) product *= side;
    return product;
}

std::vector<const Action*> StepPlan::flat() const {
    std::vector<const Action*> all;
    for (const auto* list : {&prologue, &microBatch, &epilogue, &commit, &skip, &checkpoint}) {
        for (const Action& action : *list) all.push_back(&action);
    }
    return all;
}

void number(StepPlan& plan) {
    int32_t index = 0;
    for (auto* list : lists(plan)) {
        for (Action& action : *list) action.index = index++;
    }
}

std::string describe(const Action& action, const Layout& layout) {
    const auto buffer = [&](BufferId id) {
        const BufferSpec& spec = layout[id];
        return fmt::format("{} ({}, {} B)", spec.name, nameOf(spec.category),
                           withCommas(spec.bytes));
    };
    const std::string text = std::visit(
        Overloaded{
            [&](const Allocate& a) { return "allocate " + buffer(a.buffer); },
            [&](const Free& a) { return "free " + buffer(a.buffer); },
            [&](const Launch& a) {
                return fmt::format("{}: {} {}", streamName(a.stream), nameOf(a.operation),
                                   action.name);
            },
            [&](const Collective& a) {
                return fmt::format("{}: {} {} ({} x {})", streamName(a.stream), nameOf(a.kind),
                                   action.name, withCommas(a.elements), nameOf(a.dtype));
            },
            [&](const RecordEvent& a) {
                return fmt::format("{}: record {}", streamName(a.stream), action.name);
            },
            [&](const WaitEvent& a) {
                return fmt::format("{}: wait for {}", streamName(a.stream), action.name);
            },
            [&](const Mark& a) {
                return fmt::format("{}: mark {}", streamName(a.stream), action.name);
            },
        },
        action.what);
    return text + std::string(whenName(action.when)) + (action.once ? " [first update]" : "");
}

}  // namespace shardscope::core
