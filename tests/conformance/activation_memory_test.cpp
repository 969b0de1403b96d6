// Activations as formulas: what forward keeps, and what recomputation brings back, to the byte.

#include <gtest/gtest.h>

#include <algorithm>

#include "tests/conformance/harness.h"

namespace shardscope::conformance {
namespace {

using namespace core;

int64_t activations(const PoolEvent& event) {
    return event.live[static_cast<size_t>(Category::Activations)];
}

/// Sizes that the formulas speak of; bytes of a layer and of the ends.
struct Sizes {
    explicit Sizes(const Workload& w)
        : workload(w),
          d(bytesOf(w.dtype)),
          rows(w.microBatch * w.model.sequence),
          hidden(rows * w.model.hidden),
          scores(w.microBatch * w.model.heads * w.model.sequence * w.model.sequence) {}

    Workload workload;
    int64_t d, rows, hidden, scores;

    int64_t layers() const { return workload.model.layers; }
    /// Attention keeps T×T probabilities, or one fp32 a query.
    int64_t attention() const {
        return workload.attention == Attention::Flash ? 4 * rows * workload.model.heads
                                                      : d * scores;
    }
    /// All that a layer keeps for its backward but its input: norms with fp32 statistics, projections,
    /// attention, both sides of the activation function.
    int64_t layer() const {
        const ModelShape& m = workload.model;
        if (m.name == "gpt") {
            // ln_1, qkv, context, residual, ln_2: 7; c_fc and gelu: 8. Two means, two rstds.
            return d * 15 * hidden + attention() + 16 * rows;
        }
        const int64_t q = rows * m.heads * m.headColumns();
        const int64_t k = rows * m.kvHeadCount() * m.headColumns();
        const int64_t norms = m.qkNorm ? d * (q + k) + 4 * rows * (m.heads + m.kvHeadCount()) : 0;
        // norm 1, residual, norm 2; q and context; k and v; gate, up and their product. Two rstds.
        return d * (3 * hidden + 2 * q + 2 * k + 3 * rows * m.feedForwardWidth()) + attention() +
               8 * rows + norms;
    }
    /// Final norm, logits, log-sum-exp, tokens and targets.
    int64_t ends() const {
        const int64_t statistics = workload.model.name == "gpt" ? 8 : 4;
        return d * (hidden + rows * workload.model.vocab) + (statistics + 4 + 8) * rows;
    }
    /// Live when forward has ended: each layer's input, the last one's output, and what else is kept.
    int64_t afterForward() const {
        int64_t kept = layer();
        if (workload.checkpointing == Checkpointing::Full) kept = 0;
        if (workload.checkpointing == Checkpointing::Selective) kept -= attention();
        return d * hidden * (layers() + 1) + layers() * kept + ends();
    }
    /// Live when layer @p number (from 1) has been recomputed and its backward proper begins.
    int64_t afterRecomputing(int64_t number) const {
        return d * hidden * number + layer() + 4 * rows;  // inputs up to its own; the tokens
    }
};

/// One instant of rank 0's first micro-batch.
struct Instants {
    StepPlan plan;
    Outcome outcome;

    explicit Instants(const Setting& setting)
        : plan(*planStep(problemOf(setting), Rank{0})), outcome(run(setting)) {}

