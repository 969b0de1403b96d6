#include <fmt/format.h>

#include <algorithm>
#include <tuple>

#include "core/base/units.h"
#include "core/capacity/advice.h"

namespace shardscope::core {

namespace {

/// The same choice one stage lower, when it was asked about and does not fit.
std::optional<size_t> lowerStage(const std::vector<PlanRow>& rows, const PlanRow& row) {
    std::optional<size_t> best;
    for (size_t i = 0; i < rows.size(); ++i) {
        Configuration other = rows[i].at;
        const int stage = stageOf(other.strategy);
        const bool alike = row.at.strategy.bucket == other.strategy.bucket &&
                           row.at.strategy.inFlight == other.strategy.inFlight;
        other.strategy = row.at.strategy;
        if (!alike || !(other == row.at) || !rows[i].result) continue;
        if (stage < 0 || stage >= stageOf(row.at.strategy)) continue;
        if (!best || stage > stageOf(rows[*best].at.strategy)) best = i;
    }
    if (best && rows[*best].result->fits) return std::nullopt;
    return best;
}

double sentOf(const PlanRow& row) {
    return static_cast<double>(row.result->sent.wireBytes) /
           static_cast<double>(row.at.microBatch * row.at.gradAccum);
}

int64_t costShown(const PlanRow& row, CostBasis basis) {
    if (basis == CostBasis::SentBytes) return static_cast<int64_t>(sentOf(row));
    return *row.result->stepNs;
}

/// Keeps of @p alike those within @p share of the least; whether that left some out.
bool keepLeast(std::vector<size_t>& alike, double share, const auto& of) {
    const double least = of(*std::ranges::min_element(alike, {}, of));
    return std::erase_if(alike, [&](size_t i) { return of(i) > least * (1.0 + share); }) > 0;
}

bool isTight(const PlanQuestion& question, const PlanRow& row) {
    const auto budget = static_cast<double>(question.budgetOf(row.at.ranks));
    return static_cast<double>(marginOf(question, row)) < kHeadroom * budget;
}

/// Leaves out of @p alike those with little memory free, unless all have; whether it left some out.
bool keepRoomy(const PlanQuestion& question, const std::vector<PlanRow>& rows,
               std::vector<size_t>& alike) {
    const auto tight = [&](size_t i) { return isTight(question, rows[i]); };
    if (question.budgetBytes == 0 || std::ranges::all_of(alike, tight)) return false;
    return std::erase_if(alike, tight) > 0;
}

/// The cheapest of @p fitting; of those that the estimate cannot tell apart one with memory to spare, on
/// the fewest ranks, then with the least traffic, then with the most memory free.
Recommendation chosen(const PlanQuestion& question, const std::vector<PlanRow>& rows,
                      std::vector<size_t> fitting, CostBasis basis) {
    Recommendation found{.fitting = fitting.size(), .basis = basis};
    if (basis == CostBasis::SentBytes) {
        found.row = *std::ranges::min_element(fitting, {}, [&](size_t i) {
            return std::tuple(costOf(rows[i], basis), rows[i].at.ranks, rows[i].neededBytes());
        });
        return found;
    }
    keepLeast(fitting, kTimeError, [&](size_t i) { return costOf(rows[i], basis); });
    found.alike = fitting.size();
    found.roomy = keepRoomy(question, rows, fitting);
    found.fewestRanks =
        keepLeast(fitting, 0.0, [&](size_t i) { return static_cast<double>(rows[i].at.ranks); });
    found.leastTraffic =
        keepLeast(fitting, kAlikeTraffic, [&](size_t i) { return sentOf(rows[i]); });
    found.mostFree = keepLeast(
        fitting, 0.0, [&](size_t i) { return static_cast<double>(rows[i].neededBytes()); });
    found.row =
        *std::ranges::min_element(fitting, {}, [&](size_t i) { return costOf(rows[i], basis); });
    return found;
}

std::string tieText(const Recommendation& found) {
    std::vector<std::string> by;
    if (found.roomy) {
        by.push_back(fmt::format("at least {:.0f} % of the memory free", kHeadroom * 100.0));
    }
    if (found.fewestRanks) by.emplace_back("the fewest ranks");
    if (found.leastTraffic) by.emplace_back("the least traffic");
    if (found.mostFree) by.emplace_back("the most memory free");
    std::string text = fmt::format(" within the estimate's error ({:.0f} %; {} are alike)",
                                   kTimeError * 100.0, withCommas(int64_t(found.alike)));
    if (!by.empty()) text += fmt::format("; of these it has {}", fmt::join(by, ", then "));
    return text;
}

std::string costText(const Recommendation& found) {
    if (found.basis == CostBasis::SentBytes) {
        return fmt::format("it sends the fewest bytes a sequence ({})", formatBytes(found.cost));
    }
    return fmt::format("it takes the least {}time a sequence (a step {}){}",
                       found.basis == CostBasis::MachineTime ? "" : "GPU ", stepText(found.cost),
                       found.alike > 1 ? tieText(found) : std::string());
}

std::string budgetText(const PlanQuestion& question) {
    const std::string bytes = formatBytes(question.budgetBytes);
    return question.oneMachine ? bytes + " of one machine" : bytes;
}

std::string reasonOf(const PlanQuestion& question, const std::vector<PlanRow>& rows,
                     const Recommendation& found) {
    const PlanRow& row = rows[found.row];
    const bool limited = question.budgetBytes > 0;
    std::string reason = fmt::format(
        "{}: of the {} of {} configurations that {}, {}", wordsOf(row.at),
        withCommas(static_cast<int64_t>(found.fitting)),
        withCommas(static_cast<int64_t>(rows.size())),
        limited ? "fit " + budgetText(question) : std::string("can be run"), costText(found));
    reason += limited ? fmt::format("; {} stay free{}", formatBytes(marginOf(question, row)),
                                    question.oneMachine ? " a rank" : "")
                      : fmt::format("; it needs {}", formatBytes(row.neededBytes()));
    if (found.tight) {
        reason += fmt::format(", less than {:.0f} %: what is not counted may take that",
                              kHeadroom * 100.0);
    }
    if (!found.lower) return reason;
    const PlanRow& lower = rows[*found.lower];
    return reason + fmt::format("; {} with the same settings needs {} more than there is",
                                lower.at.strategy.preset, formatBytes(-marginOf(question, lower)));
}

}  // namespace

std::string stepText(int64_t ns) {
    constexpr std::pair<double, std::string_view> kUnits[]{{1e9, "s"}, {1e6, "ms"}, {1e3, "us"}};
    for (const auto& [unit, name] : kUnits) {
        const double value = static_cast<double>(ns) / unit;
        if (value < 0.9995 && unit > 1e3) continue;
        return fmt::format("{:.{}f} {}", value, value >= 99.95 ? 0 : value >= 9.995 ? 1 : 2, name);
    }
    return {};
}

std::optional<Recommendation> recommend(const PlanQuestion& question,
                                        const std::vector<PlanRow>& rows) {
    const std::vector<size_t> fitting = fittingRows(rows);
    if (fitting.empty()) return std::nullopt;
    Recommendation found = chosen(question, rows, fitting, basisOf(question, rows));
    found.tight = question.budgetBytes > 0 && isTight(question, rows[found.row]);
    found.cost = costShown(rows[found.row], found.basis);
    if (question.budgetBytes > 0) found.lower = lowerStage(rows, rows[found.row]);
    found.reason = reasonOf(question, rows, found);
    return found;
}

}  // namespace shardscope::core
