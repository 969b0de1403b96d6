#include "profiler/cli/explain/axes_table.h"

#include <fmt/ranges.h>

#include <vector>

#include "core/base/units.h"
#include "profiler/cli/explain/display_text.h"
#include "profiler/cli/explain/strategy_name.h"

namespace shardscope::explain {

namespace {

constexpr int kLabelWidth = 44;
constexpr int kValueWidth = 26;

constexpr size_t kFirstAxes = 7;  // the others are one system's habits: shown where they differ

std::string dtypesOf(const core::Workload& workload) {
    return fmt::format("{}, {}", nameOf(workload.accumulateDtype), nameOf(workload.reduceDtype));
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
    const std::vector<core::AxisValue> lefts = core::axesOf(left.strategy);
    const std::vector<core::AxisValue> rights = core::axesOf(right.strategy);
    for (size_t i = 0; i < lefts.size(); ++i) {
        if (lefts[i].value != rights[i].value) {
            out += row(lefts[i].name, lefts[i].value, rights[i].value);
        } else if (i < kFirstAxes) {
            alike.push_back(fmt::format("{} {}", lefts[i].name, lefts[i].value));
        }
    }
    if (dtypesOf(left.workload) != dtypesOf(right.workload)) {
        out +=
            row("gradients added in, sent in", dtypesOf(left.workload), dtypesOf(right.workload));
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
