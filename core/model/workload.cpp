#include "core/model/workload.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <string_view>
#include <utility>

#include "core/base/units.h"
#include "core/model/check_model.h"

namespace shardscope::core {

namespace {

constexpr int64_t kLargestSize = 1 << 30;   // one size: products of two fit in 63 bits
constexpr double kLargestProduct = 0x1p48;  // elements of a model or of one activation
constexpr std::array<std::string_view, 4> kModels{"gpt", "llama", "mlp", "conformance"};
constexpr int64_t kWidthMultiple = 256;

struct Size {
    std::string_view option;
    int64_t value;
    int64_t least;
};

Result<void> checkSize(const Size& size) {
    if (size.value >= size.least && size.value <= kLargestSize) return {};
    return invalidInput(std::string(size.option),
                        fmt::format("found {}; allowed: a whole number from {} to {}", size.value,
                                    size.least, withCommas(kLargestSize)));
}

Result<void> checkSizes(const Workload& workload) {
    const ModelShape& model = workload.model;
    for (const Size& size : std::array<Size, 8>{{{"--layers", model.layers, 1},
                                                 {"--hidden", model.hidden, 1},
                                                 {"--heads", model.heads, 1},
                                                 {"--vocab", model.vocab, 2},
                                                 {"--seq", model.sequence, 1},
                                                 {"--micro-batch", workload.microBatch, 1},
                                                 {"--grad-accum", workload.gradAccum, 1},
                                                 {"--steps", workload.steps, 1}}}) {
        if (auto checked = checkSize(size); !checked) return checked;
    }
    return {};
}

/// Sizes of llama that stand for a rule while they are 0.
Result<void> checkOptionalSizes(const Workload& workload) {
    const ModelShape& model = workload.model;
    for (const Size& size : std::array<Size, 3>{{{"--intermediate", model.intermediate, 0},
                                                 {"--kv-heads", model.kvHeads, 0},
                                                 {"--head-dim", model.headDim, 0}}}) {
        if (auto checked = checkSize(size); !checked) return checked;
    }
    return {};
}

/// Refuses what would overflow a count of elements long before any memory is asked for.
Result<void> checkProducts(const Workload& workload) {
    const ModelExtent extent = extentOf(workload);
    if (extent.parameters > kLargestProduct) {
        return invalidInput("--hidden", fmt::format("the model would have {:.1e} parameters; "
                                                    "allowed: at most {:.1e}",
                                                    extent.parameters, kLargestProduct));
    }
    const double rows =
        static_cast<double>(workload.microBatch) * static_cast<double>(workload.model.sequence);
    const double widest = rows * extent.widestColumns;
    if (widest <= kLargestProduct) return {};
    return invalidInput("--micro-batch", fmt::format("one activation would have {:.1e} elements; "
                                                     "allowed: at most {:.1e}",
                                                     widest, kLargestProduct));
}

Result<void> checkNumber(std::string_view option, double value, bool ok, std::string_view allowed) {
    if (ok && std::isfinite(value)) return {};
    return invalidInput(std::string(option), fmt::format("found {}; allowed: {}", value, allowed));
}

Result<void> checkOptimizer(const Workload& workload) {
    const OptimizerSettings& o = workload.optimizer;
    struct Rule {
        std::string_view name;
        double value;
        bool ok;
        std::string_view allowed;
    };
    const auto isDecay = [](double x) { return x >= 0.0 && x < 1.0; };
    for (const Rule& rule : std::array<Rule, 7>{
             {{"--lr", o.learningRate, o.learningRate >= 0.0, "a finite number from 0 on"},
              {"--clip", workload.clip, workload.clip >= 0.0,
               "a finite number from 0 on (0: no clipping)"},
              {"beta1", o.beta1, isDecay(o.beta1), "from 0 to below 1"},
              {"beta2", o.beta2, isDecay(o.beta2), "from 0 to below 1"},
              {"momentum", o.momentum, isDecay(o.momentum), "from 0 to below 1"},
              {"epsilon", o.epsilon, o.epsilon > 0.0, "a finite number above 0"},
              {"weightDecay", o.weightDecay, o.weightDecay >= 0.0, "a finite number from 0 on"}}}) {
        auto checked = checkNumber(rule.name, rule.value, rule.ok, rule.allowed);
        if (!checked) return checked;
    }
    return {};
}

Result<void> checkLossScaling(const LossScaling& scaling) {
    const bool ok = std::isfinite(scaling.initial) && scaling.minimum > 0.0 &&
                    scaling.initial >= scaling.minimum && scaling.window >= 1 &&
                    scaling.hysteresis >= 1;
    if (ok) return {};
    return invalidInput(
        "loss scaling",
        fmt::format("found initial {}, minimum {}, window {}, hysteresis {}; "
                    "allowed: 0 < minimum <= initial, window and hysteresis from "
                    "1 on",
                    scaling.initial, scaling.minimum, scaling.window, scaling.hysteresis));
}

Result<void> checkNames(const Workload& workload) {
    if (std::ranges::find(kModels, workload.model.name) == kModels.end()) {
        return invalidInput("--model", fmt::format("found \"{}\"; allowed: {}", workload.model.name,
                                                   fmt::join(modelNames(), ", ")));
    }
    if (workload.data.empty()) {
        return invalidInput("--data", "found nothing; allowed: \"synthetic\" or a file");
    }
    for (const auto& [option, dtype] : std::array<std::pair<std::string_view, DType>, 3>{
             {{"--dtype", workload.dtype},
              {"--reduce-dtype", workload.reduceDtype},
              {"--accumulate-dtype", workload.accumulateDtype}}}) {
        if (dtype != DType::Int32) continue;
        return invalidInput(std::string(option), "found int32; allowed: fp32, bf16, fp16");
    }
    return {};
}

}  // namespace

std::span<const std::string_view> modelNames() { return kModels; }

std::string_view nameOf(Attention attention) {
    return attention == Attention::Flash ? "flash" : "materialized";
}

std::string_view nameOf(Checkpointing checkpointing) {
    constexpr std::array<std::string_view, 4> names{"none", "selective", "alternate", "full"};
    return names[static_cast<size_t>(checkpointing)];
}

std::string_view nameOf(Logits logits) { return logits == Logits::Fp32 ? "fp32" : "fused"; }

std::string_view nameOf(RopeStretch stretch) {
    constexpr std::array<std::string_view, 4> names{"linear", "llama3", "yarn", "other"};
    return names[static_cast<size_t>(stretch)];
}

int64_t ModelShape::feedForwardWidth() const {
    return intermediate > 0 ? intermediate : roundUp(hidden * 8 / 3, kWidthMultiple);
}

Result<void> validate(const Workload& workload) {
    for (auto* check :
         {checkNames, checkSizes, checkOptionalSizes, checkProducts, checkOptimizer, checkModel}) {
        if (auto checked = check(workload); !checked) return checked;
    }
    if (workload.workspaceBytes < 0) {
        return invalidInput("workspace", fmt::format("found {} bytes; allowed: from 0 on",
                                                     workload.workspaceBytes));
    }
    return checkLossScaling(workload.lossScaling);
}

}  // namespace shardscope::core
