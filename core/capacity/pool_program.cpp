#include "core/capacity/pool_program.h"

namespace shardscope::core {

namespace {

void append(std::vector<PoolStep>& out, const Action& action) {
    if (const auto* allocate = std::get_if<Allocate>(&action.what)) {
        out.push_back({.buffer = allocate->buffer.value, .allocate = true, .phase = action.phase});
    } else if (const auto* free = std::get_if<Free>(&action.what)) {
        out.push_back({.buffer = free->buffer.value, .allocate = false, .phase = action.phase});
    }
}

std::vector<PoolStep> stepsOf(const std::vector<Action>& actions) {
    std::vector<PoolStep> out;
    for (const Action& action : actions) append(out, action);
    return out;
}

std::vector<PoolStep> stepsOf(const std::vector<Action>& actions, int microBatch, int gradAccum) {
    std::vector<PoolStep> out;
    for (const Action& action : actions) {
        if (happens(action.when, microBatch, gradAccum)) append(out, action);
    }
    return out;
}

}  // namespace

PoolProgram poolProgramOf(const StepPlan& setup, const StepPlan& step) {
    PoolProgram program;
    for (const BufferSpec& buffer : step.layout.buffers) {
        program.buffers.push_back(
            {.category = buffer.category, .home = buffer.home, .bucket = buffer.bucket});
    }
    program.setup = stepsOf(setup.prologue);
    constexpr int kThree = 3;  // the least G that has a first, a middle and a last
    const int gradAccum = step.gradAccum == 1 ? 1 : kThree;
    program.first = stepsOf(step.prologue);
    const std::vector<PoolStep> body = stepsOf(step.microBatch, 0, gradAccum);
    program.first.insert(program.first.end(), body.begin(), body.end());
    if (gradAccum > 1) {
        program.middle = stepsOf(step.microBatch, 1, gradAccum);
        program.last = stepsOf(step.microBatch, 2, gradAccum);
    }
    program.epilogue = stepsOf(step.epilogue);
    const std::vector<PoolStep> commit = stepsOf(step.commit);
    program.epilogue.insert(program.epilogue.end(), commit.begin(), commit.end());
    return program;
}

}  // namespace shardscope::core