    const Action& actionOf(const PoolEvent& event) const {
        return *plan.flat()[static_cast<size_t>(event.ref.action)];
    }
    bool inStep(const PoolEvent& event) const {
        return event.ref.step == 0 && event.ref.microBatch == 0;
    }
    int64_t afterForward() const {
        int64_t live = -1;
        for (const PoolEvent& event : outcome.pool[0]) {
            if (inStep(event) && actionOf(event).phase == Phase::Forward) {
                live = activations(event);
            }
        }
        return live;
    }
    /// When backward first asks for the gradient of something inside the layer.
    int64_t whenBackwardBegins(int64_t layer) const {
        for (const PoolEvent& event : outcome.pool[0]) {
            if (!inStep(event) || actionOf(event).phase != Phase::Backward) continue;
            if (actionOf(event).layer != layer || !event.call.allocate) continue;
            if (event.call.tag == Category::ActivationGradients) return activations(event);
        }
        return -1;
    }
};

std::vector<Setting> models() {
    Setting gpt{.ranks = 2, .microBatch = 2, .steps = 1, .dtype = DType::Bf16, .simulated = true};
    gpt.sequence = 16;
    Setting llama = gpt, qwen = gpt;
    llama.model = qwen.model = "llama";
    llama.heads = qwen.heads = 4;
    llama.shape = [](ModelShape& shape) { shape.kvHeads = 2; };
    qwen.shape = [](ModelShape& shape) {
        shape.headDim = 10;
        shape.intermediate = 40;
        shape.qkvBias = shape.qkNorm = shape.tied = true;
    };
    return {gpt, llama, qwen};
}

TEST(LiveActivationBytes, AfterForwardAreThoseThatBackwardNeeds) {
    for (Setting setting : models()) {
        for (auto [attention, checkpointing] :
             {std::pair{Attention::Materialized, Checkpointing::None},
              {Attention::Materialized, Checkpointing::Selective},
              {Attention::Materialized, Checkpointing::Full},
              {Attention::Flash, Checkpointing::None},
              {Attention::Flash, Checkpointing::Full}}) {
            setting.attention = attention;
            setting.checkpointing = checkpointing;
            EXPECT_EQ(Instants(setting).afterForward(), Sizes(workloadOf(setting)).afterForward())
                << nameOf(setting);
        }
    }
}

TEST(LiveActivationBytes, FullBringsBackOneLayerAtATime) {
    for (Setting setting : models()) {
        setting.checkpointing = Checkpointing::Full;
        const Instants instants(setting);
        const Sizes sizes(workloadOf(setting));
        for (int64_t layer = 1; layer <= setting.layers; ++layer) {
            EXPECT_EQ(instants.whenBackwardBegins(layer), sizes.afterRecomputing(layer))
                << nameOf(setting) << " layer " << layer;
        }
    }
}

/// Elements of the largest tensor of one micro-batch.
int64_t largestValue(const Setting& setting) {
    const Graph graph = problemOf(setting).graph;
    int64_t largest = 0;
    for (const GraphTensor& tensor : graph.tensors) {
        if (tensor.role == TensorRole::Value) largest = std::max(largest, tensor.elements);
    }
    return largest;
}

TEST(LiveActivationBytes, FlashHasNothingSquareInForwardNorBackward) {
    for (Setting setting : models()) {
        setting.sequence = 128;  // so that scores outgrow all other tensors
        const int64_t scores = Sizes(workloadOf(setting)).scores;
        EXPECT_EQ(largestValue(setting), scores) << nameOf(setting);
        setting.attention = Attention::Flash;
        EXPECT_LT(largestValue(setting), scores) << nameOf(setting);
    }
}

TEST(Checkpointing, ChangesNoBitOfAnyStage) {
    for (Setting model : models()) {
        model.simulated = false;
        model.steps = 2;
        for (const char* preset : {"zero-1", "zero-3"}) {
            for (Attention attention : {Attention::Materialized, Attention::Flash}) {
                Setting none = model;
                none.preset = preset;
                none.attention = attention;
                none.gradAccum = 2;
                const Outcome expected = run(none);
                ASSERT_TRUE(expected.result) << toString(expected.result.error());
                for (Checkpointing kind :
                     {Checkpointing::Selective, Checkpointing::Alternate, Checkpointing::Full}) {
                    Setting setting = none;
                    setting.checkpointing = kind;
                    if (!validate(workloadOf(setting))) continue;  // selective needs scores
                    const Outcome outcome = run(setting);
                    ASSERT_TRUE(outcome.result) << toString(outcome.result.error());
                    EXPECT_EQ(outcome.losses(), expected.losses()) << nameOf(setting);
                    EXPECT_EQ(outcome.weightHashes(), expected.weightHashes()) << nameOf(setting);
                }
            }
        }
    }
}

TEST(Logits, ThatAreNotFusedChangeNoBitAndAreThreeTensorsInFp32) {
    for (Setting model : models()) {
        model.simulated = false;
        model.steps = 2;
        model.preset = "zero-2";
        const Outcome fused = run(model);
        Setting setting = model;
        setting.logits = Logits::Fp32;
        const Outcome wide = run(setting);
        ASSERT_TRUE(fused.result && wide.result) << nameOf(setting);
        EXPECT_EQ(wide.losses(), fused.losses()) << nameOf(setting);
        EXPECT_EQ(wide.weightHashes(), fused.weightHashes()) << nameOf(setting);
        int64_t fp32 = 0;
        const Problem problem = problemOf(setting);
        const int64_t elements = setting.microBatch * setting.sequence * setting.vocab;
        for (const GraphTensor& tensor : problem.graph.tensors) {
            fp32 += tensor.elements == elements && tensor.dtype == DType::Fp32 &&
                    tensor.role == TensorRole::Value;
        }
        EXPECT_GE(fp32, 3) << nameOf(setting);
    }
}

/// Between its gather and its release in backward, a bucket's weights serve recomputation too.
TEST(Checkpointing, Stage3GathersALayerOnceForItsBackward) {
    for (Setting setting : models()) {
        setting.preset = "zero-3";
        std::vector<int64_t> gathers;
        for (Checkpointing kind : {Checkpointing::None, Checkpointing::Full}) {
            setting.checkpointing = kind;
            const StepPlan plan = *planStep(problemOf(setting), Rank{0});
            gathers.push_back(std::count_if(
                plan.microBatch.begin(), plan.microBatch.end(), [](const Action& action) {
                    const auto* call = std::get_if<Collective>(&action.what);
                    return call && call->purpose == Purpose::Parameter;
                }));
        }
        EXPECT_GT(gathers[0], 0);
        EXPECT_EQ(gathers[0], gathers[1]) << nameOf(setting);
    }
}

}  // namespace
}  // namespace shardscope::conformance
