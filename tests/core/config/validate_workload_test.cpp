#include <gtest/gtest.h>

#include <cmath>

#include "core/model/workload.h"

namespace shardscope::core {
namespace {

/// The option named by the first fault of a workload that @p change spoils.
template <class Change>
std::string faultOf(Change change) {
    Workload workload;
    change(workload);
    const auto checked = validate(workload);
    return checked ? "" : checked.error().where;
}

TEST(ValidateWorkload, AcceptsTheDefaults) {
    EXPECT_EQ(faultOf([](Workload&) {}), "");
}

TEST(ValidateWorkload, NamesTheOptionAtFault) {
    EXPECT_EQ(faultOf([](Workload& w) { w.model.heads = 5; }), "--heads");
    EXPECT_EQ(faultOf([](Workload& w) { w.model.layers = 0; }), "--layers");
    EXPECT_EQ(faultOf([](Workload& w) { w.model.vocab = 1; }), "--vocab");
    EXPECT_EQ(faultOf([](Workload& w) { w.model.sequence = -1; }), "--seq");
    EXPECT_EQ(faultOf([](Workload& w) { w.model.name = "gtp"; }), "--model");
    EXPECT_EQ(faultOf([](Workload& w) { w.microBatch = 0; }), "--micro-batch");
    EXPECT_EQ(faultOf([](Workload& w) { w.gradAccum = 0; }), "--grad-accum");
    EXPECT_EQ(faultOf([](Workload& w) { w.steps = 0; }), "--steps");
    EXPECT_EQ(faultOf([](Workload& w) { w.optimizer.learningRate = -1e-3; }), "--lr");
    EXPECT_EQ(faultOf([](Workload& w) { w.optimizer.learningRate = NAN; }), "--lr");
    EXPECT_EQ(faultOf([](Workload& w) { w.clip = INFINITY; }), "--clip");
    EXPECT_EQ(faultOf([](Workload& w) { w.dtype = DType::Int32; }), "--dtype");
    EXPECT_EQ(faultOf([](Workload& w) { w.data.clear(); }), "--data");
    EXPECT_EQ(faultOf([](Workload& w) { w.lossScaling.window = 0; }), "loss scaling");
}

TEST(ValidateWorkload, RefusesSizesWhoseProductsOverflow) {
    EXPECT_EQ(faultOf([](Workload& w) { w.model.hidden = w.model.heads = 1 << 28; }), "--hidden");
    EXPECT_EQ(faultOf([](Workload& w) {
                  w.microBatch = 1 << 29;
                  w.model.sequence = 1 << 10;
              }),
              "--micro-batch");
}

/// faultOf() of a llama.
template <class Change>
std::string llamaFaultOf(Change change) {
    return faultOf([&](Workload& w) {
        w.model.name = "llama";
        change(w);
    });
}

TEST(ValidateWorkload, KnowsLlamasSizes) {
    EXPECT_EQ(llamaFaultOf([](Workload&) {}), "");
    EXPECT_EQ(llamaFaultOf([](Workload& w) { w.model.kvHeads = 2; }), "");
    EXPECT_EQ(llamaFaultOf([](Workload& w) { w.model.kvHeads = 4; }), "--kv-heads");
    EXPECT_EQ(llamaFaultOf([](Workload& w) { w.model.kvHeads = 12; }), "--kv-heads");
    EXPECT_EQ(llamaFaultOf([](Workload& w) { w.model.kvHeads = -1; }), "--kv-heads");
    EXPECT_EQ(llamaFaultOf([](Workload& w) { w.model.intermediate = -1; }), "--intermediate");
    EXPECT_EQ(llamaFaultOf([](Workload& w) { w.model.headDim = 33; }), "--head-dim");
    EXPECT_EQ(llamaFaultOf([](Workload& w) { w.model.headDim = 32; }), "");
    EXPECT_EQ(llamaFaultOf([](Workload& w) { w.model.heads = 128; }), "--heads");
    EXPECT_EQ(llamaFaultOf([](Workload& w) { w.model.ropeTheta = 1.0; }), "--rope-theta");
    EXPECT_EQ(llamaFaultOf([](Workload& w) { w.model.normEpsilon = 0.0; }), "--norm-epsilon");
    EXPECT_EQ(llamaFaultOf([](Workload& w) { w.model.ropeScaling.factor = NAN; }), "rope scaling");
    EXPECT_EQ(llamaFaultOf([](Workload& w) { w.model.ropeScaling.lowFrequencyFactor = 4.0; }),
              "rope scaling");
    EXPECT_EQ(llamaFaultOf([](Workload& w) {
                  w.model.hidden = w.model.heads = 1 << 18;
                  w.model.headDim = 2;
                  w.model.intermediate = 1 << 30;
              }),
              "--hidden");
}

TEST(ValidateWorkload, OtherModelsRefuseLlamasSettings) {
    EXPECT_EQ(faultOf([](Workload& w) { w.model.kvHeads = 2; }), "--kv-heads");
    EXPECT_EQ(faultOf([](Workload& w) { w.model.tied = true; }), "--tied");
    EXPECT_EQ(faultOf([](Workload& w) { w.model.ropeScaling.factor = 8.0; }), "rope scaling");
}

TEST(ValidateWorkload, FeedForwardWidthIsLlamasRuleUnlessGiven) {
    EXPECT_EQ((ModelShape{.hidden = 4096}.feedForwardWidth()), 11008);  // LLaMA-7B
    EXPECT_EQ((ModelShape{.hidden = 8192}.feedForwardWidth()), 22016);  // LLaMA-65B
    EXPECT_EQ((ModelShape{.hidden = 4096, .intermediate = 14336}.feedForwardWidth()), 14336);
}

TEST(ValidateWorkload, CheckpointingAndFlashNeedAModelThatHasThem) {
    const auto fault = [](const char* model, Attention attention, Checkpointing checkpointing) {
        return faultOf([&](Workload& w) {
            w.model.name = model;
            w.attention = attention;
            w.checkpointing = checkpointing;
        });
    };
    using enum Checkpointing;
    for (const char* model : {"gpt", "llama"}) {
        EXPECT_EQ(fault(model, Attention::Materialized, Selective), "");
        EXPECT_EQ(fault(model, Attention::Materialized, Full), "");
        EXPECT_EQ(fault(model, Attention::Flash, Full), "");
        EXPECT_EQ(fault(model, Attention::Flash, Selective), "--checkpointing");
    }
    EXPECT_EQ(fault("mlp", Attention::Flash, None), "--attention");
    EXPECT_EQ(fault("mlp", Attention::Materialized, Full), "");
    EXPECT_EQ(fault("mlp", Attention::Materialized, Selective), "--checkpointing");
    EXPECT_EQ(fault("conformance", Attention::Materialized, Full), "--checkpointing");
}

TEST(ValidateWorkload, HeadsMatterToAttentionOnly) {
    EXPECT_EQ(faultOf([](Workload& w) {
                  w.model.name = "mlp";
                  w.model.heads = 5;
              }),
              "");
}

}  // namespace
}  // namespace shardscope::core
