#include <gtest/gtest.h>

#include <cmath>
#include <thread>

#include "tests/core/host/ops/bench.h"
#include "tests/core/host/ops/graph_on_host.h"

namespace shardscope::core::test {
namespace {

Workload tiny(const std::string& name, DType dtype = DType::Fp32) {
    Workload workload;
    workload.model = {
        .name = name, .layers = 2, .hidden = 8, .heads = 2, .vocab = 11, .sequence = 5};
    workload.microBatch = 2;
    workload.dtype = workload.reduceDtype = workload.accumulateDtype = dtype;
    workload.seed = 3;
    return workload;
}

/// Weights large enough that every gradient can be told from rounding.
void spread(GraphOnHost& model) {
    const auto& parameters = model.graph().parameters;
    for (size_t p = 0; p < parameters.size(); ++p) {
        const bool gain = parameters[p].initializer == Initializer::Ones;
        std::vector<float> values;
        for (double value : randomValues(parameters[p].elements(), p, 0.25)) {
            values.push_back(static_cast<float>(gain ? 1.0 + value : value));
        }
        model.setWeight(ParameterId{static_cast<int>(p)}, values);
    }
}

double lossWith(GraphOnHost& model, ParameterId parameter, std::vector<float> weights, size_t i,
                float delta) {
    weights[i] += delta;
    model.setWeight(parameter, weights);
    model.forward(0);
    return model.loss();
}

/// d loss / d weights[i], by a central difference of fourth order.
double slopeOf(GraphOnHost& model, ParameterId parameter, const std::vector<float>& weights,
               size_t i) {
    constexpr float kStep = 1.0f / 128.0f;
    const auto difference = [&](float step) {
        return lossWith(model, parameter, weights, i, step) -
               lossWith(model, parameter, weights, i, -step);
    };
    return (8.0 * difference(kStep) - difference(2.0f * kStep)) / (12.0 * kStep);
}

void expectBackwardMatchesFiniteDifferences(const Workload& workload) {
    const auto dataset = Dataset::open(workload);
    ASSERT_TRUE(dataset);
    GraphOnHost model(workload, *dataset);
    spread(model);
    model.forward(0);
    model.backward(0);
    double largest = 0.0;
    for (int p = 0; p < static_cast<int>(model.graph().parameters.size()); ++p) {
        const ParameterId id{p};
        const std::vector<float> weights = model.weight(id), gradient = model.gradient(id);
        for (size_t i = 0; i < weights.size(); ++i) {
            const double numeric = slopeOf(model, id, weights, i);
            // The loss's own rounding over the step, and what the difference's fifth order leaves.
            EXPECT_NEAR(gradient[i], numeric, 2e-4 + 2e-3 * std::abs(numeric))
                << model.graph().parameters[static_cast<size_t>(p)].name << "[" << i << "]";
            largest = std::max(largest, std::abs(numeric));
        }
        model.setWeight(id, weights);
    }
    EXPECT_GT(largest, 0.05);
}

TEST(WholeModel, GptBackwardMatchesFiniteDifferences) {
    expectBackwardMatchesFiniteDifferences(tiny("gpt"));
}

TEST(WholeModel, GptBackwardWithFlashMatchesFiniteDifferences) {
    Workload workload = tiny("gpt");
    workload.attention = Attention::Flash;
    expectBackwardMatchesFiniteDifferences(workload);
}

/// Llama as it is, and with everything that it may have: Qwen's biases and norms, a tied head, heads
/// wider than hidden / heads, scaled rotation.
Workload tinyLlama(bool everything) {
    Workload workload = tiny("llama");
    workload.model.kvHeads = 1;
    workload.model.intermediate = 12;
    if (!everything) return workload;
    workload.model.headDim = 6;
    workload.model.qkvBias = workload.model.qkNorm = workload.model.tied = true;
    workload.model.ropeTheta = 50.0;
    workload.model.ropeScaling = {.factor = 4.0, .originalLength = 16};
    return workload;
}

TEST(WholeModel, LlamaBackwardMatchesFiniteDifferences) {
    for (bool everything : {false, true}) {
        for (Attention attention : {Attention::Materialized, Attention::Flash}) {
            Workload workload = tinyLlama(everything);
            workload.attention = attention;
            expectBackwardMatchesFiniteDifferences(workload);
        }
    }
}

TEST(WholeModel, MlpBackwardMatchesFiniteDifferences) {
    expectBackwardMatchesFiniteDifferences(tiny("mlp"));
}

TEST(WholeModel, MicroBatchesAddUpToOneLargeBatch) {
    Workload once = tiny("gpt"), parts = once;
    once.microBatch = 4;
    parts.microBatch = 2;
    parts.gradAccum = 2;
    const auto dataset = Dataset::open(once);
    ASSERT_TRUE(dataset);
    GraphOnHost whole(once, *dataset), cut(parts, *dataset);
    whole.forward(0);
    whole.backward(0);
    for (int m = 0; m < 2; ++m) {
        cut.forward(0, m);
        cut.backward(0, m);
    }
    EXPECT_NEAR(whole.loss(), (cut.loss(0) + cut.loss(1)) / 2.0, 1e-6);
    for (int p = 0; p < static_cast<int>(whole.graph().parameters.size()); ++p) {
        const auto expected = whole.gradient(ParameterId{p}), sum = cut.gradient(ParameterId{p});
        for (size_t i = 0; i < expected.size(); ++i) EXPECT_NEAR(sum[i], expected[i], 1e-6);
    }
}

TEST(WholeModel, LossFallsInEveryTypeAndModel) {
    for (const char* name : {"gpt", "llama", "mlp"}) {
        for (DType dtype : {DType::Fp32, DType::Bf16, DType::Fp16}) {
            Workload workload = tiny(name, dtype);
            workload.model.hidden = 32;
            workload.model.sequence = 32;
            workload.microBatch = 4;
            workload.optimizer.learningRate = 1e-2;
            const auto dataset = Dataset::open(workload);
            ASSERT_TRUE(dataset);
            GraphOnHost model(workload, *dataset);
            std::vector<float> losses;
            for (int64_t step = 0; step < 40; ++step) {
                model.forward(step);
                losses.push_back(model.loss());
                model.backward(step);
                model.update(step);
            }
            // The chain's noise is one token in four; its entropy is near 1.
            EXPECT_LT(losses.back(), 0.75f * losses.front()) << name << " " << nameOf(dtype);
        }
    }
}

/// All working weights after three steps.
std::vector<float> trained(const Workload& workload, const Dataset& dataset) {
    GraphOnHost model(workload, dataset);
    for (int64_t step = 0; step < 3; ++step) {
        model.forward(step);
        model.backward(step);
        model.update(step);
    }
    std::vector<float> all;
    for (int p = 0; p < static_cast<int>(model.graph().parameters.size()); ++p) {
        const std::vector<float> weights = model.weight(ParameterId{p});
        all.insert(all.end(), weights.begin(), weights.end());
    }
    return all;
}

TEST(WholeModel, ThreadsSideBySideGetTheSameBits) {
    for (DType dtype : {DType::Fp32, DType::Bf16, DType::Fp16}) {
        const Workload workload = tiny("gpt", dtype);
        const auto dataset = Dataset::open(workload);
        ASSERT_TRUE(dataset);
        const std::vector<float> alone = trained(workload, *dataset);
        std::vector<std::vector<float>> results(3);
        std::vector<std::thread> threads;
        for (auto& result : results) {
            threads.emplace_back([&] { result = trained(workload, *dataset); });
        }
        for (std::thread& thread : threads) thread.join();
        for (const auto& result : results) EXPECT_EQ(result, alone);
    }
}

}  // namespace
}  // namespace shardscope::core::test
