// How far off the kernels' rates are for a model that they were not fitted to: for each model they are
// fitted anew to the rows of all others, from round values, and then asked about it. Which rates there are
// to fit was decided with all rows in view; how large they are is not.

#include <fmt/format.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <set>

#include "core/sim/hardware_text.h"
#include "tests/core/sim/published_rows.h"

namespace shardscope::core {
namespace {

/// Rates that are fitted: one a kind of kernel for all GPUs, two a GPU.
struct Rates {
    double streaming = 0.85, normalization = 0.6, softmax = 0.6, reduction = 0.6;
    double tileSetup = 100;
    std::array<double, 2> sustained{0.85, 0.85}, flash{0.35, 0.35};  ///< H100, A100

    std::vector<double*> all() {
        return {&sustained[0], &sustained[1], &flash[0],  &flash[1], &normalization,
                &streaming,    &softmax,      &reduction, &tileSetup};
    }
};

struct Case {
    Row row;
    Problem problem;
    Hardware hardware;
    size_t gpu = 0;
};

Hardware with(Hardware hardware, const Rates& rates, size_t gpu) {
    KernelRates& k = hardware.kernels;
    k.streaming = rates.streaming;
    k.normalization = rates.normalization;
    k.softmax = rates.softmax;
    k.reduction = rates.reduction;
    k.tileSetupK = rates.tileSetup;
    k.sustained = rates.sustained[gpu];
    k.flashForward = rates.flash[gpu];
    // FlashAttention-2 reaches 0.5 of an A100's peak backward where it reaches 0.6 forward (arXiv 2307.08691).
    k.flashBackward = 0.5 / 0.6 * rates.flash[gpu];
    return hardware;
}

/// Simulated over measured, as a logarithm.
double offBy(const Case& c, const Rates& rates) {
    const Hardware hardware = with(c.hardware, rates, c.gpu);
    return std::log(tokensPerSecond(c.row, c.problem, hardware) / c.row.tokensPerSecond);
}

double misfit(const std::vector<const Case*>& cases, const Rates& rates) {
    double sum = 0.0;
    for (const Case* c : cases) sum += std::pow(offBy(*c, rates), 2);
    return sum;
}

/// One rate after the other, up or down as long as that helps; steps become finer.
Rates fitted(const std::vector<const Case*>& cases) {
    Rates rates;
    double best = misfit(cases, rates);
    for (const double step : {1.3, 1.12, 1.05}) {
        for (double* rate : rates.all()) {
            for (const double factor : {step, 1.0 / step}) {
                const double before = *rate;
                *rate *= factor;
                const double now = *rate < 1.0 || rate == &rates.tileSetup
                                       ? misfit(cases, rates)
                                       : std::numeric_limits<double>::infinity();
                if (now < best) {
                    best = now;
                    break;
                }
                *rate = before;
            }
        }
    }
    return rates;
}

std::vector<Case> cases() {
    std::vector<Case> all;
    for (const Row& row : keepingActivations()) {
        const bool a100 = std::string_view(row.gpu).starts_with("a100");
        all.push_back({row, problemOf(row), *gpuNamed(row.gpu, {}), a100 ? size_t{1} : size_t{0}});
    }
    return all;
}

TEST(Published, AModelThatRatesWereNotFittedToIsMetWithin15Percent) {
    const std::vector<Case> all = cases();
    std::set<std::string> models;
    for (const Case& c : all) models.insert(c.row.name);
    double sum = 0.0;
    for (const std::string& model : models) {
        std::vector<const Case*> others;
        for (const Case& c : all) {
            if (c.row.name != model) others.push_back(&c);
        }
        const Rates rates = fitted(others);
        for (const Case& c : all) {
            if (c.row.name != model) continue;
            const double error = std::expm1(offBy(c, rates));
            fmt::print("{:<10}{:<13}{:>4} GPUs: {:+.1f} % with rates fitted to the other models\n",
                       c.row.name, c.row.gpu, c.row.ranks, 100.0 * error);
            sum += std::fabs(error);
            EXPECT_LT(std::fabs(error), 0.15) << c.row.name << " on " << c.row.gpu;
        }
    }
    fmt::print("mean error of what was held out {:.1f} %\n",
               100.0 * sum / static_cast<double>(all.size()));
}

/// A GPU's own file says "fitted" of a rate only where rows of that GPU were in view.
TEST(Published, OnlyGpusWithRowsClaimToBeFitted) {
    std::set<std::string_view> inView;
    for (const Row& row : keepingActivations()) inView.insert(row.gpu);
    int claims = 0;
    for (const HardwareText& text : builtinHardwareTexts()) {
        const bool gpu = text.json.find("\"kind\": \"gpu\"") != std::string_view::npos;
        if (!gpu || text.json.find("\"source\": \"fitted") == std::string_view::npos) continue;
        ++claims;
        const bool known = std::ranges::any_of(inView, [&](std::string_view name) {
            return text.file.find(fmt::format("{}.json", name)) != std::string_view::npos;
        });
        EXPECT_TRUE(known) << text.file;
    }
    EXPECT_EQ(claims, 2);
}

}  // namespace
}  // namespace shardscope::core
