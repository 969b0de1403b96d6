#include "core/capacity/sent.h"

namespace shardscope::core {

namespace {

void append(std::vector<SentStep>& out, const std::vector<Action>& actions, bool repeats,
            bool scales) {
    for (const Action& action : actions) {
        const auto* collective = std::get_if<Collective>(&action.what);
        if (!collective || collective->purpose == Purpose::Small) continue;
        out.push_back({.kind = collective->kind,
                       .bucket = scales ? action.bucket.value : -1,
                       .elements = collective->elements,
                       .realElements = collective->realElements,
                       .group = collective->group,
                       .elementBytes = bytesOf(collective->dtype),
                       .when = action.when,
                       .repeats = repeats});
    }
}

}  // namespace

int64_t SentStep::times(int gradAccum) const {
    if (!repeats) return 1;
    switch (when) {
        case When::Always:
            return gradAccum;
        case When::First:
        case When::Last:
            return 1;
        case When::NotFirst:
        case When::NotLast:
            return gradAccum - 1;
    }
    broken("unknown When");
}

std::vector<SentStep> sentStepsOf(const StepPlan& step, bool scales) {
    std::vector<SentStep> out;
    append(out, step.prologue, false, scales);
    append(out, step.microBatch, true, scales);
    append(out, step.epilogue, false, scales);
    append(out, step.commit, false, scales);
    return out;
}

}  // namespace shardscope::core
