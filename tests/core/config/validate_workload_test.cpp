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

TEST(ValidateWorkload, HeadsMatterToAttentionOnly) {
    EXPECT_EQ(faultOf([](Workload& w) {
                  w.model.name = "mlp";
                  w.model.heads = 5;
              }),
              "");
}

}  // namespace
}  // namespace shardscope::core
