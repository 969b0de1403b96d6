#include "core/capacity/time_program.h"

#include "core/base/overloaded.h"

namespace shardscope::core {

namespace {

int64_t* elementsOf(Operation& operation) {
    return std::visit(
        [](auto& o) -> int64_t* {
            if constexpr (requires { o.elements; }) {
                return &o.elements;
            } else {
                return nullptr;
            }
        },
        operation);
}

/// Compiles action lists; the slots of an action are made once and shared by first, middle and last.
class Compiler {
  public:
    Compiler(const Problem& problem, const StepPlan& step, bool scales)
        : problem_(problem), step_(step), scales_(scales) {
        for (const auto* pass : {&problem.graph.forward, &problem.graph.backward}) {
            for (const Node& node : *pass) nodes_.push_back(&node);
        }
        slots_.resize(step.flat().size(), -1);
        for (const TensorSpec& tensor : step.layout.tensors) {
            out_.dtypes.tensors.push_back({.elements = tensor.elements, .dtype = tensor.dtype});
        }
    }

    TimeProgram compile();

  private:
    std::vector<TimeStep> stepsOf(const std::vector<Action>& actions, int m, int gradAccum);
    TimeStep stepOf(const Action& action);
    int32_t operationSlot(const Action& action, const Launch& launch);
    void place(OperationSlot& slot) const;
    void foldSlices(std::vector<TimeStep>& steps) const;

    const Problem& problem_;
    const StepPlan& step_;
    bool scales_;
    TimeProgram out_;
    std::vector<const Node*> nodes_;
    size_t nextNode_ = 0;
    std::vector<int32_t> slots_;  ///< by action index
};

/// Which part of its bucket an operation touches.
void Compiler::place(OperationSlot& slot) const {
    const int64_t* elements = elementsOf(slot.operation);
    if (!elements || slot.bucket < 0) return;
    const int64_t whole = problem_.buckets[BucketId{slot.bucket}].elements;
    const auto* fill = std::get_if<FillZero>(&slot.operation);
    const bool last = fill && step_.layout[fill->tensor].offset + *elements == whole;
    if (*elements == whole) {
        slot.elements = OperationSlot::Elements::Whole;
    } else if (last) {
        slot.elements = OperationSlot::Elements::Tail;
        slot.tailFrom = whole - *elements;
    } else if (*elements * problem_.buckets.ranks == whole) {
        slot.elements = OperationSlot::Elements::Shard;
    }
}

int32_t Compiler::operationSlot(const Action& action, const Launch& launch) {
    OperationSlot slot{.operation = launch.operation, .bucket = action.bucket.value};
    const Node* next = nextNode_ < nodes_.size() ? nodes_[nextNode_] : nullptr;
    const bool isNode =
        next && action.name == next->name && launch.operation.index() == next->operation.index();
    if (isNode) {
        if (scales_) slot.node = static_cast<int32_t>(nextNode_);
        ++nextNode_;
    } else if (scales_) {
        place(slot);
    }
    out_.operations.push_back(std::move(slot));
    return static_cast<int32_t>(out_.operations.size()) - 1;
}

TimeStep Compiler::stepOf(const Action& action) {
    using Kind = TimeStep::Kind;
    int32_t& slot = slots_[static_cast<size_t>(action.index)];
    return std::visit(
        Overloaded{
            [&](const Launch& a) {
                if (slot < 0) slot = operationSlot(action, a);
                return TimeStep{.kind = Kind::Compute, .stream = a.stream, .slot = slot};
            },
            [&](const Collective& a) {
                if (slot < 0) {
                    const bool whole = scales_ && a.purpose != Purpose::Small;
                    out_.collectives.push_back({.kind = a.kind,
                                                .dtype = a.dtype,
                                                .bucket = whole ? action.bucket.value : -1,
                                                .elements = a.elements,
                                                .group = a.group});
                    slot = static_cast<int32_t>(out_.collectives.size()) - 1;
                }
                return TimeStep{.kind = Kind::Collective, .stream = a.stream, .slot = slot};
            },
            [&](const RecordEvent& a) {
                return TimeStep{.kind = Kind::Record, .stream = a.stream, .event = a.event.value};
            },
            [&](const WaitEvent& a) {
                return TimeStep{.kind = Kind::Wait, .stream = a.stream, .event = a.event.value};
            },
            [&](const Mark& a) { return TimeStep{.kind = Kind::Mark, .stream = a.stream}; },
            [&](const auto&) { return TimeStep{.kind = Kind::Mark}; },  // pool calls: filtered
        },
        action.what);
}

std::vector<TimeStep> Compiler::stepsOf(const std::vector<Action>& actions, int m, int gradAccum) {
    std::vector<TimeStep> steps;
    for (const Action& action : actions) {
        if (m >= 0 && !happens(action.when, m, gradAccum)) continue;
        if (std::holds_alternative<Allocate>(action.what)) continue;
        if (std::holds_alternative<Free>(action.what)) continue;
        if (action.once) continue;  // of the first step, and no later one
        steps.push_back(stepOf(action));
    }
    return steps;
}

/// A run of norms of one bucket, one a rank, becomes one step.
void Compiler::foldSlices(std::vector<TimeStep>& steps) const {
    const auto ranks = static_cast<size_t>(problem_.buckets.ranks);
    if (!scales_ || ranks == 1) return;
    const auto isSlice = [&](const TimeStep& step, int32_t bucket) {
        if (step.kind != TimeStep::Kind::Compute) return false;
        const OperationSlot& slot = out_.operations[static_cast<size_t>(step.slot)];
        return slot.bucket == bucket && std::holds_alternative<SquaredNorm>(slot.operation);
    };
    std::vector<TimeStep> folded;
    for (size_t i = 0; i < steps.size();) {
        size_t run = 0;
        if (steps[i].kind == TimeStep::Kind::Compute) {
            const int32_t bucket = out_.operations[static_cast<size_t>(steps[i].slot)].bucket;
            while (i + run < steps.size() && isSlice(steps[i + run], bucket)) ++run;
        }
        folded.push_back(steps[i]);
        folded.back().perRank = run == ranks;
        i += folded.back().perRank ? run : 1;
    }
    steps = std::move(folded);
}

TimeProgram Compiler::compile() {
    constexpr int kThree = 3;  // the least G that has a first, a middle and a last
    const int gradAccum = step_.gradAccum == 1 ? 1 : kThree;
    // Nodes are met in the first micro-batch; later ones find their slots.
    out_.first = stepsOf(step_.prologue, -1, 1);
    const std::vector<TimeStep> body = stepsOf(step_.microBatch, 0, gradAccum);
    out_.first.insert(out_.first.end(), body.begin(), body.end());
    if (gradAccum > 1) {
        out_.middle = stepsOf(step_.microBatch, 1, gradAccum);
        out_.last = stepsOf(step_.microBatch, 2, gradAccum);
    }
    out_.epilogue = stepsOf(step_.epilogue, -1, 1);
    foldSlices(out_.epilogue);
    out_.commit = stepsOf(step_.commit, -1, 1);
    out_.branches = step_.branches;
    out_.events = step_.events;
    return std::move(out_);
}

}  // namespace

TimeProgram timeProgramOf(const Problem& problem, const StepPlan& step, bool scales) {
    return Compiler(problem, step, scales).compile();
}

}  // namespace shardscope::core
