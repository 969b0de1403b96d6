#include "profiler/cli/explain/axes_table.h"

#include <fmt/ranges.h>

#include <array>
#include <vector>

#include "core/base/units.h"
#include "profiler/cli/explain/display_text.h"
#include "profiler/cli/explain/strategy_name.h"

namespace shardscope::explain {

namespace {

constexpr int kLabelWidth = 44;
constexpr int kValueWidth = 26;

struct Axis {
    std::string_view name, left, right;
};

std::array<Axis, 7> axesOf(const core::Strategy& l, const core::Strategy& r) {
    return {{{"optimizer", nameOf(l.optimizer), nameOf(r.optimizer)},
             {"shard layout", nameOf(l.layout), nameOf(r.layout)},
             {"gradient collective", nameOf(l.collective), nameOf(r.collective)},
             {"cadence", nameOf(l.cadence), nameOf(r.cadence)},
             {"full-gradient storage", nameOf(l.storage), nameOf(r.storage)},
             {"parameters", nameOf(l.parameters), nameOf(r.parameters)},
             {"weight return", nameOf(l.weightReturn), nameOf(r.weightReturn)}}};
}

std::string row(std::string_view label, std::string_view left, std::string_view right) {
    const char* mark = left == right ? "  " : "* ";
    return trimmedRight(padRight(label, kLabelWidth) + padRight(left, kValueWidth) + mark +
                        std::string(right)) +
           "\n";
}

}  // namespace

std::string axesTable(const core::Problem& left, const PlanFacts& leftFacts,
                      const core::Problem& right, const PlanFacts& rightFacts, Language language) {
    const auto text = [language](Message message) { return textOf(language, message); };
    std::string out =
        trimmedRight(padRight(text(Message::Axis), kLabelWidth) +
                     padRight(nameOf(left.strategy), kValueWidth) + "  " + nameOf(right.strategy)) +
        "\n";
    std::vector<std::string> alike;
    for (const Axis& axis : axesOf(left.strategy, right.strategy)) {
        if (axis.left == axis.right) {
            alike.push_back(fmt::format("{} {}", axis.name, axis.left));
        } else {
            out += row(axis.name, axis.left, axis.right);
        }
    }
    const auto bytes = [&](Message label, int64_t l, int64_t r) {
        out += row(text(label), core::formatBytes(l), core::formatBytes(r));
    };
    bytes(Message::FactWeights, leftFacts.weightBytes, rightFacts.weightBytes);
    bytes(Message::FactOptimizer, leftFacts.optimizerBytes, rightFacts.optimizerBytes);
    bytes(Message::FactMostFull, leftFacts.mostFullBytes, rightFacts.mostFullBytes);
    if (left.workload.gradAccum > 1) {
        bytes(Message::FactBetween, leftFacts.betweenBytes, rightFacts.betweenBytes);
    }
    out += row(text(Message::FactSent), fmt::format("{:.2f} Psi", leftFacts.sentPerParameter),
               fmt::format("{:.2f} Psi", rightFacts.sentPerParameter));
    if (alike.empty()) return out;
    return out + hanging("", say(language, Message::AxesAlike,
                                 fmt::format("{}", fmt::join(alike, ", "))));
}

}  // namespace shardscope::explain
