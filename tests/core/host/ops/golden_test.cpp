// gpt against PyTorch: tests/golden/gpt2/make_golden.py says how the numbers were made.

#include <gtest/gtest.h>

#include <cmath>
#include <fstream>
#include <nlohmann/json.hpp>

#include "tests/core/host/ops/graph_on_host.h"

namespace shardscope::core::test {
namespace {

const std::string kFolder = std::string(SHARDSCOPE_SOURCE_DIR) + "/tests/golden/gpt2/";

nlohmann::json golden() {
    std::ifstream file(kFolder + "golden.json");
    return nlohmann::json::parse(file);
}

Workload workloadOf(const nlohmann::json& json, DType dtype) {
    Workload workload;
    workload.model = {.name = "gpt",
                      .layers = json.at("layers"),
                      .hidden = json.at("hidden"),
                      .heads = json.at("heads"),
                      .vocab = json.at("vocab"),
                      .sequence = json.at("sequence")};
    workload.microBatch = json.at("microBatch");
    workload.dtype = workload.reduceDtype = workload.accumulateDtype = dtype;
    workload.optimizer.learningRate = json.at("learningRate");
    workload.optimizer.beta1 = json.at("beta1");
    workload.optimizer.beta2 = json.at("beta2");
    workload.optimizer.epsilon = json.at("epsilon");
    workload.optimizer.weightDecay = json.at("weightDecay");
    workload.clip = json.at("clip");
    workload.data = kFolder + "tokens.bin";
    return workload;
}

/// make_golden.py's formula for element @p i of parameter number @p index.
float goldenWeight(uint32_t index, const Parameter& parameter, uint32_t i) {
    uint32_t bits = i * 2654435761u + index * 2246822519u + 374761393u;
    bits = (bits ^ (bits >> 15)) * 739982445u;
    const auto value = static_cast<float>(static_cast<int32_t>((bits >> 16) % 511u) - 255);
    return value / 1024.0f + (parameter.initializer == Initializer::Ones ? 1.0f : 0.0f);
}

void loadWeights(GraphOnHost& model) {
    const auto& parameters = model.graph().parameters;
    for (size_t p = 0; p < parameters.size(); ++p) {
        std::vector<float> values(static_cast<size_t>(parameters[p].elements()));
        for (size_t i = 0; i < values.size(); ++i) {
            values[i] =
                goldenWeight(static_cast<uint32_t>(p), parameters[p], static_cast<uint32_t>(i));
        }
        model.setWeight(ParameterId{static_cast<int>(p)}, values);
    }
}

std::vector<float> goldenGradients() {
    std::ifstream file(kFolder + "gradients.bin", std::ios::binary | std::ios::ate);
    std::vector<float> values(static_cast<size_t>(file.tellg()) / sizeof(float));
    file.seekg(0);
    file.read(reinterpret_cast<char*>(values.data()),
              static_cast<std::streamsize>(values.size() * sizeof(float)));
    return values;
}

/// The golden model, its data, and the type it is run in.
class GoldenGpt : public ::testing::TestWithParam<DType> {
  protected:
    nlohmann::json json_ = golden();
    Workload workload_ = workloadOf(json_, GetParam());
    Result<Dataset> dataset_ = Dataset::open(workload_);
    GraphOnHost model_{workload_, dataset_.value()};

    void SetUp() override { loadWeights(model_); }
    /// Allowed error for fp32's, bf16's and fp16's roundings.
    double tolerance(double fp32, double bf16, double fp16) const {
        if (GetParam() == DType::Fp32) return fp32;
        return GetParam() == DType::Bf16 ? bf16 : fp16;
    }
};

TEST_P(GoldenGpt, HasHuggingFacesParameters) {
    const auto& parameters = model_.graph().parameters;
    ASSERT_EQ(parameters.size(), json_.at("parameters").size());
    for (size_t i = 0; i < parameters.size(); ++i) {
        EXPECT_EQ(parameters[i].name, json_.at("parameters")[i].at("name"));
        EXPECT_EQ(parameters[i].shape, json_.at("parameters")[i].at("shape"));
    }
}

TEST_P(GoldenGpt, GradientsAreThoseOfPyTorch) {
    model_.forward(0);
    model_.backward(0);
    const std::vector<float> expected = goldenGradients();
    size_t first = 0;
    for (int p = 0; p < static_cast<int>(model_.graph().parameters.size()); ++p) {
        const std::vector<float> gradient = model_.gradient(ParameterId{p});
        ASSERT_LE(first + gradient.size(), expected.size());
        double difference = 0.0, square = 0.0;
        for (size_t i = 0; i < gradient.size(); ++i) {
            difference += std::pow(gradient[i] - expected[first + i], 2);
            square += std::pow(expected[first + i], 2);
        }
        EXPECT_LT(std::sqrt(difference / square), tolerance(2e-6, 3e-2, 4e-3))
            << model_.graph().parameters[static_cast<size_t>(p)].name;
        first += gradient.size();
    }
    EXPECT_EQ(first, expected.size());
}

TEST_P(GoldenGpt, LossesAndNormsOfAdamWStepsAreThoseOfPyTorch) {
    const auto losses = json_.at("losses").get<std::vector<double>>();
    const auto norms = json_.at("gradientNorms").get<std::vector<double>>();
    for (size_t step = 0; step < losses.size(); ++step) {
        const auto number = static_cast<int64_t>(step);
        model_.forward(number);
        model_.backward(number);
        model_.update(number);
        EXPECT_NEAR(model_.loss(), losses[step], tolerance(1e-5, 2e-2, 3e-3)) << "step " << step;
        EXPECT_NEAR(model_.norm(), norms[step], tolerance(2e-5, 5e-2, 6e-3)) << "step " << step;
    }
}

INSTANTIATE_TEST_SUITE_P(Types, GoldenGpt, ::testing::Values(DType::Fp32, DType::Bf16, DType::Fp16),
                         [](const auto& type) { return std::string(nameOf(type.param)); });

}  // namespace
}  // namespace shardscope::core::test
