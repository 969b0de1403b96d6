// Models against PyTorch: make_golden.py in the folders of tests/golden says how the numbers were made.

#include <gtest/gtest.h>

#include <cmath>
#include <fstream>
#include <nlohmann/json.hpp>

#include "tests/core/host/ops/graph_on_host.h"

namespace shardscope::core::test {
namespace {

const std::string kGolden = std::string(SHARDSCOPE_SOURCE_DIR) + "/tests/golden/";

/// A golden model's files.
struct Files {
    const char* name;
    const char* description;
    const char* gradients;
    const char* tokens;
};
constexpr Files kGpt{"gpt", "gpt2/golden.json", "gpt2/gradients.bin", "gpt2/tokens.bin"};
constexpr Files kLlama{"llama", "llama/llama.json", "llama/llama.gradients.bin",
                       "llama/tokens.bin"};
constexpr Files kQwen{"qwen", "llama/qwen.json", "llama/qwen.gradients.bin", "llama/tokens.bin"};

nlohmann::json golden(const Files& files) {
    std::ifstream file(kGolden + files.description);
    return nlohmann::json::parse(file);
}

void readLlama(const nlohmann::json& json, ModelShape& model) {
    model.name = "llama";
    model.intermediate = json.at("intermediate");
    model.kvHeads = json.at("kvHeads");
    model.headDim = json.at("headDim");
    model.qkvBias = json.at("qkvBias");
    model.qkNorm = json.at("qkNorm");
    model.tied = json.at("tied");
    model.ropeTheta = json.at("ropeTheta");
    model.normEpsilon = json.at("normEpsilon");
    const auto& scaling = json.at("ropeScaling");
    if (scaling.is_null()) return;
    model.ropeScaling = {.factor = scaling.at("factor"),
                         .lowFrequencyFactor = scaling.at("lowFrequencyFactor"),
                         .highFrequencyFactor = scaling.at("highFrequencyFactor"),
                         .originalLength = scaling.at("originalLength")};
}

Workload workloadOf(const nlohmann::json& json, const Files& files, DType dtype) {
    Workload workload;
    workload.model = {.name = "gpt",
                      .layers = json.at("layers"),
                      .hidden = json.at("hidden"),
                      .heads = json.at("heads"),
                      .vocab = json.at("vocab"),
                      .sequence = json.at("sequence")};
    if (json.contains("kvHeads")) readLlama(json, workload.model);
    workload.microBatch = json.at("microBatch");
    workload.dtype = workload.reduceDtype = workload.accumulateDtype = dtype;
    workload.optimizer.learningRate = json.at("learningRate");
    workload.optimizer.beta1 = json.at("beta1");
    workload.optimizer.beta2 = json.at("beta2");
    workload.optimizer.epsilon = json.at("epsilon");
    workload.optimizer.weightDecay = json.at("weightDecay");
    workload.clip = json.at("clip");
    workload.data = kGolden + files.tokens;
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

std::vector<float> goldenGradients(const Files& files) {
    std::ifstream file(kGolden + files.gradients, std::ios::binary | std::ios::ate);
    std::vector<float> values(static_cast<size_t>(file.tellg()) / sizeof(float));
    file.seekg(0);
    file.read(reinterpret_cast<char*>(values.data()),
              static_cast<std::streamsize>(values.size() * sizeof(float)));
    return values;
}

struct Case {
    Files files;
    DType dtype;
    Attention attention = Attention::Materialized;
};

/// The golden model, its data, and the type it is run in.
class Golden : public ::testing::TestWithParam<Case> {
  protected:
    nlohmann::json json_ = golden(GetParam().files);
    Workload workload_ = workloadFor(GetParam());
    Result<Dataset> dataset_ = Dataset::open(workload_);
    GraphOnHost model_{workload_, dataset_.value()};

    void SetUp() override { loadWeights(model_); }
    /// Allowed error for fp32's, bf16's and fp16's roundings.
    double tolerance(double fp32, double bf16, double fp16) const {
        if (GetParam().dtype == DType::Fp32) return fp32;
        return GetParam().dtype == DType::Bf16 ? bf16 : fp16;
    }
    Workload workloadFor(const Case& c) const {
        Workload workload = workloadOf(json_, c.files, c.dtype);
        workload.attention = c.attention;
        return workload;
    }
};

TEST_P(Golden, HasHuggingFacesParameters) {
    const auto& parameters = model_.graph().parameters;
    ASSERT_EQ(parameters.size(), json_.at("parameters").size());
    for (size_t i = 0; i < parameters.size(); ++i) {
        EXPECT_EQ(parameters[i].name, json_.at("parameters")[i].at("name"));
        EXPECT_EQ(parameters[i].shape, json_.at("parameters")[i].at("shape"));
    }
}

TEST_P(Golden, GradientsAreThoseOfPyTorch) {
    model_.forward(0);
    model_.backward(0);
    const std::vector<float> expected = goldenGradients(GetParam().files);
    size_t first = 0;
    for (int p = 0; p < static_cast<int>(model_.graph().parameters.size()); ++p) {
        const std::vector<float> gradient = model_.gradient(ParameterId{p});
        ASSERT_LE(first + gradient.size(), expected.size());
        double difference = 0.0, square = 0.0;
        for (size_t i = 0; i < gradient.size(); ++i) {
            difference += std::pow(gradient[i] - expected[first + i], 2);
            square += std::pow(expected[first + i], 2);
        }
        EXPECT_LT(std::sqrt(difference / square), tolerance(2e-6, 4e-2, 6e-3))
            << model_.graph().parameters[static_cast<size_t>(p)].name;
        first += gradient.size();
    }
    EXPECT_EQ(first, expected.size());
}

TEST_P(Golden, LossesAndNormsOfAdamWStepsAreThoseOfPyTorch) {
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

std::vector<Case> cases() {
    std::vector<Case> all;
    for (const Files& files : {kGpt, kLlama, kQwen}) {
        for (DType dtype : {DType::Fp32, DType::Bf16, DType::Fp16}) {
            all.push_back({files, dtype});
            all.push_back({files, dtype, Attention::Flash});
        }
    }
    return all;
}

INSTANTIATE_TEST_SUITE_P(Models, Golden, ::testing::ValuesIn(cases()), [](const auto& test) {
    return std::string(test.param.files.name) + "_" + std::string(nameOf(test.param.dtype)) + "_" +
           std::string(nameOf(test.param.attention));
});

}  // namespace
}  // namespace shardscope::core::test
