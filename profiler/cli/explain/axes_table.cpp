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

constexpr size_t kFirstAxes = 7;  // the others are one system's habits: shown where they differ

constexpr int kKoreanNames = 15;

/// Korean words for axes, in the order of core::axesOf.
constexpr std::array<std::string_view, kKoreanNames> kInKorean{
    "옵티마이저",    "샤드 배치",        "그래디언트 집합 통신",  "리듀스 주기", "전체 그래디언트",
    "파라미터 보관", "새 파라미터 반환", "파라미터별 그래디언트", "버킷 버퍼",   "집합 통신 입력",
    "업데이트 입력", "샤드 누적 시점",   "오버랩이 없을 때",      "작업용 샤드", "통신 배열"};

std::string axisName(size_t index, std::string_view name, Language language) {
    if (language == Language::English) return std::string(name);
    return fmt::format("{} ({})", kInKorean.at(index), name);
}

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
            out += row(axisName(i, lefts[i].name, language), lefts[i].value, rights[i].value);
        } else if (i < kFirstAxes) {
            alike.push_back(
                fmt::format("{} {}", axisName(i, lefts[i].name, language), lefts[i].value));
        }
    }
    if (dtypesOf(left.workload) != dtypesOf(right.workload)) {
        out += row(text(Message::FactDtypes), dtypesOf(left.workload), dtypesOf(right.workload));
    }
    const auto bytes = [&](Message label, int64_t l, int64_t r) {
        out += row(text(label), core::formatBytes(l), core::formatBytes(r));
    };
    bytes(Message::FactWeights, leftFacts.weightBytes, rightFacts.weightBytes);
    bytes(Message::FactOptimizer, leftFacts.optimizerBytes, rightFacts.optimizerBytes);
    bytes(Message::FactMostFull, leftFacts.mostFullBytes, rightFacts.mostFullBytes);
    if (leftFacts.mostCopyBytes > 0 || rightFacts.mostCopyBytes > 0) {
        bytes(Message::FactMostCopies, leftFacts.mostCopyBytes, rightFacts.mostCopyBytes);
        bytes(Message::FactMostTogether, leftFacts.mostTogetherBytes, rightFacts.mostTogetherBytes);
    }
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
