#include "profiler/cli/explain/plan_line.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>

#include "core/base/overloaded.h"
#include "core/base/units.h"

namespace shardscope::explain {

using namespace core;  // NOLINT(google-build-using-namespace): the plan's action types

namespace {

bool isBefore(std::string_view prefix, std::string_view name) { return name.starts_with(prefix); }

bool isWholeBucket(const BufferSpec& buffer) {
    return isBefore("gradients ", buffer.name) || isBefore("bucket ", buffer.name);
}

bool isUpdateCopy(const BufferSpec& buffer) {
    return isBefore("flat ", buffer.name) || isBefore("fp32 ", buffer.name);
}

Topic topicOfAllocate(const BufferSpec& buffer) {
    switch (buffer.category) {
        case Category::Gradients:
            return isWholeBucket(buffer) ? Topic::GradientBirth : Topic::ParameterGradient;
        case Category::GradientShards:
            if (isUpdateCopy(buffer)) return Topic::UpdateCopy;
            return isBefore("incoming", buffer.name) ? Topic::Incoming : Topic::Shard;
        case Category::Weights:
            return Topic::GatherBirth;
        case Category::Buckets:
            if (isWholeBucket(buffer)) return Topic::GradientBirth;
            return buffer.bucket.valid() ? Topic::Staging : Topic::Ring;
        case Category::Communication:
            return Topic::Packing;
        default:
            return Topic::Plumbing;
    }
}

Topic topicOfFree(const BufferSpec& buffer, Phase phase) {
    switch (buffer.category) {
        case Category::Gradients:
            if (!isWholeBucket(buffer)) return Topic::ParameterGradient;
            return phase == Phase::Backward ? Topic::BucketFree : Topic::ReducedFree;
        case Category::GradientShards:
            if (isUpdateCopy(buffer)) return Topic::UpdateCopy;
            return isBefore("incoming", buffer.name) ? Topic::IncomingFree : Topic::ShardFree;
        case Category::Weights:
            return Topic::GatheredFree;
        case Category::Buckets:
            if (isWholeBucket(buffer)) return Topic::BucketFree;
            return buffer.bucket.valid() ? Topic::StagingFree : Topic::Ring;
        case Category::Communication:
            return Topic::Packing;
        default:
            return Topic::Plumbing;
    }
}

bool inStep(Phase phase) { return phase == Phase::Optimizer || phase == Phase::Gather; }

/// A copy that stands for a collective: one rank, or one left out on purpose.
Topic topicOfCast(const Action& action, const Cast& cast, const Layout& layout) {
    if (action.name.ends_with(" dtype")) return Topic::Staging;
    if (action.name.find("gradient ") != std::string::npos || action.name == "back to gradient") {
        return Topic::ParameterGradient;
    }
    if (isBefore("flatten", action.name) || isBefore("to fp32", action.name)) {
        return Topic::UpdateCopy;
    }
    if (isBefore("master to working", action.name)) return Topic::Packing;
    const Category out = layout[layout[cast.out].buffer].category;
    if (out == Category::Weights) return inStep(action.phase) ? Topic::Return : Topic::Gather;
    return Topic::Reduce;
}

/// Of a bucket's padding, of state that the first update brings, or of a norm with no gradient.
Topic topicOfZeros(const Action& action) {
    if (action.phase != Phase::Optimizer) return Topic::Padding;
    return action.bucket.valid() ? Topic::Update : Topic::Norm;
}

Topic topicOfLaunch(const Action& action, const Launch& launch, const Layout& layout) {
    if (const auto* cast = std::get_if<Cast>(&launch.operation)) {
        return topicOfCast(action, *cast, layout);
    }
    if (std::holds_alternative<AddInto>(launch.operation)) {
        return action.name == "add to shard" ? Topic::AddToShard : Topic::ParameterGradient;
    }
    if (std::holds_alternative<CopyRows>(launch.operation)) {
        return isBefore("pack", action.name) ? Topic::ParameterGradient : Topic::Packing;
    }
    if (std::holds_alternative<FillZero>(launch.operation)) return topicOfZeros(action);
    if (std::holds_alternative<SquaredNorm>(launch.operation)) return Topic::Norm;
    const bool updates = std::holds_alternative<AdamW>(launch.operation) ||
                         std::holds_alternative<SgdMomentum>(launch.operation);
    return updates ? Topic::Update : Topic::Plumbing;
}

Topic topicOfCollective(const Action& action, const Collective& call) {
    if (call.purpose == Purpose::Gradient) return Topic::Reduce;
    if (call.purpose == Purpose::Small) return Topic::NormSum;
    return inStep(action.phase) ? Topic::Return : Topic::Gather;
}

/// Events belong to what they order. @param returns parameters are sent after their update.
Topic topicOfEvent(const Action& action, bool returns) {
    if (!action.bucket.valid()) return Topic::NormSum;
    if (isBefore("ready", action.name) || isBefore("reduced", action.name)) return Topic::Reduce;
    if (isBefore("updated", action.name) && !returns) return Topic::ShardHome;
    return inStep(action.phase) ? Topic::Return : Topic::Gather;
}

Topic topicOfWait(const Action& action, const WaitEvent& wait, bool returns) {
    switch (wait.cause) {
        case WaitCause::Data:
            return topicOfEvent(action, returns);
        case WaitCause::InFlight:
            return Topic::WaitInFlight;
        case WaitCause::Drain:
            return Topic::WaitDrain;
        case WaitCause::Reduced:
            return Topic::WaitReduced;
        case WaitCause::Gather:
            return action.phase == Phase::Gather ? Topic::WaitReturn : Topic::WaitGather;
        case WaitCause::OverlapOff:
            return inStep(action.phase) ? Topic::OverlapReturn : Topic::OverlapWait;
    }
    broken("unknown WaitCause");
}

Topic topicOfMark(const Mark& mark, Phase phase) {
    if (mark.kind == MarkKind::ParameterReady) return Topic::Return;
    return phase == Phase::Gather ? Topic::WaitReturn : Topic::Anchor;
}

Topic topicOf(const Action& action, const Layout& layout, bool returns) {
    return std::visit(
        Overloaded{
            [&](const Allocate& a) { return topicOfAllocate(layout[a.buffer]); },
            [&](const Free& a) { return topicOfFree(layout[a.buffer], action.phase); },
            [&](const Launch& a) { return topicOfLaunch(action, a, layout); },
            [&](const Collective& a) { return topicOfCollective(action, a); },
            [&](const RecordEvent&) { return topicOfEvent(action, returns); },
            [&](const WaitEvent& a) { return topicOfWait(action, a, returns); },
            [&](const Mark& a) { return topicOfMark(a, action.phase); },
        },
        action.what);
}

bool isQuiet(const Action& action, Topic topic) {
    const bool launches = std::holds_alternative<Launch>(action.what);
    if (topic == Topic::Padding || topic == Topic::ShardHome) return true;
    if (topic == Topic::GradientBirth || topic == Topic::ParameterGradient) return launches;
    if (topic == Topic::Packing || topic == Topic::UpdateCopy) return launches;
    if (topic == Topic::Plumbing || topic == Topic::Norm || topic == Topic::NormSum) return true;
    if (std::holds_alternative<RecordEvent>(action.what)) return true;
    if (std::holds_alternative<Mark>(action.what)) return true;
    const auto* wait = std::get_if<WaitEvent>(&action.what);
    return wait && wait->cause == WaitCause::Data;
}

std::string_view streamName(StreamId stream) { return stream == kCompute ? "compute" : "comm"; }

std::string_view collectiveName(CollectiveKind kind) {
    constexpr std::array<std::string_view, 5> names{"reduce-scatter", "all-gather", "all-reduce",
                                                    "reduce", "broadcast"};
    return names[static_cast<size_t>(kind)];
}

/// Where a reduction puts its result: "in place", "-> shard", "-> incoming shard".
std::string destination(TensorId input, TensorId output, const Layout& layout) {
    const BufferSpec& to = layout[layout[output].buffer];
    if (layout[input].buffer == layout[output].buffer) return " in place";
    if (to.category == Category::Weights) return "";
    return isBefore("incoming", to.name) ? " -> incoming shard" : " -> shard";
}

std::string collectiveText(const Action& action, const Collective& call, const Layout& layout) {
    std::string text = fmt::format("{} {}", collectiveName(call.kind), action.name);
    if (call.purpose == Purpose::Gradient) text += destination(call.input, call.output, layout);
    return text;
}

std::string launchText(const Action& action, const Launch& launch, Topic topic,
                       const Layout& layout) {
    if (const auto* cast = std::get_if<Cast>(&launch.operation); cast && topic != Topic::Staging) {
        return fmt::format("copy {}{}", action.name, destination(cast->in, cast->out, layout));
    }
    std::string text = fmt::format("{}: {}", streamName(launch.stream), action.name);
    const auto elements = [&](int64_t count) { text += ": " + withCommas(count) + " elements"; };
    if (const auto* adam = std::get_if<AdamW>(&launch.operation)) elements(adam->elements);
    if (const auto* sgd = std::get_if<SgdMomentum>(&launch.operation)) elements(sgd->elements);
    return text;
}

/// The cause where it says more than the event's name does.
std::string waitText(const Action& action, const WaitEvent& wait) {
    const std::string text = fmt::format("{}: wait {}", streamName(wait.stream), action.name);
    const bool plain = wait.cause == WaitCause::Data || wait.cause == WaitCause::Reduced ||
                       wait.cause == WaitCause::Gather;
    return plain ? text : fmt::format("{} ({})", text, nameOf(wait.cause));
}

std::string textOf(const Action& action, Topic topic, const Layout& layout) {
    const auto buffer = [&](std::string_view verb, BufferId id) {
        return fmt::format("{:<28} {:>9}", fmt::format("{} {}", verb, layout[id].name),
                           formatBytes(layout[id].bytes));
    };
    return std::visit(Overloaded{
                          [&](const Allocate& a) { return buffer("allocate", a.buffer); },
                          [&](const Free& a) { return buffer("free", a.buffer); },
                          [&](const Launch& a) { return launchText(action, a, topic, layout); },
                          [&](const Collective& a) { return collectiveText(action, a, layout); },
                          [&](const RecordEvent& a) {
                              return fmt::format("{}: record {}", streamName(a.stream),
                                                 action.name);
                          },
                          [&](const WaitEvent& a) { return waitText(action, a); },
                          [&](const Mark& a) {
                              return fmt::format("{}: mark {}", streamName(a.stream), action.name);
                          },
                      },
                      action.what);
}

std::string_view repetition(When when) {
    constexpr std::array<std::string_view, 5> names{"", " [1st]", " [2nd..]", " [last]",
                                                    " [not last]"};
    return names[static_cast<size_t>(when)];
}

/// Plumbing matches by its words; what strategies do differently matches by topic and bucket.
std::string keyOf(const Action& action, Topic topic, bool quiet, const std::string& text) {
    if (quiet || topic == Topic::ParameterGradient) return text;
    // A bucket that is kept for the update is matched with a shard that is.
    const Topic group = topic == Topic::ShardFree ? Topic::ReducedFree : topic;
    return fmt::format("{} {} {} {}", static_cast<int>(group), static_cast<int>(action.phase),
                       action.bucket.value, action.what.index());
}

bool returnsParameters(const StepPlan& plan) {
    return std::ranges::any_of(plan.commit, [](const Action& action) {
        const auto* mark = std::get_if<Mark>(&action.what);
        return mark && mark->kind == MarkKind::ParameterReady;
    });
}

bool everHappens(const Action& action, int gradAccum) {
    return gradAccum > 1 || happens(action.when, 0, 1);
}

}  // namespace

std::vector<PlanLine> linesOf(const StepPlan& plan) {
    std::vector<PlanLine> lines;
    const bool returns = returnsParameters(plan);
    for (const auto* list : {&plan.microBatch, &plan.epilogue, &plan.commit}) {
        for (const Action& action : *list) {
            const bool repeated = list == &plan.microBatch;
            if (repeated && !everHappens(action, plan.gradAccum)) continue;
            const Topic topic = topicOf(action, plan.layout, returns);
            const bool quiet = isQuiet(action, topic);
            std::string text = textOf(action, topic, plan.layout);
            std::string key = keyOf(action, topic, quiet, text);
            if (repeated && plan.gradAccum > 1) text += repetition(action.when);
            lines.push_back({.action = &action,
                             .topic = topic,
                             .quiet = quiet,
                             .key = std::move(key),
                             .text = std::move(text)});
        }
    }
    return lines;
}

}  // namespace shardscope::explain
