#include "core/model/check_model.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>

namespace shardscope::core {

namespace {

bool hasAttention(const ModelShape& model) { return model.name == "gpt" || model.name == "llama"; }

/// A llama setting of another model, which would be ignored.
Result<void> checkOnlyLlamas(const ModelShape& model) {
    if (model.name == "llama") return {};
    const ModelShape plain;
    struct Field {
        const char* option;
        bool isSet;
    };
    for (const Field& field :
         std::array<Field, 9>{{{"--intermediate", model.intermediate != plain.intermediate},
                               {"--kv-heads", model.kvHeads != plain.kvHeads},
                               {"--head-dim", model.headDim != plain.headDim},
                               {"--qkv-bias", model.qkvBias != plain.qkvBias},
                               {"--qk-norm", model.qkNorm != plain.qkNorm},
                               {"--tied", model.tied != plain.tied},
                               {"--rope-theta", model.ropeTheta != plain.ropeTheta},
                               {"rope scaling", model.ropeScaling != plain.ropeScaling},
                               {"--norm-epsilon", model.normEpsilon != plain.normEpsilon}}}) {
        if (!field.isSet) continue;
        return invalidInput(field.option,
                            fmt::format("found with --model {}; allowed: with --model "
                                        "llama only",
                                        model.name));
    }
    return {};
}

Result<void> checkHeads(const ModelShape& model) {
    if (!hasAttention(model) || model.headDim != 0 || model.hidden % model.heads == 0) return {};
    return invalidInput(
        "--heads", fmt::format("found {}; allowed: a divisor of --hidden, which is {}", model.heads,
                               model.hidden));
}

Result<void> checkKvHeads(const ModelShape& model) {
    if (model.heads % model.kvHeadCount() == 0) return {};
    return invalidInput("--kv-heads",
                        fmt::format("found {}; allowed: a divisor of --heads, which is {}",
                                    model.kvHeads, model.heads));
}

/// Rotation turns pairs of columns.
Result<void> checkHeadColumns(const ModelShape& model) {
    if (model.headColumns() % 2 == 0) return {};
    if (model.headDim > 0) {
        return invalidInput("--head-dim", fmt::format("found {}; allowed: an even number, since "
                                                      "rotation turns pairs of columns",
                                                      model.headDim));
    }
    return invalidInput(
        "--heads", fmt::format("found {}, which leaves {} of --hidden {} a head; allowed: an even "
                               "number a head, since rotation turns pairs of columns",
                               model.heads, model.headColumns(), model.hidden));
}

Result<void> checkRope(const ModelShape& model) {
    if (!std::isfinite(model.ropeTheta) || model.ropeTheta <= 1.0) {
        return invalidInput(
            "--rope-theta",
            fmt::format("found {}; allowed: a finite number above 1", model.ropeTheta));
    }
    const RopeScaling& scaling = model.ropeScaling;
    const bool yarn = std::isfinite(scaling.attentionFactor) && scaling.attentionFactor > 0.0 &&
                      scaling.slowTurns > 0.0 && scaling.fastTurns > scaling.slowTurns;
    if (scaling.stretch == RopeStretch::Yarn && !yarn) {
        return invalidInput(
            "rope scaling",
            fmt::format("found fast {}, slow {}, attention factor {}; allowed: 0 < slow < fast, "
                        "attention factor above 0",
                        scaling.fastTurns, scaling.slowTurns, scaling.attentionFactor));
    }
    const bool ok =
        std::isfinite(scaling.factor) && scaling.factor >= 1.0 &&
        std::isfinite(scaling.highFrequencyFactor) && scaling.lowFrequencyFactor > 0.0 &&
        scaling.highFrequencyFactor > scaling.lowFrequencyFactor && scaling.originalLength >= 1;
    if (ok) return {};
    return invalidInput(
        "rope scaling",
        fmt::format("found factor {}, low {}, high {}, original length {}; allowed: factor from 1 "
                    "on, 0 < low < high, original length from 1 on",
                    scaling.factor, scaling.lowFrequencyFactor, scaling.highFrequencyFactor,
                    scaling.originalLength));
}

Result<void> checkLlama(const ModelShape& model) {
    if (model.name != "llama") return {};
    for (auto* check : {checkKvHeads, checkHeadColumns, checkRope}) {
        if (auto checked = check(model); !checked) return checked;
    }
    if (std::isfinite(model.normEpsilon) && model.normEpsilon > 0.0) return {};
    return invalidInput("--norm-epsilon", fmt::format("found {}; allowed: a finite number above 0",
                                                      model.normEpsilon));
}

Result<void> checkAttention(const Workload& workload) {
    if (workload.attention == Attention::Materialized || hasAttention(workload.model)) return {};
    return invalidInput("--attention",
                        fmt::format("found flash with --model {}, which has no attention; allowed: "
                                    "with gpt and llama",
                                    workload.model.name));
}

Result<void> checkLogits(const Workload& workload) {
    if (workload.logits == Logits::Fused || workload.model.name != "conformance") return {};
    return invalidInput("--logits",
                        "found fp32 with --model conformance, which has no logits; allowed: fused");
}

Result<void> checkCheckpointing(const Workload& workload) {
    const auto refuse = [&](std::string_view why) {
        return invalidInput("--checkpointing",
                            fmt::format("found {}; {}", nameOf(workload.checkpointing), why));
    };
    if (workload.checkpointing == Checkpointing::None) return {};
    if (workload.model.name == "conformance") {
        return refuse("--model conformance has no activations; allowed: none");
    }
    if (workload.checkpointing != Checkpointing::Selective) return {};
    if (!hasAttention(workload.model)) {
        return refuse(
            fmt::format("--model {} has no attention whose scores could be dropped; "
                        "allowed: none, alternate, full",
                        workload.model.name));
    }
    if (workload.attention == Attention::Materialized) return {};
    return refuse(
        "--attention flash keeps no scores that could be dropped; allowed: none, alternate, full");
}

double square(double x) { return x * x; }

ModelExtent llamaExtent(const ModelShape& model) {
    const auto hidden = static_cast<double>(model.hidden);
    const auto width = static_cast<double>(model.feedForwardWidth());
    const double head = static_cast<double>(model.headColumns());
    const double queries = static_cast<double>(model.heads) * head;
    const double keys = static_cast<double>(model.kvHeadCount()) * head;
    return {.parameters = static_cast<double>(model.layers) * hidden *
                              (2.0 * queries + 2.0 * keys + 3.0 * width) +
                          2.0 * static_cast<double>(model.vocab) * hidden,
            .widestColumns = std::max({hidden, width, queries})};
}

ModelExtent plainExtent(const ModelShape& model) {
    const auto hidden = static_cast<double>(model.hidden);
    return {.parameters = static_cast<double>(model.layers) * 12.0 * square(hidden) +
                          static_cast<double>(model.vocab + model.sequence) * hidden,
            .widestColumns = 4.0 * hidden};
}

}  // namespace

ModelExtent extentOf(const Workload& workload) {
    const ModelShape& model = workload.model;
    ModelExtent extent = model.name == "llama" ? llamaExtent(model) : plainExtent(model);
    const double scores = static_cast<double>(model.heads) * static_cast<double>(model.sequence);
    extent.widestColumns = std::max({extent.widestColumns, static_cast<double>(model.vocab),
                                     workload.attention == Attention::Materialized ? scores : 0.0});
    return extent;
}

Result<void> checkModel(const Workload& workload) {
    for (auto* check : {checkOnlyLlamas, checkHeads, checkLlama}) {
        if (auto checked = check(workload.model); !checked) return checked;
    }
    if (auto checked = checkAttention(workload); !checked) return checked;
    if (auto logits = checkLogits(workload); !logits) return logits;
    return checkCheckpointing(workload);
}

}  // namespace shardscope::core
