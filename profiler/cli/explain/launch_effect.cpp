#include "profiler/cli/explain/launch_effect.h"

#include <algorithm>

namespace shardscope::explain {

using namespace core;  // NOLINT(google-build-using-namespace): the operation types

namespace {

/// One operation's effect on one rank.
class Effect {
  public:
    Effect(RankMemory& memory, const Layout& layout, int microBatch, int rank, int ranks)
        : memory_(memory), layout_(layout), microBatch_(microBatch), rank_(rank), ranks_(ranks) {}

    void apply(const Operation& operation) {
        if (const auto* o = std::get_if<InitializeWeights>(&operation)) {
            fill(o->tensor, {.kind = Content::Kind::State});
        } else if (const auto* zero = std::get_if<FillZero>(&operation)) {
            fill(zero->tensor, {.kind = zerosOf(zero->tensor)});
        } else if (const auto* poison = std::get_if<Poison>(&operation)) {
            fill(poison->tensor, {});
        } else if (const auto* cast = std::get_if<Cast>(&operation)) {
            combine(cast->in, cast->out, [](const Content& in, const Content&) { return in; });
        } else if (const auto* add = std::get_if<AddInto>(&operation)) {
            combine(add->incoming, add->sum, sumOf);
        } else if (const auto* adam = std::get_if<AdamW>(&operation)) {
            update(adam->gradient, {adam->weights, adam->master, adam->momentum, adam->variance});
        } else if (const auto* sgd = std::get_if<SgdMomentum>(&operation)) {
            update(sgd->gradient, {sgd->weights, sgd->master, sgd->momentum});
        } else {
            writeGradients(operation);
        }
    }

  private:
    /// Moments start at zero and are state; a gradient's padding is neutral.
    Content::Kind zerosOf(TensorId tensor) const {
        const Category category = layout_[layout_[tensor].buffer].category;
        return category == Category::OptimizerState ? Content::Kind::State : Content::Kind::Zeros;
    }

    void fill(TensorId tensor, const Content& content) {
        const auto place = memory_.placeOf(tensor);
        if (!place) return;
        for (size_t a = place->atoms.first; a < place->atoms.last; ++a) {
            memory_.put(place->buffer, a, content);
        }
    }

    /// out ← merge(in, out) over the atoms that both tensors have.
    template <class Merge>
    void combine(TensorId in, TensorId out, Merge&& merge) {
        const auto from = memory_.placeOf(in);
        const auto to = memory_.placeOf(out);
        if (!from || !to) return;
        for (size_t a = to->atoms.first; a < to->atoms.last; ++a) {
            memory_.put(to->buffer, a,
                        merge(memory_.at(from->buffer, a), memory_.at(to->buffer, a)));
        }
    }

    void update(TensorId gradient, std::initializer_list<TensorId> states) {
        for (TensorId state : states) {
            if (!state.valid()) continue;
            combine(gradient, state,
                    [](const Content& g, const Content& old) { return updated(old, g); });
        }
    }

    void writeGradients(Operation operation) {
        const Write* write = writeModeOf(operation);
        if (!write) return;
        const Content own = gradientOf(rank_, ranks_);
        for (TensorId tensor : operandsOf(operation, std::max(microBatch_, 0)).writes) {
            const auto place = memory_.placeOf(tensor);
            if (!place || layout_[place->buffer].category != Category::Gradients) continue;
            for (size_t a = place->atoms.first; a < place->atoms.last; ++a) {
                const Content old = memory_.at(place->buffer, a);
                memory_.put(place->buffer, a, written(*write, old, own));
            }
        }
    }

    Content written(Write mode, const Content& old, const Content& own) const {
        // A second contribution of the same micro-batch (a tied parameter) adds no micro-batch.
        if (mode == Write::Accumulate) return old;
        if (mode == Write::AccumulateAfterFirst && microBatch_ > 0) return sumOf(old, own);
        return own;
    }

    RankMemory& memory_;
    const Layout& layout_;
    int microBatch_, rank_, ranks_;
};

Content sumOverRanks(const std::vector<RankMemory>& memories,
                     const std::vector<const Collective*>& calls, size_t atom) {
    Content sum{.kind = Content::Kind::Zeros};
    for (size_t r = 0; r < memories.size(); ++r) {
        sum = sumOf(sum, memories[r].at(memories[r].placeOf(calls[r]->input)->buffer, atom));
    }
    return sum;
}

/// The content of the rank whose input has the atom: an all-gather's part.
Content partOf(const std::vector<RankMemory>& memories, const std::vector<const Collective*>& calls,
               size_t atom) {
    for (size_t r = 0; r < memories.size(); ++r) {
        const auto in = memories[r].placeOf(calls[r]->input);
        if (in->atoms.first <= atom && atom < in->atoms.last) {
            return memories[r].at(in->buffer, atom);
        }
    }
    return {};
}

}  // namespace

void applyLaunch(RankMemory& memory, const Layout& layout, const Operation& operation,
                 int microBatch, int rank, int ranks) {
    Effect(memory, layout, microBatch, rank, ranks).apply(operation);
}

void applyCollective(std::vector<RankMemory>& memories,
                     const std::vector<const Collective*>& calls) {
    if (!memories.front().placeOf(calls.front()->input)) return;  // scalars
    const bool gathers = calls.front()->kind == CollectiveKind::AllGather ||
                         calls.front()->kind == CollectiveKind::Broadcast;
    const std::vector<RankMemory> before = memories;
    for (size_t r = 0; r < memories.size(); ++r) {
        const auto out = memories[r].placeOf(calls[r]->output);
        for (size_t a = out->atoms.first; a < out->atoms.last; ++a) {
            memories[r].put(out->buffer, a,
                            gathers ? partOf(before, calls, a) : sumOverRanks(before, calls, a));
        }
    }
}

}  // namespace shardscope::explain
